// The SQLite file of one generation: how it is opened, what it knows about itself, which collections it has.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync } from 'node:fs';
import { makePrivateFile } from '#platform/private-files.js';
import { openToLook } from '#platform/read-only.js';
import type { SeenEvent } from '#event-store/event-store.js';
import { GenerationInUse, WrittenElsewhere } from '#projections/port/failures.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import { damaged, isBusy, reading } from './failures.js';
import { keySql } from './filter-to-sql.js';
import { defineKeyFunction } from './keys.js';
import type { Table } from './ordered.js';
import { type Statements, statementsOf } from './statements.js';

/** One row, `meta`: how far the documents are, how often tables have changed, and who may write: 0, everybody. Beside them, the event it is at. */
export interface Meta {
  readonly checkpoint: number;
  readonly shape: number;
  readonly token: number;
}

export interface CollectionTable extends Table {
  readonly collection: string;
  /** Paths that have a key column. */
  readonly keys: ReadonlyMap<string, string>;
  /** Paths whose words the search table holds; undefined: it has none yet. */
  readonly text: readonly string[] | undefined;
  readonly searchMade: SearchMade | undefined;
}

export interface GenerationFile {
  readonly path: string;
  readonly database: DatabaseSyncInstance;
  readonly statement: Statements;
  readonly bulk: boolean;
  /** What this connection writes under; 0: under no lease. */
  readonly token: number;
  meta(): Meta;
  /** The collections as they are now, other processes' changes included. */
  tables(): ReadonlyMap<string, CollectionTable>;
  /** After this connection has changed tables. */
  tablesChanged(): void;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1), checkpoint INTEGER NOT NULL, shape INTEGER NOT NULL,
    token INTEGER NOT NULL DEFAULT 0, last TEXT
  );
  CREATE TABLE collections (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT);
  INSERT INTO meta VALUES (1, 0, 0, 0, NULL);`;

// A rebuild that is interrupted goes on from its checkpoint: the rollback journal keeps it whole when the process is
// killed. Nothing is forced to the disk before `endBulk`.
const BULK = `
  PRAGMA journal_mode = TRUNCATE; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF;
  PRAGMA cache_size = -12288; PRAGMA threads = 2;
  BEGIN EXCLUSIVE; COMMIT;`;
/** Prepared statements keep a closed connection's lock until they are garbage: it is given back before. */
const UNLOCK = 'PRAGMA locking_mode = NORMAL; SELECT checkpoint FROM meta';
/** So do they its memory. */
const SHRINK = 'PRAGMA shrink_memory;';
// Read models can be rebuilt: a power cut may take the last transactions, never the file's order.
const LIVE = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;`;

