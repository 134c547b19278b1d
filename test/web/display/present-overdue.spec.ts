import { describe, expect, it } from '@jest/globals';
import type { Lateness } from '#query-handling/records/record-lateness.js';
import type { Timer } from '#specification/model/specification.js';
import { documentOf, valid } from '#test/specification/documents.js';
import { presentOverdueSince } from '#web/display/present-overdue.js';

const entity = valid(documentOf({ 3: 'entities: { Order: { fields: { neededBy: date } } }' })).entities[
  'Order'
]!;
const at = '2026-11-24T09:00:00.000Z';
const timerOf = (timer: Partial<Timer>): Lateness => ({
  at,
  day: '2026-11-24',
  timer: { title: 'Remind them', working: false, ...timer } as Timer,
});

describe('a record that is overdue', () => {
  it('names the date that has passed by the title of its field', () => {
    expect(presentOverdueSince({ field: 'neededBy', day: '2026-11-20' }, entity)).toEqual({
      title: 'Needed by',
      day: '2026-11-20',
    });
  });

  it.each([
    ['P3D', { amount: 3, unit: 'day' }],
    ['P2W', { amount: 14, unit: 'day' }],
    ['P6M', { amount: 6, unit: 'month' }],
    ['PT30M', { amount: 30, unit: 'minute' }],
    ['PT4H', { amount: 4, unit: 'hour' }],
  ])('says the limit %s of a timer in one unit', (after, limit) => {
    expect(presentOverdueSince(timerOf({ after, working: true }), entity)).toEqual({
      title: 'Remind them',
      at,
      limit,
      isWorking: true,
    });
  });

  it('names the timer where it has no limit, or one of several units', () => {
    expect(presentOverdueSince(timerOf({}), entity)).toEqual({ title: 'Remind them', at });
    expect(presentOverdueSince(timerOf({ after: 'P1DT4H' }), entity)).toEqual({ title: 'Remind them', at });
  });
});
