// From each version that was published to the next, and from any of them to a later one.
import {
  composeEntities,
  composeRenames,
  createMigration,
  addEarlierDeclarations,
  type Migration,
} from './migration.js';
import { rekeyVersions } from './stored-keys.js';
import type { VersionSchema } from './version-schema.js';

export interface MigrationStep {
  readonly from: number;
  readonly to: number;
  readonly migration: Migration;
}

export const NOTHING_RENAMED: Migration = { entities: {}, roles: {} };

/** Oldest first, from the first on; entities by stored keys. A version that cannot be read any more is passed over. */
export function createMigrationSteps(
  versions: readonly { readonly version: number; readonly schema: VersionSchema | undefined }[],
): readonly MigrationStep[] {
  const steps: MigrationStep[] = [];
  const readable = versions.flatMap(({ version, schema }) => (schema ? [{ version, schema }] : []));
  const stored = rekeyVersions(readable.map(({ schema }) => schema));
  let before: { readonly version: number; readonly schema: VersionSchema } | undefined;
  for (const [index, { version }] of readable.entries()) {
    const schema = stored[index]!;
    if (before)
      steps.push({ from: before.version, to: version, migration: createMigration(before.schema, schema) });
    before = { version, schema: addEarlierDeclarations(before?.schema, schema) };
  }
  return steps;
}

export const composeSteps = (steps: readonly MigrationStep[]): Migration =>
  steps.reduce<Migration>((before, { migration }) => {
    const keys = new Set([...Object.keys(before.entities), ...Object.keys(migration.entities)]);
    const entities = [...keys].map((key) => {
      const [first, then] = [before.entities[key], migration.entities[key]];
      return [key, first && then ? composeEntities(first, then) : (then ?? first!)] as const;
    });
    return { entities: Object.fromEntries(entities), roles: composeRenames(before.roles, migration.roles) };
  }, NOTHING_RENAMED);
