import type { CollectionTable, SearchTableInfo } from './collection-tables.js';
import { toKeyColumnName, buildComparisonKeySql } from './filter-to-sql.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { listSearchWords } from '#projections/port/search-words.js';
import type { StatementCache } from './prepared-statements.js';
import type { GenerationFile } from './generation-file.js';

/** Within the caller's transaction. Unused columns stay until the next rebuild. */
export function createCollectionTable(
  file: GenerationFile,
  collection: string,
  shape: CollectionIndexes,
): CollectionTable {
  const { lastInsertRowid: number } = file
    .statement('INSERT INTO collections (name) VALUES (?)')
    .run(collection);
  const columns = keyedPaths(shape).map((path) => `, ${toKeyColumnName(path)}`);
  file.database.exec(
    `CREATE TABLE c${number} (id TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL, words INTEGER${columns.join('')}, document TEXT NOT NULL)`,
  );
  tablesChanged(file);
  const table = file.readTables().get(collection)!;
  // Other collections get their words in `updateTableSchema`, once complete.
  if (!shape.fixed || !file.isBulkLoad || !shapeSearch(file, table, shape)) return table;
  file.forgetTables();
  return file.readTables().get(collection)!;
}

/** Within the caller's transaction. true: something changed. */
export function updateTableSchema(
  file: GenerationFile,
  table: CollectionTable,
  shape: CollectionIndexes,
): boolean {
  const added = addColumns(file, table, shape);
  const indexed = syncIndexes(file, table, shape);
  const searched = shapeSearch(file, table, shape);
  if (added || indexed || searched) tablesChanged(file);
  return added || indexed || searched;
}

function tablesChanged(file: GenerationFile): void {
  file.statement('UPDATE meta SET shape = shape + 1').run();
  file.forgetTables();
}

function keyedPaths(shape: CollectionIndexes): string[] {
  return [...new Set(shape.indexes.flat())].filter((path) => path !== 'id' && path !== 'position');
}

function addColumns(file: GenerationFile, table: CollectionTable, shape: CollectionIndexes): boolean {
  const missing = keyedPaths(shape).filter((path) => !table.keys.has(path));
  for (const path of missing) {
    file.database.exec(`ALTER TABLE ${table.name} ADD COLUMN ${toKeyColumnName(path)}`);
  }
  if (missing.length > 0) {
    const values = missing.map((path) => `${toKeyColumnName(path)} = ${buildComparisonKeySql(path)}`);
    file.database.exec(`UPDATE ${table.name} SET ${values.join(', ')}`);
  }
  return missing.length > 0;
}

function syncIndexes(file: GenerationFile, table: CollectionTable, shape: CollectionIndexes): boolean {
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
    const columns = [...paths.map((path) => (path === 'position' ? path : toKeyColumnName(path))), 'id'];
    file.database.exec(`CREATE INDEX "${name}" ON ${table.name} (${columns.join(', ')})`);
  }
  return obsolete.length > 0 || missing.length > 0;
}

/** Short prefixes are typed first and match many words. */
const LETTERS = 2;

function shapeSearch(
  file: GenerationFile,
  table: CollectionTable,
  { text, inOrder }: CollectionIndexes,
): boolean {
  const { searchInfo: made } = table;
  if (text.length === 0 && made === undefined) return false;
  const isAsWanted = made?.letters === LETTERS && JSON.stringify(made.paths) === JSON.stringify(text);
  if (isAsWanted) return false;
  const search = `t${table.name.slice(1)}`;
  file.database.exec(`DROP TABLE IF EXISTS ${search}`);
  const note = (wanted: SearchTableInfo | null) =>
    file
      .statement('UPDATE collections SET text = ? WHERE name = ?')
      .run(wanted && JSON.stringify(wanted), table.collection);
  if (text.length === 0) {
    note(null);
    return true;
  }
  const prefixes = Array.from({ length: LETTERS }, (_, shorter) => shorter + 1).join(' ');
  // Words arrive folded and deduplicated, so positions and text are not stored. The tokenizer takes non-ASCII characters for letters.
  file.database.exec(
    `CREATE VIRTUAL TABLE ${search} USING fts5(words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '${prefixes}')`,
  );
  const isInOrder = fillSearch(file.statement, table.name, search, text);
  note({ paths: text, letters: LETTERS, inOrder: inOrder === true && isInOrder });
  return true;
}

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
      insert.run(rowid, joinSearchWords(JSON.parse(document), text));
      isInOrder &&= id > before;
      before = id;
    }
    after = rows[rows.length - 1]!.rowid;
  }
}

export function joinSearchWords(document: unknown, text: readonly string[]): string {
  return [...listSearchWords(document, text)].join(' ');
}
