// The SQLite file of one generation: how it is opened, what it knows about itself, which collections it has, and how these get the
// columns, indexes and search tables that their shape asks for.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync } from 'node:fs';
import { makePrivateFile } from '#platform/private-files.js';
import { openReadOnly } from '#platform/read-only.js';
import { GenerationInUse, WrittenElsewhere } from '#projections/port/failures.js';
import { readTables, type CollectionTable, type SearchMade } from './collection-tables.js';
import { claimGeneration, readMeta, type GenerationMeta } from './generation-meta.js';
import { defineKeyFunction, keyColumn, keyExpression } from './filter-to-sql.js';
import type { CollectionShape } from '#projections/port/query.js';
import { documentWords } from '#projections/port/words.js';
import { damaged, isBusy, reading, type StatementCache, statementsOf } from './statements.js';

export interface GenerationFile {
  readonly path: string;
  readonly database: DatabaseSyncInstance;
  readonly statement: StatementCache;
  readonly bulk: boolean;
  /** What this connection writes under; 0: under no lease. */
  readonly token: number;
  meta(): GenerationMeta;
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

interface GenerationFileOptions {
  /** To fill it, alone. */
  readonly bulk: boolean;
  /** To write under a lease: whoever has a smaller one writes nothing from here on. */
  readonly token?: number;
}

// A rebuild that is interrupted goes on from its checkpoint: the rollback journal keeps it whole when the process is
// killed. Nothing is forced to the disk before `endBulk`.
const BULK = `
  PRAGMA journal_mode = TRUNCATE; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF;
  PRAGMA cache_size = -12288; PRAGMA threads = 2;
  BEGIN EXCLUSIVE; COMMIT;`;

// Read models can be rebuilt: a power cut may take the last transactions, never the file's order.
const LIVE = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;`;

/** Throws `DamagedGeneration`, `GenerationInUse`, and `WrittenElsewhere` where a greater token was here. */
export function openGenerationFile(path: string, { bulk, token = 0 }: GenerationFileOptions): GenerationFile {
  mustExist(path);
  const database = new DatabaseSync(path, { timeout: 100 });
  return opened({ path, database, bulk, token }, () => {
    database.exec(bulk ? BULK : LIVE);
    readMeta(database);
    claimGeneration(database, path, token);
    if (!bulk) database.exec('PRAGMA busy_timeout = 5000');
  });
}

/** Of a reader: its cache is its own, and there are many of them. */
const READING = 'PRAGMA query_only = ON; PRAGMA cache_size = -8192;';

/** For questions only: nothing is made or changed where nothing may be written. Throws `DamagedGeneration`, `GenerationInUse`. */
export function openToRead(path: string): GenerationFile {
  mustExist(path);
  const database = openReadOnly(path);
  return opened({ path, database, bulk: false, token: 0 }, () => {
    database.exec(READING);
    readMeta(database);
  });
}

function mustExist(path: string): void {
  if (!existsSync(path)) throw damaged(path, 'the file is gone');
}

type Connection = Pick<GenerationFile, 'path' | 'database' | 'bulk' | 'token'>;

/** Closes the connection again where its preparation fails. */
function opened(connection: Connection, prepare: () => void): GenerationFile {
  const { path, database } = connection;
  try {
    prepare();
  } catch (error) {
    database.close();
    if (error instanceof WrittenElsewhere) throw error;
    if (isBusy(error))
      throw new GenerationInUse(`${path} is being filled by another process.`, { cause: error });
    throw damaged(path, error);
  }
  defineKeyFunction(database);
  return generationFile({ ...connection, statement: statementsOf(database) });
}

/** Prepared statements keep a closed connection's lock until they are garbage: it is given back before. */
const UNLOCK = 'PRAGMA locking_mode = NORMAL; SELECT checkpoint FROM meta';
/** So do they its memory. */
const SHRINK = 'PRAGMA shrink_memory;';

function generationFile(parts: Connection & Pick<GenerationFile, 'statement'>): GenerationFile {
  const { path, database, statement, bulk } = parts;
  let tables: ReadonlyMap<string, CollectionTable> | undefined;
  let seen = -1;
  const dataVersion = () => (statement('PRAGMA data_version').get() as { data_version: number }).data_version;
  return {
    ...parts,
    meta: () =>
      reading(
        path,
        () => ({ ...statement('SELECT checkpoint, shape, token FROM meta').get() }) as GenerationMeta,
      ),
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

/** Inside the caller's transaction. Columns stay when a shape no longer names them: they cost little, and drop with the next rebuild. */
export function createTable(
  file: GenerationFile,
  collection: string,
  shape: CollectionShape,
): CollectionTable {
  const { lastInsertRowid: number } = file
    .statement('INSERT INTO collections (name) VALUES (?)')
    .run(collection);
  const columns = keyedPaths(shape).map((path) => `, ${keyColumn(path)}`);
  file.database.exec(
    `CREATE TABLE c${number} (id TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL, words INTEGER${columns.join('')}, document TEXT NOT NULL)`,
  );
  tablesChanged(file);
  const table = file.tables().get(collection)!;
  // Others get their words when they are complete: see `shapeTable`.
  if (!shape.fixed || !file.bulk || !shapeSearch(file, table, shape)) return table;
  file.tablesChanged();
  return file.tables().get(collection)!;
}

/** Inside the caller's transaction. Returns whether anything had to change. */
export function shapeTable(file: GenerationFile, table: CollectionTable, shape: CollectionShape): boolean {
  const added = addColumns(file, table, shape);
  const indexed = shapeIndexes(file, table, shape);
  const searched = shapeSearch(file, table, shape);
  if (added || indexed || searched) tablesChanged(file);
  return added || indexed || searched;
}

function tablesChanged(file: GenerationFile): void {
  file.statement('UPDATE meta SET shape = shape + 1').run();
  file.tablesChanged();
}

function keyedPaths(shape: CollectionShape): string[] {
  return [...new Set(shape.indexes.flat())].filter((path) => path !== 'id' && path !== 'position');
}

function addColumns(file: GenerationFile, table: CollectionTable, shape: CollectionShape): boolean {
  const missing = keyedPaths(shape).filter((path) => !table.keys.has(path));
  for (const path of missing) {
    file.database.exec(`ALTER TABLE ${table.name} ADD COLUMN ${keyColumn(path)}`);
  }
  if (missing.length > 0) {
    const values = missing.map((path) => `${keyColumn(path)} = ${keyExpression(path)}`);
    file.database.exec(`UPDATE ${table.name} SET ${values.join(', ')}`);
  }
  return missing.length > 0;
}

function shapeIndexes(file: GenerationFile, table: CollectionTable, shape: CollectionShape): boolean {
  const wanted = new Map(
    shape.indexes
      .filter((paths) => paths.length > 0 && paths[0] !== 'id')
      .map((paths) => [`${table.name}:${paths.join(',')}`, paths]),
  );
  const existing = (
    file
      .statement(`SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`)
      .all(table.name) as { name: string }[]
  ).map((row) => row.name);
  const obsolete = existing.filter((name) => !wanted.has(name));
  const missing = [...wanted].filter(([name]) => !existing.includes(name));
  for (const name of obsolete) file.database.exec(`DROP INDEX "${name}"`);
  for (const [name, paths] of missing) {
    const columns = [...paths.map((path) => (path === 'position' ? path : keyColumn(path))), 'id'];
    file.database.exec(`CREATE INDEX "${name}" ON ${table.name} (${columns.join(', ')})`);
  }
  return obsolete.length > 0 || missing.length > 0;
}

/** People search for the first letters while they type: these are found without going through all words that begin so. */
const LETTERS = 2;

function shapeSearch(
  file: GenerationFile,
  table: CollectionTable,
  { text, inOrder }: CollectionShape,
): boolean {
  const { searchMade: made } = table;
  if (text.length === 0 && made === undefined) return false;
  const isAsWanted = made?.letters === LETTERS && JSON.stringify(made.paths) === JSON.stringify(text);
  if (isAsWanted) return false;
  const search = `t${table.name.slice(1)}`;
  file.database.exec(`DROP TABLE IF EXISTS ${search}`);
  const note = (wanted: SearchMade | null) =>
    file
      .statement('UPDATE collections SET text = ? WHERE name = ?')
      .run(wanted && JSON.stringify(wanted), table.collection);
  if (text.length === 0) {
    note(null);
    return true;
  }
  const prefixes = Array.from({ length: LETTERS }, (_, shorter) => shorter + 1).join(' ');
  // The words come folded and each once: no positions, no copy of the text. Signs outside ASCII are letters to this tokenizer.
  file.database.exec(
    `CREATE VIRTUAL TABLE ${search} USING fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '${prefixes}')`,
  );
  const isInOrder = fillSearch(file.statement, table.name, search, text);
  note({ paths: text, letters: LETTERS, inOrder: inOrder === true && isInOrder });
  return true;
}

/** Returns whether ids grow from row to row. */
function fillSearch(
  statement: StatementCache,
  name: string,
  search: string,
  text: readonly string[],
): boolean {
  const insert = statement(`INSERT INTO ${search} (rowid, words) VALUES (?, ?)`);
  const batch = statement(
    `SELECT rowid, id, document FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT 1000`,
  );
  let isInOrder = true;
  for (let after = -1, before = ''; ;) {
    const rows = batch.all(after) as unknown as { rowid: number; id: string; document: string }[];
    if (rows.length === 0) return isInOrder;
    for (const { rowid, id, document } of rows) {
      insert.run(rowid, searchWords(JSON.parse(document), text));
      isInOrder &&= id > before;
      before = id;
    }
    after = rows[rows.length - 1]!.rowid;
  }
}

/** What the search table holds of a document. */
export function searchWords(document: unknown, text: readonly string[]): string {
  return [...documentWords(document, text)].join(' ');
}
