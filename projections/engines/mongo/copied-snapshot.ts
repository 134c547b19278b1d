// A frozen moment where the server keeps none: a copy in a temporary folder. It is made while others go on working; only for
// what was written meanwhile, whoever builds the generation has to wait.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf } from '#projections/port/blocks.js';
import type { Snapshot } from '#projections/port/generation.js';
import {
  type CopiedDocument,
  readCopiedDocuments,
  emptyUnlessThere,
  merged,
  writeDocumentsTo,
  writeIdsTo,
} from './copied-documents.js';
import { heldStill } from './hold.js';
import type { GenerationRecord } from './generation-record.js';
import { type ReadParts, rowsOf, stored } from './reads.js';
import { unescapedText } from './stored-form.js';
import type { MongoConnection } from './connection.js';
import type { Fence } from './fence.js';

const IDS_AT_ONCE = 10_000;

/** Throws `ReadModelsUnavailable`, `GenerationInUse`. */
export async function copiedSnapshot({
  connection,
  fence,
  projection,
  number,
}: SnapshotSource): Promise<Snapshot> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-snapshot-'));
  const close = () => rm(folder, { recursive: true, force: true });
  const copy = new SnapshotCopy(connection, folder);
  try {
    const before = await fence.read();
    await copy.first(before);
    const after = await fence.read();
    const wasStill = after.stamp === before.stamp;
    const record = wasStill
      ? after
      : await heldStill(connection, after._id, (held) => copy.rest(held, before.checkpoint));
    const documents = (name: string) => copy.documents(record, name, wasStill);
    return {
      projection,
      number,
      ...readsOf(documents),
      collections: async () => record.collections.map(({ name }) => name).sort(),
      checkpoint: () => Promise.resolve(record.checkpoint),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Files in a folder, three for each collection. */
class SnapshotCopy {
  constructor(
    private readonly connection: ReadParts['connection'],
    private readonly folder: string,
  ) {}

  async first(record: GenerationRecord): Promise<void> {
    for (const { number, rows } of this.collections(record))
      await writeDocumentsTo(this.path('first', number), rows());
  }

  /** What has come since a checkpoint, and which documents are still there. */
  async rest(record: GenerationRecord, checkpoint: number): Promise<GenerationRecord> {
    for (const { number, rows } of this.collections(record)) {
      // Of a collection that was not there before, nothing was copied.
      await emptyUnlessThere(this.path('first', number));
      await writeDocumentsTo(this.path('changed', number), rows({ where: { p: { $gt: checkpoint } } }));
      const ids = rows({ projection: { _id: 1 }, atOnce: IDS_AT_ONCE });
      await writeIdsTo(this.path('ids', number), ids);
    }
    return record;
  }

  async *documents(
    { collections }: GenerationRecord,
    name: string,
    wasStill: boolean,
  ): AsyncGenerator<CopiedDocument> {
    const found = collections.find((each) => each.name === name);
    if (!found) return;
    const path = (what: string) => this.path(what, found.number);
    if (wasStill) yield* readCopiedDocuments(path('first'));
    else yield* merged({ ids: path('ids'), changed: path('changed'), first: path('first') });
  }

  private collections(record: GenerationRecord) {
    const { connection } = this;
    const parts = { connection, record: () => record, read: () => Promise.resolve(record) };
    return record.collections.map((each) => ({
      number: each.number,
      rows: (walk: Parameters<typeof rowsOf>[2] = {}) =>
        rowsOf(parts, { collection: stored(parts, each) }, walk),
    }));
  }

  private path(what: string, number: number): string {
    return join(this.folder, `${what}.${number}`);
  }
}

function readsOf(
  documents: (name: string) => AsyncGenerator<CopiedDocument>,
): Pick<Snapshot, 'scan' | 'blocks' | 'get'> {
  return {
    async *scan<Doc>(name: string) {
      for await (const { json } of documents(name)) yield JSON.parse(json) as Doc;
    },
    async *blocks(name) {
      yield* blocksOf(oneByOne(documents(name)));
    },
    async get<Doc>(name: string, id: string) {
      for await (const each of documents(name))
        if (unescapedText(each.id) === id) return JSON.parse(each.json) as Doc;
      return undefined;
    },
  };
}

async function* oneByOne(documents: AsyncIterable<CopiedDocument>): AsyncIterable<readonly string[]> {
  for await (const { json } of documents) yield [json];
}

export interface SnapshotSource {
  readonly connection: MongoConnection;
  readonly fence: Fence;
  readonly projection: string;
  readonly number: number;
}
