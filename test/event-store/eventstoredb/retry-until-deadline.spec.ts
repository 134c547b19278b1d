// Asking again, for as long as somebody can be kept waiting.
import { describe, expect, it } from '@jest/globals';
import { NoAnswer, NoTimelyAnswer } from '#event-store/eventstoredb/server-errors.js';
import { asOne, patiently } from '#event-store/eventstoredb/retry-until-deadline.js';

const inMilliseconds = (milliseconds: number) => performance.now() + milliseconds;

/** How often it was asked, and what it threw in the end. */
async function asked(timing: Parameters<typeof patiently>[0], ...errors: readonly unknown[]) {
  let times = 0;
  const told = await patiently(timing, async () => {
    const error = errors[Math.min(times++, errors.length - 1)];
    if (error === undefined) return 'answer';
    throw error;
  }).catch((error: unknown) => error);
  return { times, told };
}

const away = new NoAnswer('the server is away');

describe('given a server that does not answer', () => {
  it('when it does the third time, then that is the answer', async () => {
    const timing = { patience: 60_000, answerWithin: 1_000 };
    expect(await asked(timing, away, away, undefined)).toEqual({ times: 3, told: 'answer' });
  });

  it.each([-1, 0, 30])('when there are %i ms left, then it is asked once and no more', async (left) => {
    const timing = { patience: 60_000, answerWithin: 1_000, until: inMilliseconds(left) };
    expect(await asked(timing, away)).toEqual({ times: 1, told: away });
  });

  it('when it says what will not pass, then it is not asked again', async () => {
    const error = new Error('no such stream');
    expect(await asked({ patience: 60_000, answerWithin: 1_000 }, error)).toEqual({ times: 1, told: error });
  });

  it('when only the last wait, which is cut short, ends without an answer, then what failed before is told', async () => {
    const timing = { patience: 200, answerWithin: 1_000 };
    expect((await asked(timing, away, new NoTimelyAnswer(10))).told).toBe(away);
  });

  it('when it is silent to the end, then it is told for how long it was', async () => {
    const { told, times } = await asked({ patience: 300, answerWithin: 10 }, away, new NoTimelyAnswer(10));
    expect(told).toBeInstanceOf(NoTimelyAnswer);
    expect(times).toBeGreaterThan(1);
    expect((told as NoTimelyAnswer).message).not.toBe(new NoTimelyAnswer(10).message);
  });
});

describe('given several questions of one asker', () => {
  it('when they have one end, then it is the sooner of patience and of what they were given', () => {
    const before = performance.now();
    expect(asOne({ patience: 500, answerWithin: 10 }).until).toBeGreaterThanOrEqual(before + 500);
    expect(asOne({ patience: 500, answerWithin: 10, until: before + 100 }).until).toBe(before + 100);
    expect(asOne({ patience: 0, answerWithin: 10, until: before + 10_000 }).until).toBeLessThan(
      before + 10_000,
    );
  });
});
