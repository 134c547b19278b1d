// How many records of a list or a board are new, where much changes at once.
import { describe, expect, it } from '@jest/globals';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { BoardNews } from '#web/live-lists/board-news.js';
import { ListNews, type ListReader } from '#web/live-lists/list-news.js';

const SINCE = '2026-11-28T08:00:00.000Z';
const LATER = '2026-11-28T08:01:00.000Z';

const recordOf = (id: string) => ({ id, openedAt: LATER, stateSince: LATER }) as VisibleRecord;

/** What a screen shows to its reader. */
const screenOf = (shown: readonly VisibleRecord[]): ListReader => ({
  find: async (limit, among) => {
    const found = shown.filter(({ id, openedAt, stateSince }) =>
      among && 'ids' in among
        ? among.ids.includes(id)
        : !among || openedAt > among.since || stateSince > among.since,
    );
    return Promise.resolve({ records: found.slice(0, limit), isWhole: found.length <= limit });
  },
});

describe.each([
  ['a list', ListNews],
  ['a board', BoardNews],
])('the notice of %s', (_, News) => {
  it('counts a record that comes after many others that its reader does not find there', async () => {
    const news = new News(SINCE);
    expect(await news.begin(screenOf([]))).toBe(0);
    const others = Array.from({ length: 500 }, (_, index) => `other-${index}`);
    expect(await news.update([...others, 'mine'], screenOf([recordOf('mine')]))).toBe(1);
    expect(await news.update(others, screenOf([recordOf('mine')]))).toBe(1);
  });
});
