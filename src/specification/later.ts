// What a document declares that this version of Daybook checks and shows, but does not run yet.
import type { Entity, Later, Limits } from './specification.js';
import { typeOf } from './field-types/type-of.js';

export interface Declared {
  readonly entities: Readonly<Record<string, Entity>>;
  readonly limits: Limits;
}

export function findLater({ entities, limits }: Declared): readonly Later[] {
  const found = [...Object.values(entities).flatMap(ofEntity), ...ofLimits(limits)];
  return found.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

function ofEntity(entity: Entity): readonly Later[] {
  const files = entity.fields.filter((field) => typeOf(field).holds === 'nothing yet');
  const { timers } = entity.lifecycle;
  return [
    ...files.map(({ key, place }) => ({ what: `uploads to ${entity.key}.${key}`, place })),
    ...timers.map(({ key, place }) => ({ what: `the timer ${entity.key}.${key}`, place })),
  ];
}

function ofLimits({ retention, places }: Limits): readonly Later[] {
  const place = places['retention'];
  return place ? Object.keys(retention).map((entity) => ({ what: `retention of ${entity}`, place })) : [];
}
