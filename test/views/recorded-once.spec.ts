import { describe, expect, it } from '@jest/globals';
import { hideRepeatedImportTimes } from '#views/parts/hide-repeated-import-times.js';
import type { TimelineItem } from '#views/view-models/timeline-item.js';

const entry = (position: number, more: Partial<TimelineItem>): TimelineItem => ({
  position,
  at: '2026-10-01T08:00:00.000Z',
  who: 'Ada Okafor',
  verb: 'commented',
  changes: [],
  type: 'record.commented',
  ...more,
});

const recorded = (items: readonly TimelineItem[]) =>
  hideRepeatedImportTimes(items).map(({ recordedAt, imported }) => [recordedAt, imported]);

describe('entries of a history', () => {
  it('say when they were recorded at the first of those that one import wrote', () => {
    const [first, second] = ['2026-11-26T18:00:02.000Z', '2026-11-26T18:00:01.000Z'];
    const items = [
      entry(9, { recordedAt: first, imported: 'permits' }),
      entry(8, { recordedAt: second, imported: 'permits' }),
    ];
    expect(recorded(items)).toEqual([
      [first, 'permits'],
      [undefined, undefined],
    ]);
  });

  it('say it again where another import, another day or an entry of the time itself stands between', () => {
    const [one, other] = ['2026-11-26T18:00:00.000Z', '2026-11-25T18:00:00.000Z'];
    const items = [
      entry(9, { recordedAt: one }),
      entry(8, { recordedAt: other }),
      entry(7, {}),
      entry(6, { recordedAt: other }),
      entry(5, { recordedAt: other, imported: 'permits' }),
    ];
    expect(recorded(items)).toEqual([
      [one, undefined],
      [other, undefined],
      [undefined, undefined],
      [other, undefined],
      [other, 'permits'],
    ]);
  });

  it('lose nothing else', () => {
    const items = [1, 2, 3].map((position) =>
      entry(position, { recordedAt: '2026-11-26T18:00:00.000Z', happenedAt: '2026-10-01T08:00:00.000Z' }),
    );
    const without = (each: TimelineItem) => ({ ...each, recordedAt: undefined });
    expect(hideRepeatedImportTimes(items).map(without)).toEqual(items.map(without));
  });
});
