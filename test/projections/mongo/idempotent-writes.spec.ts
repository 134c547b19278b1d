// Repeated, late and interrupted batches yield the same documents as one write.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Generation, DocumentWrite } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { WrittenElsewhere } from '#projections/port/read-model-errors.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';
import { numRuns } from '../../property-runs.js';

const SHAPE: CollectionIndexes = { indexes: [['text']], text: ['text'] };

interface Doc {
  readonly id: string;
  readonly position: number;
  readonly text: string;
}

interface Batch {
  readonly checkpoint: number;
  readonly writes: readonly DocumentWrite[];
}

/** Each event replaces or removes a document. Numbered from 1, in batches. */
const log = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), removes: fc.nat(4) }), {
  minLength: 1,
  maxLength: 14,
});
const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });

function batchesOf(events: readonly { id: string; removes: number }[], of: readonly number[]): Batch[] {
  const batches: Batch[] = [];
  for (let at = 0; at < events.length;) {
    const end = Math.min(events.length, at + of[batches.length % of.length]!);
    const writes = events.slice(at, end).map(({ id, removes }, index) => {
      const position = at + index + 1;
      const document = removes === 0 ? undefined : { id, position, text: `text ${position}` };
      return { collection: 'a.B', id, document };
    });
    batches.push({ checkpoint: end, writes });
    at = end;
  }
  return batches;
}

function expected(batches: readonly Batch[]): Doc[] {
  const documents = new Map<string, Doc>();
  for (const { id, document } of batches.flatMap(({ writes }) => writes))
    if (document) documents.set(id, document as unknown as Doc);
    else documents.delete(id);
  return [...documents.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function all(generation: Generation): Promise<Doc[]> {
  const documents: Doc[] = [];
  for await (const document of generation.scan<Doc>('a.B')) documents.push(document);
  return documents;
}

/** Call in `describe`. */
function readModelsOn<Server extends NewMongoDb>(start: () => Promise<Server>) {
  const here = {} as { server: Server; readModels: ReadModels };
  beforeAll(async () => {
    here.server = await start();
  });
  afterAll(() => here.server.stop());
  beforeEach(async () => {
    here.readModels = await openMongoReadModels(here.server.url);
  });
  afterEach(() => here.readModels.close());
  const open = (number: number, token?: number) =>
    here.readModels.open('things', number, () => SHAPE, token === undefined ? {} : { token });
  return { here, open };
}

describe('writes to MongoDB', () => {
  const { here, open } = readModelsOn(newMongoDb);

  it('come to the same when every batch is written twice', async () => {
    await fc.assert(
      fc.asyncProperty(log, sizes, async (events, of) => {
        const batches = batchesOf(events, of);
        const { number } = await here.readModels.create('things', 1);
        const generation = await open(number);
        for (const { writes, checkpoint } of batches) {
          await generation.write(writes, checkpoint);
          await generation.write(writes, checkpoint);
        }
        expect(await all(generation)).toEqual(expected(batches));
        expect(await generation.checkpoint()).toBe(events.length);
        await generation.close();
        await here.readModels.drop('things', number);
      }),
      { numRuns: numRuns(30) },
    );
  });

  it('that come late, from a writer who was overtaken, change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(log, sizes, fc.nat(), async (events, of, which) => {
        const batches = batchesOf(events, of);
        const { number } = await here.readModels.create('things', 1);
        const stalled = await open(number, 1);
        const held = which % batches.length;
        for (const { writes, checkpoint } of batches.slice(0, held)) await stalled.write(writes, checkpoint);
        const next = await open(number, 2);
        for (const { writes, checkpoint } of batches.slice(held)) await next.write(writes, checkpoint);
        const { writes, checkpoint } = batches[held]!;
        await expect(stalled.write(writes, checkpoint)).rejects.toThrow(WrittenElsewhere);
        expect(await all(next)).toEqual(expected(batches));
        expect(await next.checkpoint()).toBe(events.length);
        for (const each of [stalled, next]) await each.close();
        await here.readModels.drop('things', number);
      }),
      { numRuns: numRuns(30) },
    );
  });
});

describeOnSmallMongoDb('writes to MongoDB by processes that are killed', (start) => {
  const { here, open } = readModelsOn<MongoDbServer>(start);

  it('end up the same when the process is killed between documents and checkpoint, and the next goes on', async () => {
    await fc.assert(
      fc.asyncProperty(
        log,
        sizes,
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        async (events, of, kills) => {
          const batches = batchesOf(events, of);
          const { number } = await here.readModels.create('things', 1);
          let token = 0;
          for (const [at, { writes, checkpoint }] of batches.entries()) {
            if (kills[at % kills.length]) await killedWhile(number, ++token, writes, checkpoint);
            const generation = await open(number, ++token);
            expect(await generation.checkpoint()).toBe(batches[at - 1]?.checkpoint ?? 0);
            await generation.write(writes, checkpoint);
            await generation.close();
          }
          const generation = await open(number);
          expect(await all(generation)).toEqual(expected(batches));
          await generation.close();
          await here.readModels.drop('things', number);
        },
      ),
      { numRuns: numRuns(15) },
    );
  });

  /** Killed after the documents: it ends neither transaction nor session. */
  async function killedWhile(
    number: number,
    token: number,
    writes: readonly DocumentWrite[],
    checkpoint: number,
  ) {
    const victim = await openMongoReadModels(here.server.url);
    const generation = await victim.open('things', number, () => SHAPE, { token });
    const reached = new Promise<void>((resolve) => {
      here.server.fail(
        'silence',
        (command) => {
          const isCheckpoint = 'commitTransaction' in command;
          if (isCheckpoint) resolve();
          return isCheckpoint || 'abortTransaction' in command;
        },
        Infinity,
      );
    });
    const writing = generation.write(writes, checkpoint);
    const failed = expect(writing).rejects.toThrow();
    await reached;
    await victim.close();
    await failed;
    here.server.heal();
  }
});
