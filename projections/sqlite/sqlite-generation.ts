// One generation of one projection in its SQLite file.
import type { Block, Filter, Generation, Query, Scalar, ShapeOf, Snapshot, Write } from '../read-model.js';
import { reading } from './failures.js';
import { countByKey, findPage } from './find.js';
import {
  type CollectionTable,
  type GenerationFile,
  type Meta,
  openGenerationFile,
} from './generation-file.js';
import { countUpTo } from './ordered.js';
import { shapeTable } from './shape-tables.js';
import { forgetMeasured, measureCollections } from './statistics.js';
import { type Shaped, expectMeta, inTransaction, writeDocuments } from './write-documents.js';

const CAP = 10_000;
/** After so many documents, looks whether collections have grown. */
const MEASURE_EVERY = 1_000;

export function sqliteGeneration(
  opened: GenerationFile,
  { projection, number, shapeOf }: { projection: string; number: number; shapeOf: ShapeOf },
): Generation {
  let file = opened;
  let known: Meta = file.meta();
  const shaped: Shaped = new Map();
  let written = 0;
  const table = (collection: string): CollectionTable | undefined => file.tables().get(collection);
  const on = <T>(collection: string, empty: T, read: (found: CollectionTable) => T): T =>
    reading(file.path, () => {
      const found = table(collection);
      return found === undefined ? empty : read(found);
    });
  return {
    ...sqliteReads(() => file, { projection, number }),
    checkpoint: async () => file.meta().checkpoint,
    find: async <Doc>(collection: string, query: Query) =>
      on(collection, { documents: [] }, (found) => findPage<Doc>(file.statement, found, query)),
    count: async (collection: string, filter: Filter = {}, limit = CAP) =>
      on(collection, { count: 0, more: false }, (found) => countUpTo(file.statement, found, filter, limit)),
    countBy: async (collection: string, path: string, filter: Filter = {}) =>
      on<ReadonlyMap<Scalar, number>>(collection, new Map(), (found) =>
        countByKey(file.statement, found, path, filter),
      ),
    async write(writes: readonly Write[], checkpoint: number) {
      known = reading(file.path, () =>
        inTransaction(file, () => {
          expectMeta(file, known);
          writeDocuments(file, writes, shapeOf, shaped);
          file.statement('UPDATE meta SET checkpoint = ?').run(checkpoint);
          written += writes.length;
          if (written >= MEASURE_EVERY && !file.bulk) {
            written = 0;
            measureCollections(file);
          }
          return file.meta();
        }),
      );
    },
    async reshape() {
      known = reading(file.path, () => reshaped(file, shapeOf, shaped, known));
      if (!file.bulk) return;
      file = endBulk(file);
    },
    async snapshot() {
      return snapshotOf(file.path, projection, number);
    },
    async close() {
      file.close();
    },
  };
}

function reshaped(file: GenerationFile, shapeOf: ShapeOf, shaped: Shaped, known: Meta): Meta {
  return inTransaction(file, () => {
    expectMeta(file, known);
    for (const table of file.tables().values()) {
      const shape = shapeOf(table.collection);
      if (shape === undefined) continue;
      if (shapeTable(file, table, shape)) forgetMeasured(file, table.name);
      shaped.set(table.collection, shape);
    }
    measureCollections(file);
    return file.meta();
  });
}

/** Forces everything to the disk, and lets others in. */
function endBulk(file: GenerationFile): GenerationFile {
  file.database.exec('PRAGMA synchronous = FULL; UPDATE meta SET checkpoint = checkpoint');
  file.close();
  return openGenerationFile(file.path, { bulk: false, token: file.token });
}

type Reads = Pick<Generation, 'projection' | 'number' | 'get' | 'scan' | 'blocks' | 'collections'>;

function sqliteReads(file: () => GenerationFile, of: { projection: string; number: number }): Reads {
  return {
    ...of,
    async get<Doc>(collection: string, id: string) {
      const { path, statement, tables } = file();
      return reading(path, () => {
        const table = tables().get(collection);
        if (table === undefined) return undefined;
        const row = statement(`SELECT document FROM ${table.name} WHERE id = ?`).get(id) as
          { document: string } | undefined;
        return row && (JSON.parse(row.document) as Doc);
      });
    },
    collections: async () => [...file().tables().keys()].sort(),
    async *scan<Doc>(collection: string) {
      for (const { lines } of blocksOf(file, collection))
        for (const line of lines.split('\n')) yield JSON.parse(line) as Doc;
    },
    async *blocks(collection: string) {
      yield* blocksOf(file, collection);
    },
  };
}

// JSON has no line feeds but those between its documents. One string for many: crossing into SQLite costs more than reading.
function* blocksOf(current: () => GenerationFile, collection: string): Iterable<Block> {
  for (let after = ''; ;) {
    const file = current();
    const block = reading(file.path, () => {
      const table = file.tables().get(collection);
      if (table === undefined) return undefined;
      const batch = `SELECT id, document FROM ${table.name} WHERE id > ? ORDER BY id LIMIT 500`;
      const joined = `SELECT group_concat(document, char(10)) AS lines, count(*) AS count, max(id) AS last FROM (${batch})`;
      return file.statement(joined).get(after) as unknown as Block & { readonly last: string };
    });
    if (!block || block.count === 0) return;
    yield { lines: block.lines, count: block.count };
    after = block.last;
  }
}

// A read transaction in WAL mode sees one moment for as long as it is open, and holds nobody up.
function snapshotOf(path: string, projection: string, number: number): Snapshot {
  const file = openGenerationFile(path, { bulk: false });
  file.database.exec('BEGIN');
  const { checkpoint } = file.meta();
  return {
    ...sqliteReads(() => file, { projection, number }),
    checkpoint: () => Promise.resolve(checkpoint),
    close: async () => file.close(),
  };
}
