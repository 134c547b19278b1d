// The tree that engines turn into conditions is a function here.
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildPeriodSearchTree } from '#projections/port/aggregation.js';

interface PeriodTree {
  readonly periodOf: (text: string) => number;
  readonly depth: number;
}

const treeOf = (starts: readonly string[]) =>
  buildPeriodSearchTree<PeriodTree>(
    starts,
    (index) => ({ periodOf: () => index, depth: 0 }),
    (start, then, otherwise) => {
      expect(starts).toContain(start);
      return {
        periodOf: (text) => (text < start ? then : otherwise).periodOf(text),
        depth: 1 + Math.max(then.depth, otherwise.depth),
      };
    },
  );

it('finds the last start that is not after a text, or none, by halving', () => {
  const texts = fc.string({ maxLength: 3 });
  fc.assert(
    fc.property(fc.uniqueArray(texts, { minLength: 1 }), texts, (some, text) => {
      const starts = some.toSorted((a, b) => (a < b ? -1 : 1));
      const tree = treeOf(starts);
      expect(tree.periodOf(text)).toBe(starts.findLastIndex((start) => start <= text));
      expect(tree.depth).toBe(Math.ceil(Math.log2(starts.length + 1)));
    }),
  );
});