/** Makes the file, with nothing in it. */
export function createGenerationFile(path: string): void {
  makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec(`PRAGMA page_size = 8192; BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
  } finally {
    database.close();
  }
}

export interface Opening {
  /** To fill it, alone. */
  readonly bulk: boolean;
  /** To write under a lease: whoever has a smaller one writes nothing from here on. */
  readonly token?: number;
}

/** Throws `DamagedGeneration`, `GenerationInUse`, and `WrittenElsewhere` where a greater token was here. */
export function openGenerationFile(path: string, { bulk, token = 0 }: Opening): GenerationFile {
  if (!existsSync(path)) throw damaged(path, 'the file is gone');
  const database = new DatabaseSync(path, { timeout: 100 });
  try {
    database.exec(bulk ? BULK : LIVE);
    readMeta(database);
    claim(database, path, token);
    if (!bulk) database.exec('PRAGMA busy_timeout = 5000');
  } catch (error) {
    database.close();
    if (error instanceof WrittenElsewhere) throw error;
    if (isBusy(error))
      throw new GenerationInUse(`${path} is being filled by another process.`, { cause: error });
    throw damaged(path, error);
  }
  defineKeyFunction(database);
  return generationFile({ path, database, statement: statementsOf(database), bulk, token });
}

/** Of a reader: its cache is its own, and there are many of them. */
const READING = 'PRAGMA query_only = ON; PRAGMA cache_size = -8192;';

/** For questions only: nothing is made or changed where nothing may be written. Throws `DamagedGeneration`, `GenerationInUse`. */
export function openToRead(path: string): GenerationFile {
  if (!existsSync(path)) throw damaged(path, 'the file is gone');
  const database = openToLook(path);
  try {
    database.exec(READING);
    readMeta(database);
  } catch (error) {
    database.close();
    if (isBusy(error))
      throw new GenerationInUse(`${path} is being filled by another process.`, { cause: error });
    throw damaged(path, error);
  }
  defineKeyFunction(database);
  return generationFile({ path, database, statement: statementsOf(database), bulk: false, token: 0 });
}

/** How far the documents in a file are; 0 where nobody can tell: it is damaged, or being filled in bulk. */
export function checkpointIn(path: string): Pick<GenerationInfo, 'checkpoint' | 'last'> {
  if (!existsSync(path)) return { checkpoint: 0 };
  let database: DatabaseSyncInstance | undefined;
  try {
    database = openToLook(path, 0);
    const { checkpoint } = readMeta(database);
    const last = knows(database, 'last')
      ? tell<{ last: string | null }>(database, ['last'], 'FROM meta')?.last
      : null;
    return { checkpoint, ...(last != null && { last: JSON.parse(last) as SeenEvent }) };
  } catch {
    return { checkpoint: 0 };
  } finally {
    database?.close();
  }
}

// A connection lives on, with its locks, until the last of its prepared statements is garbage. `exec` leaves none.
function tell<Row>(
  database: DatabaseSyncInstance,
  columns: readonly string[],
  from: string,
): Row | undefined {
  let told: Row | undefined;
  database.function('tell', { varargs: true }, (...values: unknown[]) => {
    told = Object.fromEntries(columns.map((column, at) => [column, values[at]])) as Row;
    return null;
  });
  database.exec(`SELECT tell(${columns.join(', ')}) ${from}`);
  return told;
}

function readMeta(database: DatabaseSyncInstance): Omit<Meta, 'token'> {
  const meta = tell<Omit<Meta, 'token'>>(database, ['checkpoint', 'shape'], 'FROM meta');
  if (!meta) throw new Error('it does not say how far it is');
  return meta;
}

/** Columns that files of earlier versions lack. */
const LATER = { token: 'INTEGER NOT NULL DEFAULT 0', last: 'TEXT' };

// They get them in the same transaction.
function claim(database: DatabaseSyncInstance, path: string, token: number): void {
  const lacking = () => Object.entries(LATER).filter(([name]) => !knows(database, name));
  if (token === 0 && lacking().length === 0) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const [name, type] of lacking()) database.exec(`ALTER TABLE meta ADD COLUMN ${name} ${type}`);
    const { token: before } = tell<{ token: number }>(database, ['token'], 'FROM meta')!;
    if (token !== 0 && before > token) throw new WrittenElsewhere(`${path} is written under lease ${before}`);
    if (token !== 0) database.exec(`UPDATE meta SET token = ${Math.trunc(token)}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

const knows = (database: DatabaseSyncInstance, column: string) =>
  tell(database, ['name'], `FROM pragma_table_info('meta') WHERE name = '${column}'`) !== undefined;

function generationFile(
  parts: Pick<GenerationFile, 'path' | 'database' | 'statement' | 'bulk' | 'token'>,
): GenerationFile {
  const { path, database, statement, bulk } = parts;
  let tables: ReadonlyMap<string, CollectionTable> | undefined;
  let seen = -1;
  const dataVersion = () => (statement('PRAGMA data_version').get() as { data_version: number }).data_version;
  return {
    ...parts,
    meta: () =>
      reading(path, () => ({ ...statement('SELECT checkpoint, shape, token FROM meta').get() }) as Meta),
    tables() {
      if (bulk && tables) return tables;
      const version = reading(path, dataVersion);
      if (tables === undefined || version !== seen) tables = reading(path, () => readTables(statement));
      seen = version;
      return tables;
    },
    tablesChanged() {
      tables = undefined;
    },
    close() {
      if (!database.isOpen) return;
      try {
        database.exec(SHRINK + (bulk ? UNLOCK : 'PRAGMA wal_checkpoint(PASSIVE)'));
      } catch {
        // What is in the -wal file is found there at the next opening.
      }
      database.close();
    },
  };
}

function readTables(statement: Statements): ReadonlyMap<string, CollectionTable> {
  const rows = statement('SELECT number, name, text FROM collections').all() as unknown as {
    number: number;
    name: string;
    text: string | null;
  }[];
  return new Map(rows.map((row) => [row.name, tableOf(statement, row)]));
}

function tableOf(
  statement: Statements,
  row: { number: number; name: string; text: string | null },
): CollectionTable {
  const columns = statement('SELECT name FROM pragma_table_info(?)').all(`c${row.number}`) as {
    name: string;
  }[];
  const keys = new Map(
    columns
      .filter((column) => column.name.startsWith('key:'))
      .map((column) => [column.name.slice('key:'.length), `"${column.name}"`]),
  );
  return {
    collection: row.name,
    name: `c${row.number}`,
    keys,
    key: (path) => keySql(path, keys),
    ...searchOf(row),
  };
}

/** As it stands in `collections.text`: what the search table holds and how it was made. */
export interface SearchMade {
  readonly paths: readonly string[];
  /** So many letters of words are indexed by themselves; undefined, in files of earlier versions: none. */
  readonly letters?: number;
  /** Rows are in the order of ids. */
  readonly inOrder?: boolean;
}

function searchOf({ number, text }: { number: number; text: string | null }) {
  if (text === null) return { text: undefined, search: undefined, inOrder: false, searchMade: undefined };
  const parsed = JSON.parse(text) as SearchMade | string[];
  const made: SearchMade = Array.isArray(parsed) ? { paths: parsed } : parsed;
  return { text: made.paths, search: `t${number}`, inOrder: made.inOrder === true, searchMade: made };
}
