import { describe, expect, it } from '@jest/globals';
import { foldRepeats } from '#views/parts/fold-repeats.js';
import type { TimelineItem } from '#views/view-models/timeline-item.js';

const attempt = (position: number, more: Partial<TimelineItem> = {}): TimelineItem => ({
  position,
  at: '2026-11-11T15:00:00.000Z',
  who: 'Daybook',
  verb: 'Order could not be sent yet, and is tried again: it answered 503',
  isSentence: true,
  changes: [],
  type: 'record.call-failed',
  ...more,
});

const folded = (items: readonly TimelineItem[]) =>
  foldRepeats(items).map(({ item, repeats }) => [item.position, ...repeats.map(({ position }) => position)]);

describe('entries of a history that say the same', () => {
  it('are folded below the newest of them, and none is lost', () => {
    const givenUp = attempt(9, {
      verb: 'Order not sent, given up: it answered 503',
      type: 'record.call-given-up',
    });
    expect(folded([givenUp, attempt(8), attempt(7), attempt(6)])).toEqual([[9], [8, 7, 6]]);
  });

  it('stand by themselves where something else happened between', () => {
    const other = attempt(7, { verb: 'Order could not be sent yet, and is tried again: it answered 500' });
    expect(folded([attempt(8), other, attempt(6)])).toEqual([[8], [7], [6]]);
  });

  it('stand by themselves where people did them, or gave reasons', () => {
    const { isSentence: _, ...person } = attempt(8, {
      who: 'Ada Okafor',
      verb: 'commented',
      type: 'record.commented',
    });
    const reasoned = attempt(6, { reason: 'Closed' });
    expect(folded([person, { ...person, position: 7 }, reasoned, { ...reasoned, position: 5 }])).toEqual([
      [8],
      [7],
      [6],
      [5],
    ]);
  });
});
