// One moment of a generation, frozen: by MongoDB itself where it keeps moments, or else by a copy in a temporary folder.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ReadModelsUnavailable, type Snapshot } from '../read-model.js';
import type { Connection } from './connection.js';
import type { Fence } from './fence.js';
import { type GenerationRecord, recordsOf } from './generation-record.js';
import { type Reads, finder, readsOf } from './reads.js';

interface Of {
  readonly connection: Connection;
  readonly fence: Fence;
  readonly projection: string;
  readonly number: number;
}

/** Throws `ReadModelsUnavailable`: where it is copied, and written to all the while, too. */
export function snapshotOf(of: Of): Promise<Snapshot> {
  return of.connection.snapshots ? sessionSnapshot(of) : copiedSnapshot(of);
}

/** The server keeps a moment for five minutes, if it is not told otherwise (`minSnapshotHistoryWindowInSeconds`). */
async function sessionSnapshot({ connection, fence, projection, number }: Of): Promise<Snapshot> {
  const session = connection.client.startSession({ snapshot: true });
  try {
    // The first read chooses the moment.
    const records = recordsOf(connection, { readConcern: { level: 'snapshot' } });
    const record = await connection.reach(() => records.findOne({ _id: fence.known._id }, { session }));
    if (!record) throw new ReadModelsUnavailable(`Generation ${fence.known._id} was dropped meanwhile.`);
    const parts = { connection, session, record: () => record, read: () => Promise.resolve(record) };
    return {
      projection,
      number,
      ...readsOf(parts, finder(parts)),
      checkpoint: () => Promise.resolve(record.checkpoint),
      close: () => session.endSession(),
    };
  } catch (error) {
    await session.endSession();
    throw error;
  }
}

const PATIENCE_MS = 30_000;
/** A writer that died leaves its mark: what it wrote is not changed any more. */
const STILL_MS = 2_000;

/** Copied until nothing was written meanwhile. */
async function copiedSnapshot({ connection, fence, projection, number }: Of): Promise<Snapshot> {
  const end = performance.now() + PATIENCE_MS;
  let before = await fence.read();
  for (let since = performance.now(); performance.now() < end;) {
    const isStill = !before.writing || performance.now() - since > STILL_MS;
    const copy = isStill ? await copied(connection, before) : undefined;
    const after = await fence.read();
    if (copy && after.stamp === before.stamp)
      return {
        projection,
        number,
        ...copy,
        checkpoint: () => Promise.resolve(after.checkpoint),
      };
    await copy?.close();
    if (after.stamp !== before.stamp) since = performance.now();
    before = after;
    await pause(50);
  }
  throw new ReadModelsUnavailable(
    `Generation ${fence.known._id} is written to all the while, and ${connection.shown} keeps no moments. Run MongoDB as a replica set, or end the projections meanwhile.`,
  );
}

async function copied(
  connection: Connection,
  record: GenerationRecord,
): Promise<Reads & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-snapshot-'));
  const close = () => rm(folder, { recursive: true, force: true });
  const parts = { connection, record: () => record, read: () => Promise.resolve(record) };
  const now = readsOf(parts, finder(parts));
  const counts = new Map(record.collections.map(({ name }, at) => [name, join(folder, String(at))]));
  try {
    for (const [name, path] of counts) await pipeline(texts(now, name), createWriteStream(path));
  } catch (error) {
    await close();
    throw error;
  }
  const lines = async function* (name: string): AsyncIterable<string> {
    const path = counts.get(name);
    if (path) yield* createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  };
  return { ...readsOfLines(lines), collections: async () => [...counts.keys()].sort(), close };
}

async function* texts(now: Reads, name: string): AsyncIterable<string> {
  for await (const block of now.blocks(name)) yield `${block.lines}\n`;
}

const BLOCK = 500;

function readsOfLines(lines: (name: string) => AsyncIterable<string>): Omit<Reads, 'collections'> {
  return {
    async *scan<Doc>(name: string) {
      for await (const line of lines(name)) yield JSON.parse(line) as Doc;
    },
    async *blocks(name) {
      let block: string[] = [];
      for await (const line of lines(name)) {
        block.push(line);
        if (block.length < BLOCK) continue;
        yield { lines: block.join('\n'), count: block.length };
        block = [];
      }
      if (block.length > 0) yield { lines: block.join('\n'), count: block.length };
    },
    async get<Doc>(name: string, id: string) {
      for await (const line of lines(name)) {
        const document = JSON.parse(line) as { id?: string };
        if (document.id === id) return document as Doc;
      }
      return undefined;
    },
  };
}
