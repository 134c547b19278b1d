import { describe, expect, it } from '@jest/globals';
import { ServerUnresponsive, ServerTimeout } from '#event-store/eventstoredb/server-errors.js';
import { withSharedDeadline, retryUntilDeadline } from '#event-store/eventstoredb/retry-until-deadline.js';

const inMilliseconds = (milliseconds: number) => performance.now() + milliseconds;

/** Number of calls, and the final error. */
async function asked(timing: Parameters<typeof retryUntilDeadline>[0], ...errors: readonly unknown[]) {
  let times = 0;
  const told = await retryUntilDeadline(timing, async () => {
    const error = errors[Math.min(times++, errors.length - 1)];
    if (error === undefined) return 'answer';
    throw error;
  }).catch((error: unknown) => error);
  return { times, told };
}

const away = new ServerUnresponsive('the server is away');

describe('given a server that does not answer', () => {
  it('when the third attempt succeeds, then its answer is returned', async () => {
    const timing = { retryFor: 60_000, answerWithin: 1_000 };
    expect(await asked(timing, away, away, undefined)).toEqual({ times: 3, told: 'answer' });
  });

  it.each([-1, 0, 30])('when there are %i ms left, then there is one attempt only', async (left) => {
    const timing = { retryFor: 60_000, answerWithin: 1_000, deadline: inMilliseconds(left) };
    expect(await asked(timing, away)).toEqual({ times: 1, told: away });
  });

  it('when the error is permanent, then there is no retry', async () => {
    const error = new Error('no such stream');
    expect(await asked({ retryFor: 60_000, answerWithin: 1_000 }, error)).toEqual({ times: 1, told: error });
  });

  it('when only the shortened last attempt times out, then the earlier error is thrown', async () => {
    const timing = { retryFor: 200, answerWithin: 1_000 };
    expect((await asked(timing, away, new ServerTimeout(10))).told).toBe(away);
  });

  it('when no attempt is answered, then the error says how long', async () => {
    const { told, times } = await asked({ retryFor: 300, answerWithin: 10 }, away, new ServerTimeout(10));
    expect(told).toBeInstanceOf(ServerTimeout);
    expect(times).toBeGreaterThan(1);
    expect((told as ServerTimeout).message).not.toBe(new ServerTimeout(10).message);
  });
});

describe('given several questions of one asker', () => {
  it('when they share a deadline, then it is the sooner of retry time and given deadline', () => {
    const before = performance.now();
    expect(withSharedDeadline({ retryFor: 500, answerWithin: 10 }).deadline).toBeGreaterThanOrEqual(
      before + 500,
    );
    expect(withSharedDeadline({ retryFor: 500, answerWithin: 10, deadline: before + 100 }).deadline).toBe(
      before + 100,
    );
    expect(
      withSharedDeadline({ retryFor: 0, answerWithin: 10, deadline: before + 10_000 }).deadline,
    ).toBeLessThan(before + 10_000);
  });
});
