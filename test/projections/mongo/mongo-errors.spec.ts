// On reading and writing, with and without labels.
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MongoServerError } from 'mongodb';
import { toReadModelsError, isSnapshotNotSupported } from '#projections/engines/mongo/mongo-errors.js';
import { QueryTimeout, ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { describeOnSmallMongoDb } from '#test/engines/describe-on-small-mongodb.js';
import { things } from './test-read-model.js';
import { numRuns } from '#test/property-runs.js';

/** The driver first looks for another primary, which takes time. */
const PRIMARY_LOST = [6, 7, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436];
/** Invalid queries, and errors that adapters handle: 500, with a line in the log. */
const OURS = [2, 9, 14, 26, 40, 48, 52, 56, 57, 59, 72, 73, 115, 148, 168, 238];

const code = fc.oneof(
  fc.constantFrom(13, 24, 43, 46, 50, 112, 246, 251, 290, 292, 365, 8000),
  fc.integer({ min: 1, max: 9_999 }).filter((each) => ![...PRIMARY_LOST, ...OURS, 391].includes(each)),
);
const labels = fc.constantFrom([], ['TransientTransactionError'], ['RetryableError']);

describeOnSmallMongoDb('errors of MongoDB', (start) => {
  const here = things(start, { token: 1 }, () => write(1));

  const write = (position: number): Promise<void> =>
    here.generation.write([{ collection: 'a.B', id: `p${position}`, document: { position } }], position);

  const questions: readonly (() => Promise<unknown>)[] = [
    () => here.generation.find('a.B', { limit: 1 }),
    () => here.generation.count('a.B'),
    () => here.generation.countBy('a.B', 'text'),
    () => here.generation.get('a.B', 'p1'),
    () => here.generation.checkpoint(),
    () => here.readModels.active('things'),
    () => here.readModels.failure('things'),
    () => here.readModels.skips('things', 1),
  ];

  it('on reading are never ours: the read models are away, or the question asks for too much', async () => {
    await fc.assert(
      fc.asyncProperty(code, labels, fc.constantFrom(...questions), async (refusedWith, said, ask) => {
        here.server.fail({ code: refusedWith, labels: said }, () => true, Infinity);
        const error = await ask().then(String, (thrown: unknown) => thrown as Error);
        here.server.heal();
        const wasUnanswerable = error instanceof QueryTimeout && [50, 292].includes(refusedWith);
        if (!wasUnanswerable) expect(error).toBeInstanceOf(ReadModelsUnavailable);
      }),
      { numRuns: numRuns(60) },
    );
  }, 60_000);

  it.each([
    [13, 'may read and write there'],
    [8000, 'may read and write there'],
    [365, 'cannot be read or written just now'],
    [24, 'cannot be read or written just now'],
    [91, 'cannot be reached'],
  ])('say what to do: %d', async (refusedWith, words) => {
    here.server.fail({ code: refusedWith }, () => true, Infinity);
    await expect(here.generation.find('a.B', { limit: 1 })).rejects.toThrow(words);
  });

  it('are waited for where much is read', async () => {
    here.server.fail({ code: 365 }, 'find', 3);
    let count = 0;
    for await (const block of here.generation.blocks('a.B')) count += block.count;
    expect(count).toBe(1);
  });

  it('that a sort takes too much memory mean that less has to be asked for', async () => {
    here.server.fail({ code: 292 }, 'find', Infinity);
    await expect(here.generation.find('a.B', { limit: 1 })).rejects.toThrow(QueryTimeout);
  });

  it.each([24, 112, 246, 251, 365])(
    'that pass by themselves are waited for within a transaction, without a label: %d',
    async (refusedWith) => {
      for (const [at, command] of ['find', 'insert', 'bulkWrite', 'update', 'commitTransaction'].entries()) {
        here.server.fail({ code: refusedWith }, (each) => command in each && each.autocommit === false);
        await write(2 + at);
        here.server.heal();
      }
      expect(await here.generation.checkpoint()).toBe(6);
      expect((await here.generation.count('a.B')).count).toBe(6);
    },
  );

  it('on writing say that it may not, and nothing is written twice once it may', async () => {
    here.server.fail({ code: 13 }, (command) => command.autocommit === false, Infinity);
    await expect(write(2)).rejects.toThrow(ReadModelsUnavailable);
    here.server.heal();
    await write(2);
    expect((await here.generation.count('a.B')).count).toBe(2);
  });
});

const answered = (code: number) => new MongoServerError({ message: 'no', code });

it.each(OURS)('an error of MongoDB that is ours is thrown as it is: %d', (given) => {
  const error = answered(given);
  expect(toReadModelsError('here', error)).toBe(error);
});

it.each([2, 9, 40, 72, 115, 148, 238, 40415])(
  'an error of MongoDB says that it cannot do that: %d',
  (given) => {
    expect(isSnapshotNotSupported(answered(given))).toBe(true);
  },
);

it.each([1, 26, 59, 114, 116, 11000])('an error of MongoDB says something else: %d', (given) => {
  expect(isSnapshotNotSupported(answered(given))).toBe(false);
});
