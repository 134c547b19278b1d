// With a controlled clock and the driver's own errors.
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { retrySnapshotRead } from '#projections/engines/mongo/retry-snapshot-read.js';
import { ReadModelsUnavailable, SnapshotLost } from '#projections/port/read-model-errors.js';

const AWAY = new MongoNetworkError('connection closed');
const GONE = new MongoServerError({ message: 'SnapshotUnavailable', code: 246 });
const TOO_OLD = new MongoServerError({ message: 'SnapshotTooOld', code: 239 });
const WRONG = new MongoServerError({ message: 'unknown operator', code: 2 });

/** `moved`: milliseconds by which the clock jumps after the first read. */
function reading(errors: readonly Error[], moved = 0) {
  const start = performance.now();
  let times = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (times === 0 ? start : start + moved));
  const read = async () => {
    const error = errors[times++];
    if (error) throw error;
    return 'read';
  };
  return { read: retrySnapshotRead('mongodb://here', read), times: () => times };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a long reading', () => {
  it.each([
    ['a server that is away', AWAY],
    ['a moment that cannot be had yet', GONE],
  ])('waits for %s, and goes on', async (_, error) => {
    const { read, times } = reading([error, error]);
    expect([await read, times()]).toEqual(['read', 3]);
  });

  it('gives up on a server that stays away', async () => {
    const { read, times } = reading([AWAY, AWAY], 6_000);
    await expect(read).rejects.toThrow(ReadModelsUnavailable);
    expect(times()).toBe(1);
  });

  it('says that a moment is lost which cannot be had for long', async () => {
    const { read, times } = reading([GONE, GONE], 6_000);
    await expect(read).rejects.toThrow(SnapshotLost);
    expect(times()).toBe(1);
  });

  it('says at once that a moment is too old', async () => {
    const { read, times } = reading([TOO_OLD]);
    await expect(read).rejects.toThrow(SnapshotLost);
    expect(times()).toBe(1);
  });

  it('does not ask again what is wrong', async () => {
    const { read, times } = reading([WRONG]);
    await expect(read).rejects.toThrow('unknown operator');
    expect(times()).toBe(1);
  });
});
