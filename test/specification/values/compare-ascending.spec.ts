import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareAscending } from '#specification/values/compare-ascending.js';

describe('values that are compared for sorting', () => {
  it('keep their order where they are equal, and come in one order whichever is compared with which', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(0.5));
    fc.assert(
      fc.property(fc.array(fc.record({ value, place: fc.nat() })), (items) => {
        const sorted = items.toSorted((one, other) => compareAscending(one.value, other.value));
        for (const each of new Set(items.map((item) => item.value)))
          expect(sorted.filter((item) => item.value === each)).toEqual(
            items.filter((item) => item.value === each),
          );
        for (const [index, { value: next }] of sorted.slice(1).entries())
          expect(sorted[index]!.value).toBeLessThanOrEqual(next);
      }),
    );
  });

  it.each([
    ['texts by their code units', 'B', 'a'],
    ['numbers by their size', 9, 10],
    ['whole numbers of any size', 9n, 10n ** 30n],
  ] as const)('are %s', (_, less, more) => {
    expect([
      compareAscending<string | number | bigint>(less, more),
      compareAscending<string | number | bigint>(more, less),
    ]).toEqual([-1, 1]);
    expect(compareAscending(less, less)).toBe(0);
  });
});
