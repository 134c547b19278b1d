import {
  composeEntityMigrations,
  composeRenames,
  createMigration,
  addEarlierDeclarations,
  type Migration,
} from './migration.js';
import { rekeyVersionSchemas } from './stored-keys.js';
import type { VersionSchema } from './version-schema.js';

export interface VersionMigration {
  readonly from: number;
  readonly to: number;
  readonly migration: Migration;
}

export const EMPTY_MIGRATION: Migration = { entities: {}, roles: {} };

/** Oldest first, by stored keys, without unreadable versions. */
export function createVersionMigrations(
  versions: readonly { readonly version: number; readonly schema: VersionSchema | undefined }[],
): readonly VersionMigration[] {
  const steps: VersionMigration[] = [];
  const readable = versions.flatMap(({ version, schema }) => (schema ? [{ version, schema }] : []));
  const stored = rekeyVersionSchemas(readable.map(({ schema }) => schema));
  let before: { readonly version: number; readonly schema: VersionSchema } | undefined;
  for (const [index, { version }] of readable.entries()) {
    const schema = stored[index]!;
    if (before)
      steps.push({ from: before.version, to: version, migration: createMigration(before.schema, schema) });
    before = { version, schema: addEarlierDeclarations(before?.schema, schema) };
  }
  return steps;
}

export const composeVersionMigrations = (steps: readonly VersionMigration[]): Migration =>
  steps.reduce<Migration>((before, { migration }) => {
    const keys = new Set([...Object.keys(before.entities), ...Object.keys(migration.entities)]);
    const entities = [...keys].map((key) => {
      const [first, then] = [before.entities[key], migration.entities[key]];
      return [key, first && then ? composeEntityMigrations(first, then) : (then ?? first!)] as const;
    });
    return { entities: Object.fromEntries(entities), roles: composeRenames(before.roles, migration.roles) };
  }, EMPTY_MIGRATION);
