// Who has read the whole log and waits is woken by what is new, and by nothing else.
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { createNews } from '#event-store/sqlite/news.js';

/** Longer than it takes until the log is looked at again. */
const TWO_LOOKS = 600;

let head = 7;
let looks = 0;
const news = createNews(() => {
  looks += 1;
  return head;
});
const ending = new AbortController();
afterEach(() => ending.abort());

describe('given somebody who has read the log up to its end', () => {
  it('when it is looked at and nothing is new, then nobody is woken; when there is, then at once', async () => {
    let woken = 0;
    const waiting = news.after(head, ending.signal).then(() => (woken += 1));

    await pause(TWO_LOOKS);
    expect([looks > 0, woken]).toEqual([true, 0]);

    head += 1;
    await waiting;
    expect(woken).toBe(1);
  });
});
