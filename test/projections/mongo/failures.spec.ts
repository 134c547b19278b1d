// What MongoDB refuses is said in the port's words, on reading as on writing, whether it sends labels or not.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openMongoReadModels } from '../../../projections/mongo/mongo-read-models.js';
import {
  type Generation,
  QuestionTooLong,
  type ReadModels,
  ReadModelsUnavailable,
} from '../../../projections/read-model.js';
import { type MongoDbServer, startMongoDb } from '../../engines/mongodb/start-mongodb.js';

/** Those after which the driver looks for another primary first: they are tried elsewhere, and take their time. */
const PRIMARY_LOST = [6, 7, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436];
/** Questions that are wrong, and what adapters deal with themselves: 500, with a line in the log. */
const OURS = [2, 9, 14, 26, 40, 48, 52, 56, 57, 59, 72, 73, 115, 148, 168, 238];

const code = fc.oneof(
  fc.constantFrom(13, 24, 43, 46, 50, 112, 246, 251, 290, 292, 365, 8000),
  fc.integer({ min: 1, max: 9_999 }).filter((each) => ![...PRIMARY_LOST, ...OURS, 391].includes(each)),
);
const labels = fc.constantFrom([], ['TransientTransactionError'], ['RetryableError']);

describe('errors of MongoDB', () => {
  let server: MongoDbServer;
  let readModels: ReadModels;
  let generation: Generation;

  beforeAll(async () => {
    server = await startMongoDb();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    readModels = await openMongoReadModels(server.url);
    const { number } = await readModels.create('things', 1);
    generation = await readModels.open('things', number, () => undefined, { token: 1 });
    await write(1);
  });
  afterEach(async () => {
    server.heal();
    await generation.close();
    await readModels.close();
  });

  const write = (position: number) =>
    generation.write([{ collection: 'a.B', id: `p${position}`, document: { position } }], position);

  const questions: readonly (() => Promise<unknown>)[] = [
    () => generation.find('a.B', { limit: 1 }),
    () => generation.count('a.B'),
    () => generation.countBy('a.B', 'text'),
    () => generation.get('a.B', 'p1'),
    () => generation.checkpoint(),
    () => readModels.active('things'),
    () => readModels.standstill('things'),
    () => readModels.skips('things', 1),
  ];

  it('on reading are never ours: the read models are away, or the question asks for too much', async () => {
    await fc.assert(
      fc.asyncProperty(code, labels, fc.constantFrom(...questions), async (refusedWith, said, ask) => {
        server.fail({ code: refusedWith, labels: said }, () => true, Infinity);
        const error = await ask().then(String, (thrown: unknown) => thrown as Error);
        server.heal();
        const wasUnanswerable = error instanceof QuestionTooLong && [50, 292].includes(refusedWith);
        if (!wasUnanswerable) expect(error).toBeInstanceOf(ReadModelsUnavailable);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each([
    [13, 'may read and write there'],
    [8000, 'may read and write there'],
    [365, 'cannot be reached'],
    [24, 'cannot be reached'],
  ])('say what to do: %d', async (refusedWith, words) => {
    server.fail({ code: refusedWith }, () => true, Infinity);
    await expect(generation.find('a.B', { limit: 1 })).rejects.toThrow(words);
  });

  it('are waited for where much is read', async () => {
    server.fail({ code: 365 }, 'find', 3);
    let count = 0;
    for await (const block of generation.blocks('a.B')) count += block.count;
    expect(count).toBe(1);
  });

  it('that a sort takes too much memory mean that less has to be asked for', async () => {
    server.fail({ code: 292 }, 'find', Infinity);
    await expect(generation.find('a.B', { limit: 1 })).rejects.toThrow(QuestionTooLong);
  });

  it.each([24, 112, 246, 251, 365])(
    'that pass by themselves are waited for within a transaction, without a label: %d',
    async (refusedWith) => {
      for (const [at, command] of ['find', 'insert', 'bulkWrite', 'update', 'commitTransaction'].entries()) {
        server.fail({ code: refusedWith }, (each) => command in each && each.autocommit === false);
        await write(2 + at);
        server.heal();
      }
      expect(await generation.checkpoint()).toBe(6);
      expect((await generation.count('a.B')).count).toBe(6);
    },
  );

  it('on writing say that it may not, and nothing is written twice once it may', async () => {
    server.fail({ code: 13 }, (command) => command.autocommit === false, Infinity);
    await expect(write(2)).rejects.toThrow(ReadModelsUnavailable);
    server.heal();
    await write(2);
    expect((await generation.count('a.B')).count).toBe(2);
  });
});
