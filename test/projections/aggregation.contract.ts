// Part of read-model.contract.ts.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Aggregation, AmountSummary, Group } from '#projections/port/aggregation.js';
import { BadQuery } from '#projections/port/read-model-errors.js';
import type { Generation } from '#projections/port/generation.js';
import { toComparableValue, getValueAt } from '#projections/port/query.js';
import { compare, matching, type Plain } from './reference-model.js';
import type { Scalar } from '#specification/model/stored-value.js';
import { numRuns } from '../property-runs.js';

const COLLECTION = 'a.B';
const MOST = Number.MAX_SAFE_INTEGER;

type Doc = Plain & Record<string, unknown>;

type WithDocuments = (
  documents: readonly Doc[],
  use: (generation: Generation) => Promise<void>,
) => Promise<void>;

export function aggregateContract(withDocuments: WithDocuments): void {
  const numbered = (all: readonly object[]): Doc[] =>
    all.map((each, index) => ({ id: String(index).padStart(3, '0'), position: 1, ...each }));

  const asked = (aggregation: Partial<Aggregation>): Aggregation => ({
    by: [],
    of: [],
    limit: 100,
    ...aggregation,
  });

  describe('groups', () => {
    it('are counted, summed up to the last digit, and know their least and greatest', async () => {
      const documents = numbered([
        { state: 'open', amount: MOST },
        { state: 'open', amount: MOST },
        { state: 'open', amount: 1 },
        { state: 'open' },
        { state: 'closed', amount: -5 },
        { state: null, amount: 'three' },
        { amount: 2.5 },
        { state: [], amount: 7 },
      ]);
      await withDocuments(documents, async (generation) => {
        const aggregation = asked({ by: [{ path: 'state' }], of: ['amount', 'position'] });
        const { groups, more } = await generation.aggregate(COLLECTION, aggregation);
        expect(more).toBe(false);
        const none = { count: 0, sum: 0n, min: null, max: null };
        const ones = (count: number) => ({ count, sum: BigInt(count), min: 1, max: 1 });
        expect(groups).toEqual([
          { keys: [null], count: 2, amounts: [none, ones(2)] },
          { keys: ['closed'], count: 1, amounts: [{ count: 1, sum: -5n, min: -5, max: -5 }, ones(1)] },
          {
            keys: ['open'],
            count: 4,
            amounts: [{ count: 3, sum: 2n * BigInt(MOST) + 1n, min: 1, max: MOST }, ones(4)],
          },
        ]);
      });
    });

    it('of nothing are none, and of everything one', async () => {
      await withDocuments(numbered([{ amount: 2 }, { amount: 3 }]), async (generation) => {
        const of = ['amount'];
        const all = { keys: [], count: 2, amounts: [{ count: 2, sum: 5n, min: 2, max: 3 }] };
        expect(await generation.aggregate(COLLECTION, asked({ of }))).toEqual({ groups: [all], more: false });
        const nothing = { groups: [], more: false };
        expect(await generation.aggregate(COLLECTION, asked({ of, filter: { amount: 9 } }))).toEqual(nothing);
        expect(await generation.aggregate('no.Such', asked({ of }))).toEqual(nothing);
      });
    });

    it('are no more than were asked for, the first by their keys, and say so', async () => {
      const documents = numbered(['c', 'a', 'b', 'a'].map((state) => ({ state })));
      await withDocuments(documents, async (generation) => {
        const aggregation = asked({ by: [{ path: 'state' }], limit: 2 });
        const { groups, more } = await generation.aggregate(COLLECTION, aggregation);
        expect(groups.map(({ keys, count }) => [...keys, count])).toEqual([
          ['a', 2],
          ['b', 1],
        ]);
        expect(more).toBe(true);
      });
    });

    it('go by periods, each from its start to the next', async () => {
      const times = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2027-08-01', '', 3, null, '$x'];
      const documents = numbered(times.map((paidOn) => ({ paidOn })));
      await withDocuments(documents, async (generation) => {
        const starts = ['2026-01-01', '2026-02-01', '2026-03-01'];
        const aggregation = asked({ by: [{ path: 'paidOn', starts }] });
        const { groups } = await generation.aggregate(COLLECTION, aggregation);
        expect(groups.map(({ keys, count }) => [...keys, count])).toEqual([
          [null, 5],
          ['2026-01-01', 2],
          ['2026-02-01', 1],
          ['2026-03-01', 1],
        ]);
      });
    });

    it('take a thousand periods, and refuse more, periods out of order and what is no path', async () => {
      const days = Array.from({ length: 1_001 }, (_, day) =>
        new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      );
      const documents = numbered(days.map((paidOn) => ({ paidOn })));
      await withDocuments(documents, async (generation) => {
        const aggregate = (aggregation: Partial<Aggregation>) =>
          generation.aggregate(COLLECTION, asked({ limit: 2_000, ...aggregation }));
        const { groups } = await aggregate({ by: [{ path: 'paidOn', starts: days.slice(0, 1_000) }] });
        expect(groups.map(({ count }) => count)).toEqual([...Array.from({ length: 999 }, () => 1), 2]);
        for (const starts of [days, ['b', 'a'], ['a', 'a']])
          await expect(aggregate({ by: [{ path: 'paidOn', starts }] })).rejects.toThrow(BadQuery);
        await expect(aggregate({ by: [{ path: "a'b" }] })).rejects.toThrow(BadQuery);
        await expect(aggregate({ of: ['a"b'] })).rejects.toThrow(BadQuery);
        const many = Array.from({ length: 11 }, () => 'amount');
        await expect(aggregate({ of: many })).rejects.toThrow(BadQuery);
      });
    });

    it('come to what adding up one by one comes to, for any documents', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(document, { maxLength: 25 }), aggregations, async (all, aggregation) => {
          const documents = numbered(all);
          await withDocuments(documents, async (generation) => {
            expect(await generation.aggregate(COLLECTION, aggregation)).toEqual(
              naive(documents, aggregation),
            );
          });
        }),
        { numRuns: numRuns(100) },
      );
    });
  });
}

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, false, [], {}, [3], '', '$state', 'a', 'b\u0000', '\u00e9'),
  fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-03'),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, 0.5, -2.25, 1e300, 2 ** 60, MOST, -MOST),
);
const document = fc.record({ state: value, amount: value, fields: fc.record({ title: value }) });
const path = fc.constantFrom('state', 'amount', 'fields.title', 'odd', 'id');
const grouping = fc.record(
  {
    path,
    starts: fc
      .uniqueArray(fc.constantFrom('', '$state', '2026-01-01', '2026-02-01', 'b', '\u00e9'))
      .map((all) => all.sort(byBytes)),
  },
  { requiredKeys: ['path'] },
);
const aggregations: fc.Arbitrary<Aggregation> = fc.record({
  filter: fc.constantFrom({}, { state: null }, { amount: { $gte: 0 } }),
  by: fc.array(grouping, { maxLength: 3 }),
  of: fc.array(path, { maxLength: 3 }),
  limit: fc.integer({ min: 1, max: 30 }),
});

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function naive(documents: readonly Doc[], { filter = {}, by, of, limit }: Aggregation) {
  const found = new Map<string, { keys: readonly Scalar[]; members: Doc[] }>();
  for (const each of matching(documents, filter, [])) {
    const values = by.map((grouping) => toComparableValue(getValueAt(each, grouping.path)));
    if (values.some((key) => typeof key === 'object' && key !== null)) continue;
    const keys = by.map(({ starts }, index) => periodOf(values[index] as Scalar, starts));
    const known = found.get(JSON.stringify(keys)) ?? { keys, members: [] };
    found.set(JSON.stringify(keys), known);
    known.members.push(each);
  }
  const groups = [...found.values()]
    .sort((one, other) =>
      one.keys.reduce<number>((order, key, at) => order || compare(key, other.keys[at]!), 0),
    )
    .map(({ keys, members }): Group => ({
      keys,
      count: members.length,
      amounts: of.map((amount) => amountsOf(members, amount)),
    }));
  return { groups: groups.slice(0, limit), more: groups.length > limit };
}

function periodOf(key: Scalar, starts: readonly string[] | undefined): Scalar {
  if (!starts) return key;
  return typeof key === 'string' ? (starts.findLast((start) => byBytes(start, key) <= 0) ?? null) : null;
}

function amountsOf(members: readonly Doc[], amount: string): AmountSummary {
  const numbers = members
    .map((each) => getValueAt(each, amount))
    .filter((each) => Number.isSafeInteger(each));
  const whole = numbers as number[];
  return {
    count: whole.length,
    sum: whole.reduce((sum, each) => sum + BigInt(each), 0n),
    min: whole.length > 0 ? Math.min(...whole) : null,
    max: whole.length > 0 ? Math.max(...whole) : null,
  };
}
