import { type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync } from 'node:fs';
import { openDatabaseReadOnly } from '#platform/read-only-database.js';
import { runInTransaction } from '#platform/sqlite.js';
import type { RecordedEventReference } from '#event-store/event-store.js';
import { WrittenElsewhere } from '#projections/port/read-model-errors.js';
import type { GenerationInfo } from '#projections/port/generation.js';

export interface GenerationMeta {
  readonly checkpoint: number;
  readonly shape: number;
  readonly token: number;
}

/** 0: the file is damaged or being filled. */
export function readCheckpoint(path: string): Pick<GenerationInfo, 'checkpoint' | 'last'> {
  if (!existsSync(path)) return { checkpoint: 0 };
  let database: DatabaseSyncInstance | undefined;
  try {
    database = openDatabaseReadOnly(path, 0);
    const { checkpoint } = readMeta(database);
    const last = hasMetaColumn(database, 'last')
      ? selectOnce<{ last: string | null }>(database, ['last'], 'FROM meta')?.last
      : null;
    return { checkpoint, ...(last != null && { last: JSON.parse(last) as RecordedEventReference }) };
  } catch {
    return { checkpoint: 0 };
  } finally {
    database?.close();
  }
}

// Prepared statements keep a closed connection and its locks until garbage collection.
function selectOnce<Row>(
  database: DatabaseSyncInstance,
  columns: readonly string[],
  from: string,
): Row | undefined {
  let row: Row | undefined;
  database.function('tell', { varargs: true }, (...values: unknown[]) => {
    row = Object.fromEntries(columns.map((column, at) => [column, values[at]])) as Row;
    return null;
  });
  database.exec(`SELECT tell(${columns.join(', ')}) ${from}`);
  return row;
}

export function readMeta(database: DatabaseSyncInstance): Omit<GenerationMeta, 'token'> {
  const meta = selectOnce<Omit<GenerationMeta, 'token'>>(database, ['checkpoint', 'shape'], 'FROM meta');
  if (!meta) throw new Error('it does not say how far it is');
  return meta;
}

const ADDED_COLUMNS = { token: 'INTEGER NOT NULL DEFAULT 0', last: 'TEXT' };

/** Adds missing columns in the same transaction. Throws `WrittenElsewhere`. */
export function claimGeneration(database: DatabaseSyncInstance, path: string, token: number): void {
  const lacking = () => Object.entries(ADDED_COLUMNS).filter(([name]) => !hasMetaColumn(database, name));
  if (token === 0 && lacking().length === 0) return;
  runInTransaction(database, () => {
    for (const [name, type] of lacking()) database.exec(`ALTER TABLE meta ADD COLUMN ${name} ${type}`);
    const { token: before } = selectOnce<{ token: number }>(database, ['token'], 'FROM meta')!;
    if (token !== 0 && before > token) throw new WrittenElsewhere(`${path} is written under lease ${before}`);
    if (token !== 0) database.exec(`UPDATE meta SET token = ${Math.trunc(token)}`);
  });
}

const hasMetaColumn = (database: DatabaseSyncInstance, column: string) =>
  selectOnce(database, ['name'], `FROM pragma_table_info('meta') WHERE name = '${column}'`) !== undefined;
