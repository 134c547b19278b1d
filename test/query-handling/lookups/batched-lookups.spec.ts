import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { batchLookups } from '#query-handling/lookups/batch-lookups.js';

const microtasks = async () => {
  for (let nth = 0; nth < 10; nth++) await Promise.resolve();
};

describe('batched look-ups', () => {
  it('ask once for what is asked in one turn of the event loop, also when an earlier question was answered', async () => {
    const questions: (readonly string[])[] = [];
    const existing = batchLookups(async (ids) => {
      questions.push(ids);
      return new Set(ids);
    });
    await existing(['first']);
    await setImmediate();
    const one = existing(['a']);
    await microtasks();
    const other = existing(['b']);
    expect([await one, await other]).toEqual([new Set(['a']), new Set(['b'])]);
    expect(questions).toEqual([['first'], ['a', 'b']]);
  });

  it('ask anew after a question that failed', async () => {
    let isAway = true;
    const existing = batchLookups(async (ids) => {
      if (isAway) throw new Error('away');
      return new Set(ids);
    });
    await expect(existing(['a'])).rejects.toThrow('away');
    isAway = false;
    expect(await existing(['a'])).toEqual(new Set(['a']));
  });
});
