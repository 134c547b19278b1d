// Checked and shown, but not run.
import type { Entity, UnsupportedFeature, Limits } from './model/specification.js';

export interface DeclaredFeatures {
  readonly entities: Readonly<Record<string, Entity>>;
  readonly limits: Limits;
}

export function findUnsupportedFeatures({
  entities,
  limits,
}: DeclaredFeatures): readonly UnsupportedFeature[] {
  const found = findUnsupportedRetention(limits, entities);
  return found.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

function findUnsupportedRetention(
  { retention }: Limits,
  entities: DeclaredFeatures['entities'],
): readonly UnsupportedFeature[] {
  return Object.entries(retention).flatMap(([key, { place }]) => {
    const why = explainUnsupportedRetention(entities[key]);
    return why === undefined ? [] : [{ what: `retention of ${key}`, meanwhile: why, place }];
  });
}

function explainUnsupportedRetention(entity: Entity | undefined): string | undefined {
  if (!entity) return undefined;
  if (!entity.permissions.erase)
    return `nobody may erase: section 6 names nobody under \`erase\` of ${entity.key}`;
  const personal = entity.fields.some((field) => field.personal !== undefined);
  return personal ? undefined : `nothing could be erased: no field of ${entity.key} is \`personal\``;
}
