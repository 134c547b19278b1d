// With write access, triggers and indexes can be removed without touching an event.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { HealthIssue } from '#platform/health-issues.js';
import { CHAINED_FORMAT_VERSION, hasEventColumn } from './hash-chain-table.js';
import { LOG_TABLES_SQL } from './log-file.js';

/** Empty: unchanged, or a file of an earlier format. */
export function findSchemaChanges(database: DatabaseSyncInstance): readonly string[] {
  if (!hasEventColumn(database, 'link')) return [];
  const [expected, found] = [readTriggersAndIndexes(createReferenceLog()), readTriggersAndIndexes(database)];
  const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  return [
    ...[...expected].flatMap(([name, sql]) => {
      const now = found.get(name);
      return now === sql ? [] : [`${name} is ${now === undefined ? 'gone' : 'another'}`];
    }),
    ...[...found.keys()].filter((name) => !expected.has(name)).map((name) => `${name} was added`),
    ...(format === CHAINED_FORMAT_VERSION
      ? []
      : [`the number of its format (user_version) is ${format} instead of ${CHAINED_FORMAT_VERSION}`]),
  ];
}

function createReferenceLog(): DatabaseSyncInstance {
  const database = new DatabaseSync(':memory:');
  database.exec(LOG_TABLES_SQL);
  return database;
}

function readTriggersAndIndexes(database: DatabaseSyncInstance): ReadonlyMap<string, string> {
  const rows = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL`,
    )
    .all() as { type: string; name: string; sql: string }[];
  return new Map(rows.map(({ type, name, sql }) => [`the ${type} ${name}`, sql.replace(/\s+/g, ' ').trim()]));
}

export const createSchemaChangedIssue = (path: string, changed: readonly string[]): HealthIssue => ({
  key: 'protection of the log',
  adminMessage:
    `Somebody has changed how the log ${path} protects its events: ${changed.join('; ')}. Its events are as they were written, as far as their ` +
    'links tell. Find out who could write the file. Stop Daybook, and write the log into a new file with `daybook copy`, or restore it from a backup.',
  publicMessage: 'the file of the log was changed',
  severity: 'warning',
});
