// What a generation and a snapshot of it have in common: documents one by one, in order, and as JSON.
import type { ClientSession } from 'mongodb';
import type { Block, Generation } from '../read-model.js';
import { type Connection, READ_MS } from './connection.js';
import { type Condition, type Stored, and } from './filter-to-mongo.js';
import type { GenerationRecord, RegisteredCollection } from './generation-record.js';
import type { Readable } from './pages.js';
import { collectionsPrefix } from './contents.js';
import { gathered } from './gather.js';
import { documentOf, storedText } from './stored-form.js';

const BLOCK = 500;

type Get = (id: string) => Promise<Stored | undefined>;

export type Reads = Pick<Generation, 'get' | 'scan' | 'blocks' | 'collections'>;

export interface ReadParts {
  readonly connection: Connection;
  /** As it is known now. */
  readonly record: () => GenerationRecord;
  readonly read: () => Promise<GenerationRecord>;
  /** Reads the moment that the session has chosen. */
  readonly session?: ClientSession;
}

/** Finds the collection of a name; undefined: nobody has written to it. */
export type Find = (name: string) => Promise<Readable | undefined>;

/** Where a collection's documents are. */
export function stored({ connection, record, session }: ReadParts, { number }: RegisteredCollection) {
  return connection.database.collection<Stored>(
    `${collectionsPrefix(record()._id)}${number}`,
    session && { readConcern: { level: 'snapshot' } },
  );
}

export function finder(parts: ReadParts): Find {
  const known = new Map<string, Readable>();
  return async (name) => {
    const found = known.get(name);
    if (found) return found;
    const of = (record: GenerationRecord) => record.collections.find((each) => each.name === name);
    const registered = of(parts.record()) ?? of(await parts.read());
    if (!registered) return undefined;
    const living: Condition = parts.record().marks ? { d: { $exists: true } } : {};
    const readable = { collection: stored(parts, registered), living, maxTimeMS: READ_MS };
    known.set(name, readable);
    return readable;
  };
}

export function readsOf(parts: ReadParts, find: Find): Reads {
  const { connection, session } = parts;
  const getters = new Map<string, Get>();
  return {
    async get<Doc>(collection: string, id: string) {
      let stored = getters.get(collection);
      if (!stored) getters.set(collection, (stored = gathered((ids) => many(collection, ids))));
      const found = await stored(storedText(id));
      return found && (documentOf(found.d) as Doc);
    },
    async collections() {
      return (await parts.read()).collections.map(({ name }) => name).sort();
    },
    async *scan<Doc>(collection: string) {
      for await (const rows of rowsOf(collection)) for (const { d } of rows) yield documentOf(d) as Doc;
    },
    async *blocks(collection: string): AsyncIterable<Block> {
      for await (const rows of rowsOf(collection)) {
        const lines = rows.map(({ d }) => JSON.stringify(documentOf(d))).join('\n');
        yield { lines, count: rows.length };
      }
    },
  };

  async function many(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
    const from = await find(collection);
    if (!from) return new Map();
    const where = and([{ _id: { $in: [...ids] } }, from.living]);
    const options = { projection: { d: 1 }, batchSize: ids.length + 1, session, maxTimeMS: from.maxTimeMS };
    const rows = await connection.reach(() => from.collection.find(where, options).toArray());
    return new Map(rows.map((row) => [row._id, row as Stored]));
  }

  // One find for each block: it is asked again after a failover, which a cursor would not survive.
  async function* rowsOf(collection: string): AsyncIterable<Stored[]> {
    const from = await find(collection);
    if (!from) return;
    for (let after: string | undefined; ;) {
      const where = and([after === undefined ? {} : { _id: { $gt: after } }, from.living]);
      const options = {
        sort: { _id: 1 },
        limit: BLOCK,
        batchSize: BLOCK + 1,
        projection: { d: 1 },
        session,
      } as const;
      const rows = await connection.reach(() => from.collection.find(where, options).toArray());
      if (rows.length > 0) yield rows as Stored[];
      if (rows.length < BLOCK) return;
      after = rows.at(-1)!._id;
    }
  }
}
