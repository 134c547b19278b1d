import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findCircularDependencies } from '#specification/values/circular-dependencies.js';

type Needs = ReadonlyMap<string, readonly string[]>;

/** By brute force: everything that depends on itself. */
function metAgain(needs: Needs): readonly string[] {
  return [...needs.keys()].filter((key) => {
    const met = new Set(needs.get(key));
    for (const each of met) for (const further of needs.get(each) ?? []) met.add(further);
    return met.has(key);
  });
}

const graphs = fc
  .array(fc.array(fc.nat(11), { maxLength: 3 }), { maxLength: 12 })
  .map((all): Needs => new Map(all.map((needed, n) => [String(n), needed.map(String)])));

describe('what is computed from each other', () => {
  it('is in a circle exactly where it is met again on the way from itself', () => {
    fc.assert(
      fc.property(graphs, (needs) =>
        expect([...findCircularDependencies(needs)].sort()).toEqual([...metAgain(needs)].sort()),
      ),
    );
  });

  it('costs as many questions as there are needs, however long the row is', () => {
    const length = 20_000;
    let asked = 0;
    const needs: Needs = new Map<string, readonly string[]>(
      Array.from({ length }, (_, n) => [`f${n}`, n === 0 ? [] : [`f${n - 1}`]] as const),
    );
    const counted = new Map<string, readonly string[]>(needs);
    counted.get = (key: string) => (asked++, needs.get(key));
    expect(findCircularDependencies(counted)).toEqual([]);
    expect(asked).toBeLessThan(5 * length);
  });
});
