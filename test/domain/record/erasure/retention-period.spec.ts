import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  getRetentionStart,
  computeDueInstant,
  computeLatestRetentionStart,
  isDue,
} from '#domain/record/erasure/retention-period.js';

const keep = fc
  .record({ years: fc.nat(40), months: fc.nat(20), weeks: fc.nat(60), days: fc.nat(400), hours: fc.nat(50) })
  .filter((parts) => Object.values(parts).some((count) => count > 0))
  .map(({ years, months, weeks, days, hours }) => `P${years}Y${months}M${weeks}W${days}DT${hours}H`);
const zone = fc.constantFrom('Europe/Berlin', 'UTC', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu');
const moment = (from: string, until: string) =>
  fc
    .date({ min: new Date(from), max: new Date(until), noInvalidDate: true })
    .map((date) => date.toISOString());

describe('the retention period', () => {
  it('started before the instant used in the query, for any calendar', () => {
    fc.assert(
      fc.property(
        keep,
        zone,
        moment('1990-01-01', '2030-01-01'),
        fc.integer({ min: 0, max: 86_400_000 * 40 }),
        (kept, timeZone, from, more) => {
          const due = computeDueInstant({ keep: kept }, from, timeZone);
          const now = new Date(Date.parse(due) + more).toISOString();
          expect(isDue(due, now)).toBe(true);
          expect(from <= computeLatestRetentionStart({ keep: kept }, now, timeZone)).toBe(true);
        },
      ),
      {
        numRuns: 500,
        // 18 months have 546 days forwards and 550 backwards, and summer time begins in between.
        examples: [['P0Y18M55W69DT2H', 'Europe/Berlin', '1990-01-01T00:00:00.000Z', 0]],
      },
    );
  });

  it('ends at one instant and stays over', () => {
    const due = computeDueInstant({ keep: 'P10Y' }, '2016-02-29T23:30:00.000Z', 'Europe/Berlin');
    expect(due).toBe('2026-02-28T23:30:00.000Z');
    expect(isDue(due, '2026-02-28T23:29:59.999Z')).toBe(false);
    expect(isDue(due, due)).toBe(true);
  });

  it('starts with the state, or else with the last change', () => {
    const record = {
      state: 'paid',
      stateSince: '2020-01-01T00:00:00.000Z',
      changedAt: '2021-01-01T00:00:00.000Z',
    };
    expect(getRetentionStart({ in: ['paid'] }, record)).toBe(record.stateSince);
    expect(getRetentionStart({ in: ['withdrawn'] }, record)).toBeUndefined();
    expect(getRetentionStart({}, record)).toBe(record.changedAt);
  });
});
