// The fold of traces into a map: its counts balance, and equal those of a plain count over all moves.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { appendMove, startTrace, toTraceVariant } from '#domain/record/lifecycle/trace.js';
import { digestVariant } from '#projections/read-models/records/trace-variant.js';
import { foldTraces, MAX_VARIANTS } from '#query-handling/process-map/fold-traces.js';

const START = Date.parse('2026-03-01T08:00:00.000Z');
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

/** A walk through states, each step with its seconds. */
const walk = fc.array(
  fc.record({
    action: fc.constantFrom('submit', 'approve', 'back'),
    to: fc.constantFrom('draft', 'waiting', 'done'),
    seconds: fc.nat({ max: 1000 }),
  }),
  { maxLength: 8 },
);

function traceOf(
  steps: readonly { readonly action: string; readonly to: string; readonly seconds: number }[],
) {
  let [trace, state, time] = [startTrace('draft', at(0)), 'draft', 0];
  for (const { action, to, seconds } of steps) {
    time += seconds;
    trace = appendMove(trace, { from: state, action, to }, at(time));
    state = to;
  }
  return trace;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe('the map of a process', () => {
  it('has every record in one state now, and every move from another state as a visit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(walk, { maxLength: 10 }), async (walks) => {
        const map = await foldTraces(walks.map(traceOf));
        expect(map.records).toBe(walks.length);
        expect(sum([...map.states.values()].map(({ current }) => current))).toBe(walks.length);
        expect(sum(map.variants.map(({ records }) => records))).toBe(walks.length);
        expect(map.variantCount).toBe(map.variants.length);
        for (const [state, { visits }] of map.states)
          expect(
            sum(map.moves.filter(({ from, to }) => to === state && from !== to).map(({ count }) => count)),
          ).toBe(visits);
        expect(sum(map.moves.map(({ count }) => count))).toBe(
          walks.length + sum(walks.map(({ length }) => length)),
        );
      }),
    );
  });

  it('given more ways than an answer can hold, lists the most frequent and counts all', async () => {
    const winding = Array.from({ length: MAX_VARIANTS + 100 }, (_, index) =>
      [...index.toString(2)].map((digit) => ({
        action: digit === '1' ? 'submit' : 'back',
        to: 'draft',
        seconds: 1,
      })),
    );
    const map = await foldTraces([...winding, winding.at(-1)!].map(traceOf));
    expect(map.variants).toHaveLength(MAX_VARIANTS);
    expect(map.variants[0]).toMatchObject({ records: 2 });
    expect(map.variantCount).toBe(winding.length);
  });

  it('measures a move by the time since the move before, and a variant by the time from its first to its last', async () => {
    const quick = [
      { action: 'submit', to: 'waiting', seconds: 10 },
      { action: 'approve', to: 'done', seconds: 100 },
    ];
    const slow = quick.map((step) => ({ ...step, seconds: step.seconds * 3 }));
    const map = await foldTraces([quick, quick, slow].map(traceOf));
    expect(map.moves.find(({ action }) => action === 'submit')).toEqual({
      from: 'draft',
      action: 'submit',
      to: 'waiting',
      count: 3,
      records: 3,
      median: 10,
      percentile90: 30,
    });
    expect(map.moves.find(({ from }) => from === '')).toMatchObject({ to: 'draft', median: null });
    expect(map.variants).toEqual([
      expect.objectContaining({
        variant: digestVariant(toTraceVariant(traceOf(quick))),
        records: 3,
        median: 110,
      }),
    ]);
  });
});
