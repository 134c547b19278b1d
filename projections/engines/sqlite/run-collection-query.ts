import type { Filter, Query } from '#projections/port/query.js';
import { type CollectionTable, countUpTo } from './collection-tables.js';
import type { Scalar } from '#specification/model/stored-value.js';
import { type Aggregation, type Groups, NO_GROUPS } from '#projections/port/aggregation.js';
import { aggregateGroups } from './aggregation-sql.js';
import { countByValue, type CountByValueQuery } from './count-by-value.js';
import { findJsonPage, type JsonPage } from './find-json-page.js';
import type { GenerationFile } from './generation-file.js';
import { translateDamageErrors } from './prepared-statements.js';
import { NO_STRINGS, type PathStrings, type PathStringsQuery } from '#projections/port/generation.js';
import { readStringsAtPath } from './read-strings-at-path.js';
import { type BlockWithLastId, readDocumentBlockAfter } from './read-document-block.js';

export type CollectionQuery =
  | { readonly ask: 'find'; readonly collection: string; readonly query: Query }
  | { readonly ask: 'count'; readonly collection: string; readonly filter: Filter; readonly limit: number }
  | ({ readonly ask: 'countBy'; readonly collection: string } & CountByValueQuery)
  | { readonly ask: 'aggregate'; readonly collection: string; readonly aggregation: Aggregation }
  | { readonly ask: 'texts'; readonly collection: string; readonly query: PathStringsQuery }
  | { readonly ask: 'block'; readonly collection: string; readonly after: string };

interface CollectionResults {
  readonly find: JsonPage;
  readonly count: { readonly count: number; readonly more: boolean };
  readonly countBy: ReadonlyMap<Scalar, number>;
  readonly aggregate: Groups;
  readonly texts: PathStrings;
  readonly block: BlockWithLastId | undefined;
}

export type QueryResult<Q extends CollectionQuery> = CollectionResults[Q['ask']];

/** Throws `BadCursor`, `BadQuery`, `DamagedGeneration`. */
export function runCollectionQuery<Q extends CollectionQuery>(
  file: GenerationFile,
  question: Q,
): QueryResult<Q> {
  return translateDamageErrors(file.path, () => {
    const table = file.readTables().get(question.collection);
    return (
      table === undefined ? NO_DOCUMENTS[question.ask] : runQueryOnTable(file, table, question)
    ) as QueryResult<Q>;
  });
}

const NO_DOCUMENTS: CollectionResults = {
  find: { lines: [] },
  count: { count: 0, more: false },
  countBy: new Map(),
  aggregate: NO_GROUPS,
  texts: NO_STRINGS,
  block: undefined,
};

function runQueryOnTable(
  file: GenerationFile,
  table: CollectionTable,
  question: CollectionQuery,
): CollectionResults[CollectionQuery['ask']] {
  switch (question.ask) {
    case 'find':
      return findJsonPage(file.statement, table, question.query);
    case 'count':
      return countUpTo(file.statement, table, question.filter, question.limit);
    case 'countBy':
      return countByValue(file.statement, table, question);
    case 'aggregate':
      return aggregateGroups(file.statement, table, question.aggregation);
    case 'texts':
      return readStringsAtPath(file.statement, table, question.query);
    case 'block':
      return readDocumentBlockAfter(file, table, question.after);
  }
}
