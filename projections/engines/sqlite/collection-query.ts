// What is asked of the documents of a generation, as plain data: it is answered here, or in a thread of its own.
import { BLOCK_DOCUMENTS, BLOCK_SIZE } from '#projections/port/blocks.js';
import type { DocumentBlock } from '#projections/port/generation.js';
import type { Filter, Query } from '#projections/port/query.js';
import { type Aggregation, type Groups, NO_GROUPS } from '#projections/port/aggregate.js';
import { aggregateGroups } from './aggregate.js';
import { reading } from './failures.js';
import { countByKey, findLines, type JsonPage } from './find.js';
import type { CollectionTable } from './collection-tables.js';
import type { GenerationFile } from './generation-file.js';
import { countUpTo } from './searched.js';
import type { Scalar } from '#specification/value.js';

export type CollectionQuery =
  | { readonly ask: 'find'; readonly collection: string; readonly query: Query }
  | { readonly ask: 'count'; readonly collection: string; readonly filter: Filter; readonly limit: number }
  | {
      readonly ask: 'countBy';
      readonly collection: string;
      readonly path: string;
      readonly filter: Filter;
      readonly limit: number;
    }
  | { readonly ask: 'aggregate'; readonly collection: string; readonly aggregation: Aggregation }
  | { readonly ask: 'block'; readonly collection: string; readonly after: string };

export interface BlockAfter extends DocumentBlock {
  readonly last: string;
}

export interface CollectionResults {
  readonly find: JsonPage;
  readonly count: { readonly count: number; readonly more: boolean };
  readonly countBy: ReadonlyMap<Scalar, number>;
  readonly aggregate: Groups;
  /** undefined: there are no more. */
  readonly block: BlockAfter | undefined;
}

export type AnswerTo<Q extends CollectionQuery> = CollectionResults[Q['ask']];

/** Throws `BadCursor`, `BadQuery`, `DamagedGeneration`. */
export function runQuery<Q extends CollectionQuery>(file: GenerationFile, question: Q): AnswerTo<Q> {
  return reading(file.path, () => {
    const table = file.tables().get(question.collection);
    return (table === undefined ? NOTHING[question.ask] : answerFrom(file, table, question)) as AnswerTo<Q>;
  });
}

const NOTHING: CollectionResults = {
  find: { lines: [] },
  count: { count: 0, more: false },
  countBy: new Map(),
  aggregate: NO_GROUPS,
  block: undefined,
};

function answerFrom(
  file: GenerationFile,
  table: CollectionTable,
  question: CollectionQuery,
): CollectionResults[CollectionQuery['ask']] {
  switch (question.ask) {
    case 'find':
      return findLines(file.statement, table, question.query);
    case 'count':
      return countUpTo(file.statement, table, question.filter, question.limit);
    case 'countBy':
      return countByKey(file.statement, table, question);
    case 'aggregate':
      return aggregateGroups(file.statement, table, question.aggregation);
    case 'block':
      return blockAfter(file, table, question.after);
  }
}

// JSON has no line feeds but those between its documents. One string for many: crossing into SQLite costs more than reading.
function blockAfter(file: GenerationFile, table: CollectionTable, after: string): BlockAfter | undefined {
  const some = (what: string) => `SELECT ${what} FROM ${table.name} WHERE id > ? ORDER BY id LIMIT ?`;
  const joined = `SELECT group_concat(document, char(10)) AS lines, count(*) AS count, max(id) AS last FROM (${some('id, document')})`;
  const block = file.statement(joined).get(after, documentsAfter()) as unknown as BlockAfter;
  return block.count === 0 ? undefined : { lines: block.lines, count: block.count, last: block.last };

  function documentsAfter(): number {
    const sizes = some('octet_length(document) AS size');
    const total = file
      .statement(`SELECT total(size) AS size FROM (${sizes})`)
      .get(after, BLOCK_DOCUMENTS) as unknown as SizedResult;
    if (total.size < BLOCK_SIZE) return BLOCK_DOCUMENTS;
    return howManyFit(file.statement(sizes).all(after, BLOCK_DOCUMENTS) as unknown as SizedResult[]);
  }
}

interface SizedResult {
  readonly size: number;
}

/** Until a block is large enough, with the one that makes it so. */
function howManyFit(documents: readonly SizedResult[]): number {
  let sum = 0;
  const last = documents.findIndex(({ size }) => (sum += size) >= BLOCK_SIZE);
  return last === -1 ? documents.length : last + 1;
}
