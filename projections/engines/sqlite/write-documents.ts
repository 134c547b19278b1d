import { createHash } from 'node:crypto';
import type { CollectionIndexes, FindIndexes } from '#projections/port/query.js';
import type { DocumentWrite } from '#projections/port/generation.js';
import { runInTransaction } from '#platform/sqlite.js';
import { WrittenElsewhere } from '#projections/port/read-model-errors.js';
import type { CollectionTable } from './collection-tables.js';
import { type GenerationFile } from './generation-file.js';
import type { GenerationMeta } from './generation-meta.js';
import { type SqlValue, computeComparisonKey } from './filter-to-sql.js';
import { createCollectionTable, joinSearchWords, updateTableSchema } from './table-schema.js';

export function writeInTransaction<T>(file: GenerationFile, run: () => T): T {
  try {
    return runInTransaction(file.database, run);
  } catch (error) {
    file.forgetTables();
    throw error;
  }
}

/** Throws for other processes' writes, or a stale token. */
export function assertNotWrittenElsewhere(file: GenerationFile, known: GenerationMeta): void {
  const now = file.readMeta();
  if (now.token !== file.token)
    throw new WrittenElsewhere(`${file.path} is written under lease ${now.token}, this is ${file.token}`);
  if (now.checkpoint !== known.checkpoint || now.shape !== known.shape)
    throw new WrittenElsewhere(`${file.path} was at ${known.checkpoint} and is at ${now.checkpoint} now`);
}

export type AppliedTableIndexes = Map<string, CollectionIndexes>;

const UNKNOWN: CollectionIndexes = { indexes: [], text: [] };

export function writeDocuments(
  file: GenerationFile,
  writes: readonly DocumentWrite[],
  shapeOf: FindIndexes,
  shaped: AppliedTableIndexes,
): void {
  const puts = new Map<string, Put>();
  for (const { collection, id, document } of writes) {
    let put = puts.get(collection);
    if (put === undefined) {
      const table = ensureShapedTable(file, collection, shapeOf, shaped);
      put = preparePut(file, table, shapeOf(collection)?.fixed === true);
      puts.set(collection, put);
    }
    if (document === undefined) removeDocument(file, file.readTables().get(collection)!, id);
    else put(id, document);
  }
}

function ensureShapedTable(
  file: GenerationFile,
  collection: string,
  shapeOf: FindIndexes,
  shaped: AppliedTableIndexes,
): CollectionTable {
  const shape = shapeOf(collection);
  const table =
    file.readTables().get(collection) ?? createCollectionTable(file, collection, shape ?? UNKNOWN);
  if (file.isBulkLoad || shape === undefined || shaped.get(collection) === shape) return table;
  updateTableSchema(file, table, shape);
  shaped.set(collection, shape);
  return file.readTables().get(collection)!;
}

type Put = (id: string, document: { readonly position: number }) => void;

function preparePut(file: GenerationFile, table: CollectionTable, isFixed: boolean): Put {
  const columns = ['id', 'position', 'document', ...table.keys.values()];
  const paths = [...table.keys.keys()];
  const replaced = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  const insert = file.statement(
    `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (id) DO ${isFixed ? 'NOTHING' : `UPDATE SET ${replaced.join(', ')}`}`,
  );
  const row = (id: string, document: { readonly position: number }): SqlValue[] => {
    const values: SqlValue[] = [id, document.position, JSON.stringify(document)];
    for (const path of paths) values.push(computeComparisonKey(document, path));
    return values;
  };
  if (isFixed) return putFixed(file, table, (id, document) => insert.run(...row(id, document)));
  const put: Put = (id, document) => {
    insert.run(...row(id, document));
  };
  return table.search === undefined ? put : withWords(file, table, put);
}

type Insert = (
  id: string,
  document: { readonly position: number },
) => { readonly changes: number; readonly lastInsertRowid: number | bigint };

function putFixed(file: GenerationFile, table: CollectionTable, insert: Insert): Put {
  if (table.search === undefined) return insert;
  const index = file.statement(`INSERT INTO ${table.search} (rowid, words) VALUES (?, ?)`);
  return (id, document) => {
    const { changes, lastInsertRowid } = insert(id, document);
    if (changes === 0) return;
    const words = joinSearchWords(document, table.text!);
    if (words) index.run(lastInsertRowid, words);
  };
}

// The search table is expensive, and most events leave words unchanged.
function withWords(file: GenerationFile, table: CollectionTable, put: Put): Put {
  const find = file.statement(`SELECT rowid, words FROM ${table.name} WHERE id = ?`);
  const note = file.statement(`UPDATE ${table.name} SET words = ? WHERE rowid = ?`);
  const index = file.statement(`INSERT OR REPLACE INTO ${table.search} (rowid, words) VALUES (?, ?)`);
  return (id, document) => {
    put(id, document);
    const row = find.get(id) as { rowid: number; words: number | null };
    const words = joinSearchWords(document, table.text!);
    const digest = createHash('sha1').update(words).digest().readUIntBE(0, 6);
    if (row.words === digest) return;
    index.run(row.rowid, words);
    note.run(digest, row.rowid);
  };
}

function removeDocument(file: GenerationFile, table: CollectionTable, id: string): void {
  const row = file.statement(`SELECT rowid FROM ${table.name} WHERE id = ?`).get(id) as
    { rowid: number } | undefined;
  if (row === undefined) return;
  if (table.search) file.statement(`DELETE FROM ${table.search} WHERE rowid = ?`).run(row.rowid);
  file.statement(`DELETE FROM ${table.name} WHERE rowid = ?`).run(row.rowid);
}
