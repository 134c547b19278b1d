import type { EntityMigration, Renames } from '#specification/upgrade/migration.js';
import type { DecidedEvent } from '#domain/event.js';
import type { RecordMigrated } from './migration-events.js';
import type { OpenedRecord } from '../record-state.js';

export interface MigrationTarget {
  readonly migration: EntityMigration;
  readonly version: number;
  /** For states that are gone and have no `move`. */
  readonly wayOut?: { readonly to: string; readonly reason: string };
}

/** Ignores values, as the record's version would reveal them. */
export function decideMigration(
  record: OpenedRecord,
  { migration, version, wayOut }: MigrationTarget,
): DecidedEvent<RecordMigrated> | undefined {
  const { fields } = migration;
  const state = migrateState(record.state, migration) ?? (wayOut && { to: wayOut.to, renamed: false });
  const actions = pick(migration.actions, Object.keys(record.rounds));
  const roles = pick(migration.roles, listRoundRoles(record));
  if (!state && [fields, actions, roles].every(isEmpty)) return undefined;
  const data: RecordMigrated['data'] = {
    from: record.specification,
    to: version,
    ...(state && { state: { from: record.state, ...state } }),
    ...(!isEmpty(fields) && { fields }),
    ...(!isEmpty(migration.states) && { states: migration.states }),
    ...(!isEmpty(migration.actions) && { actions: migration.actions }),
    ...(!isEmpty(roles) && { roles }),
  };
  return { type: 'record.migrated', data, ...(state && wayOut && { metadata: { reason: wayOut.reason } }) };
}

function migrateState(
  state: string,
  { states, moves }: EntityMigration,
): { readonly to: string; readonly renamed: boolean } | undefined {
  if (Object.hasOwn(moves, state)) return { to: moves[state]!, renamed: false };
  return Object.hasOwn(states, state) ? { to: states[state]!, renamed: true } : undefined;
}

const listRoundRoles = ({ rounds }: OpenedRecord): readonly string[] =>
  Object.values(rounds).flatMap(({ needs, votes }) => [
    ...needs.flatMap(({ role }) => (role === null ? [] : [role])),
    ...votes.flatMap(({ roles }) => roles),
  ]);

function pick<Each>(
  all: Readonly<Record<string, Each>>,
  keys: readonly string[],
): Readonly<Record<string, Each>> {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(all, key)).map((key) => [key, all[key]!]));
}

const isEmpty = (names: Renames | Readonly<Record<string, unknown>>): boolean =>
  Object.keys(names).length === 0;
