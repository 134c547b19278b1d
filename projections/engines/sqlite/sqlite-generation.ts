import {
  DEFAULT_COUNT_LIMIT,
  type Filter,
  type Page,
  type Query,
  type FindIndexes,
} from '#projections/port/query.js';
import type { Aggregation } from '#projections/port/aggregation.js';
import type {
  DocumentBlock,
  Generation,
  Snapshot,
  DocumentWrite,
  PathStringsQuery,
} from '#projections/port/generation.js';
import type { RecordedEventReference } from '#event-store/event-store.js';
import { type GenerationFile, openGenerationFile } from './generation-file.js';
import type { GenerationMeta } from './generation-meta.js';
import { type QueryResult, type CollectionQuery, runCollectionQuery } from './run-collection-query.js';
import type { JsonPage } from './find-json-page.js';
import type { ReaderPool } from './readers/reader-pool.js';
import { dropStatistics, analyzeCollections } from './planner-statistics.js';
import {
  type AppliedTableIndexes,
  assertNotWrittenElsewhere,
  writeDocuments,
  writeInTransaction,
} from './write-documents.js';
import { translateDamageErrors } from './prepared-statements.js';
import { updateTableSchema } from './table-schema.js';

/** Quicker here than in a thread. */
const MAX_POINT_LOOKUP_IDS = 100;
const MEASURE_EVERY = 1_000;

interface SqliteGenerationParts {
  readonly projection: string;
  readonly number: number;
  readonly shapeOf: FindIndexes;
  /** undefined: every query runs here, synchronously. */
  readonly readers?: ReaderPool;
}

export function createSqliteGeneration(
  opened: GenerationFile,
  { projection, number, shapeOf, readers }: SqliteGenerationParts,
): Generation {
  let file = opened;
  let known: GenerationMeta = file.readMeta();
  const shaped: AppliedTableIndexes = new Map();
  let written = 0;
  const ask: QueryRunner = async (question) => {
    // A file being filled is locked for others.
    if (!readers || file.isBulkLoad || isPointLookup(question)) return runCollectionQuery(file, question);
    const answered = await readers.runQuery(file.path, question);
    // Removed while still read: this connection has it open.
    return answered === 'gone' ? runCollectionQuery(file, question) : answered.answer;
  };
  return {
    ...createSqliteReads(() => file, ask, { projection, number }),
    checkpoint: async () => file.readMeta().checkpoint,
    find: async <Doc>(collection: string, query: Query) =>
      parsePage<Doc>(await ask({ ask: 'find', collection, query })),
    count: (collection: string, filter: Filter = {}, limit = DEFAULT_COUNT_LIMIT) =>
      ask({ ask: 'count', collection, filter, limit }),
    countBy: (collection: string, path: string, filter: Filter = {}, limit = Number.MAX_SAFE_INTEGER) =>
      ask({ ask: 'countBy', collection, path, filter, limit }),
    aggregate: (collection: string, aggregation: Aggregation) =>
      ask({ ask: 'aggregate', collection, aggregation }),
    texts: (collection: string, query: PathStringsQuery) => ask({ ask: 'texts', collection, query }),
    async write(writes: readonly DocumentWrite[], checkpoint: number, last?: RecordedEventReference) {
      known = translateDamageErrors(file.path, () =>
        writeInTransaction(file, () => {
          assertNotWrittenElsewhere(file, known);
          writeDocuments(file, writes, shapeOf, shaped);
          const event = last === undefined ? null : JSON.stringify(last);
          file.statement('UPDATE meta SET checkpoint = ?, last = ?').run(checkpoint, event);
          written += writes.length;
          if (written >= MEASURE_EVERY && !file.isBulkLoad) {
            written = 0;
            analyzeCollections(file);
          }
          return file.readMeta();
        }),
      );
    },
    async reshape() {
      known = translateDamageErrors(file.path, () => reshapeTables(file, shapeOf, shaped, known));
      if (!file.isBulkLoad) return;
      file = endBulk(file);
    },
    async snapshot() {
      return openSnapshot(file.path, projection, number);
    },
    async close() {
      file.close();
      await readers?.release(file.path);
    },
  };
}

type QueryRunner = <Q extends CollectionQuery>(question: Q) => Promise<QueryResult<Q>>;

function isPointLookup(question: CollectionQuery): boolean {
  if (question.ask !== 'find') return false;
  const { filter = {}, cursor } = question.query;
  const { id, ...others } = filter as { readonly id?: unknown };
  if (id === undefined || cursor !== undefined || Object.keys(others).length > 0) return false;
  const ids = typeof id === 'string' ? [id] : (id as { readonly $in?: unknown } | null)?.$in;
  return Array.isArray(ids) && ids.length <= MAX_POINT_LOOKUP_IDS;
}

function parsePage<Doc>({ lines, ...cursors }: JsonPage): Page<Doc> {
  return { documents: lines.map((line) => JSON.parse(line) as Doc), ...cursors };
}

function reshapeTables(
  file: GenerationFile,
  shapeOf: FindIndexes,
  shaped: AppliedTableIndexes,
  known: GenerationMeta,
): GenerationMeta {
  return writeInTransaction(file, () => {
    assertNotWrittenElsewhere(file, known);
    for (const table of file.readTables().values()) {
      const shape = shapeOf(table.collection);
      if (shape === undefined) continue;
      if (updateTableSchema(file, table, shape)) dropStatistics(file, table.name);
      shaped.set(table.collection, shape);
    }
    analyzeCollections(file);
    return file.readMeta();
  });
}

function endBulk(file: GenerationFile): GenerationFile {
  file.database.exec('PRAGMA synchronous = FULL; UPDATE meta SET checkpoint = checkpoint');
  file.close();
  return openGenerationFile(file.path, { bulk: false, token: file.token });
}

type SqliteReads = Pick<Generation, 'projection' | 'number' | 'get' | 'scan' | 'blocks' | 'collections'>;

function createSqliteReads(
  file: () => GenerationFile,
  ask: QueryRunner,
  of: { projection: string; number: number },
): SqliteReads {
  return {
    ...of,
    async get<Doc>(collection: string, id: string) {
      const { path, statement, readTables } = file();
      return translateDamageErrors(path, () => {
        const table = readTables().get(collection);
        if (table === undefined) return undefined;
        const row = statement(`SELECT document FROM ${table.name} WHERE id = ?`).get(id) as
          { document: string } | undefined;
        return row && (JSON.parse(row.document) as Doc);
      });
    },
    collections: async () => [...file().readTables().keys()].sort(),
    async *scan<Doc>(collection: string) {
      for await (const { lines } of blocksOf(ask, collection))
        for (const line of lines.split('\n')) yield JSON.parse(line) as Doc;
    },
    async *blocks(collection: string) {
      yield* blocksOf(ask, collection);
    },
  };
}

async function* blocksOf(ask: QueryRunner, collection: string): AsyncIterable<DocumentBlock> {
  for (let after = ''; ;) {
    const block = await ask({ ask: 'block', collection, after });
    if (!block) return;
    yield { lines: block.lines, count: block.count };
    after = block.last;
  }
}

// A WAL read transaction is a snapshot and blocks no writer.
function openSnapshot(path: string, projection: string, number: number): Snapshot {
  const file = openGenerationFile(path, { bulk: false });
  file.database.exec('BEGIN');
  const { checkpoint } = file.readMeta();
  return {
    ...createSqliteReads(
      () => file,
      async (question) => runCollectionQuery(file, question),
      { projection, number },
    ),
    checkpoint: () => Promise.resolve(checkpoint),
    close: async () => file.close(),
  };
}
