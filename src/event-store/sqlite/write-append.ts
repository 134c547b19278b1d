// One append inside the group's transaction: checks the version, knows a repetition, writes all its events or none.
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { EventIdTaken, WrongExpectedVersion, type Appended } from '../event-store.js';
import { checksumOf } from './checksum.js';
import { CONSTRAINT, TOO_BIG } from './failures.js';
import { primaryCode } from '#platform/sqlite-codes.js';
import type { EncodedAppend } from './append.js';

interface AppendStatements {
  readonly last: StatementSyncInstance;
  readonly insert: StatementSyncInstance;
  readonly range: StatementSyncInstance;
  readonly taken: StatementSyncInstance;
}

/** Returns what was appended, or the Error that concerns this append alone; throws what concerns the whole transaction. */
export function prepareWriteAppend(
  database: DatabaseSyncInstance,
): (append: EncodedAppend) => Appended | Error {
  const statements: AppendStatements = {
    last: database.prepare(
      'SELECT version, position FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1',
    ),
    insert: database.prepare(
      'INSERT INTO event (stream, version, id, type, data, metadata, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    range: database.prepare(
      'SELECT id, version, position FROM event WHERE stream = ? AND version > ? ORDER BY version LIMIT ?',
    ),
    taken: database.prepare('SELECT stream, version FROM event WHERE id = ?'),
  };
  return (append) => {
    const last = statements.last.get(append.stream) as Appended | undefined;
    const actual = last?.version ?? 0;
    if (actual !== append.expectedVersion)
      return (
        asTheFirstTime(statements, append) ??
        new WrongExpectedVersion(append.stream, append.expectedVersion, actual)
      );
    if (append.events.length === 0) return { version: actual, position: last?.position ?? 0 };
    return insertAll(database, statements, append);
  };
}

function asTheFirstTime(
  { range }: AppendStatements,
  { stream, events, expectedVersion }: EncodedAppend,
): Appended | undefined {
  const there = range.all(stream, expectedVersion, events.length) as ({ id: string } & Appended)[];
  if (events.length === 0 || !events.every(({ id }, index) => there[index]?.id === id)) return undefined;
  const { version, position } = there.at(-1)!;
  return { version, position };
}

function insertAll(
  database: DatabaseSyncInstance,
  statements: AppendStatements,
  append: EncodedAppend,
): Appended | Error {
  const several = append.events.length > 1;
  if (several) database.exec('SAVEPOINT append');
  try {
    const appended = insertEach(statements, append);
    if (several) database.exec('RELEASE append');
    return appended;
  } catch (error) {
    const code = primaryCode(error);
    if (code !== CONSTRAINT && code !== TOO_BIG) throw error;
    if (several) database.exec('ROLLBACK TO append; RELEASE append');
    return idTaken(statements, append) ?? (error as Error);
  }
}

function insertEach(
  { insert }: AppendStatements,
  { stream, events, expectedVersion }: EncodedAppend,
): Appended {
  let version = expectedVersion;
  let position = 0;
  for (const event of events) {
    const { id, type, data, metadata } = event;
    const sum = checksumOf(event, { stream, version: ++version });
    position = Number(insert.run(stream, version, id, type, data, metadata, sum).lastInsertRowid);
  }
  return { version, position };
}

function idTaken({ taken }: AppendStatements, { events }: EncodedAppend): EventIdTaken | undefined {
  const seen = new Set<string>();
  for (const { id } of events) {
    const where = taken.get(id) as { stream: string; version: number } | undefined;
    if (where || seen.has(id)) return new EventIdTaken(id, where?.stream, where?.version);
    seen.add(id);
  }
  return undefined;
}
