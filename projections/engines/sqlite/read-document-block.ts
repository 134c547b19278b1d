import { BLOCK_DOCUMENTS, MAX_BLOCK_CHARACTERS } from '#projections/port/group-into-blocks.js';
import type { DocumentBlock } from '#projections/port/generation.js';
import type { CollectionTable } from './collection-tables.js';
import type { GenerationFile } from './generation-file.js';

export interface BlockWithLastId extends DocumentBlock {
  readonly last: string;
}

// One string for many documents, since each crossing into SQLite is expensive; JSON contains no line feeds.
export function readDocumentBlockAfter(
  file: GenerationFile,
  table: CollectionTable,
  after: string,
): BlockWithLastId | undefined {
  const some = (what: string) => `SELECT ${what} FROM ${table.name} WHERE id > ? ORDER BY id LIMIT ?`;
  const joined = `SELECT group_concat(document, char(10)) AS lines, count(*) AS count, max(id) AS last FROM (${some('id, document')})`;
  const block = file.statement(joined).get(after, documentsAfter()) as unknown as BlockWithLastId;
  return block.count === 0 ? undefined : { lines: block.lines, count: block.count, last: block.last };

  function documentsAfter(): number {
    const sizes = some('octet_length(document) AS size');
    const total = file
      .statement(`SELECT total(size) AS size FROM (${sizes})`)
      .get(after, BLOCK_DOCUMENTS) as unknown as SizeRow;
    if (total.size < MAX_BLOCK_CHARACTERS) return BLOCK_DOCUMENTS;
    return countFitting(file.statement(sizes).all(after, BLOCK_DOCUMENTS) as unknown as SizeRow[]);
  }
}

interface SizeRow {
  readonly size: number;
}

function countFitting(documents: readonly SizeRow[]): number {
  let sum = 0;
  const last = documents.findIndex(({ size }) => (sum += size) >= MAX_BLOCK_CHARACTERS);
  return last === -1 ? documents.length : last + 1;
}
