// The model of Daybook: held to operational laws, which hold whatever the distributions are, and to what can be said beforehand.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Behaviour, PARTS, type Setup, simulate } from '#bench/daybook-model.js';
import { recordedTimes, type ServiceTimes } from '#bench/service-times.js';

const times: ServiceTimes = {
  web: { page: 2, command: 3, follow: 0.05 },
  log: { read: 0.1, append: 0.3 },
  projections: { batch: 2, event: 0.5 },
  documents: { page: 1, look: 0.1, batch: 1, event: 0.5 },
  hop: 0.5,
};
const behaviour: Behaviour = { thinking: 10_000, commands: 0.2, eventsPerCommand: 1.2 };
const one: Setup = { people: 1, webProcesses: 1, partitions: 1, documentCores: 4 };
const run = { duration: 60_000, warmUp: 10_000, seed: 7 };
const off = (measured: number, known: number) => Math.abs(measured - known) / known;

describe('the model', () => {
  it('given few people, they do as much as their thinking lets them (law of response time)', () => {
    const people = 500;
    const { pages, page, commands } = simulate(times, behaviour, { ...one, people, webProcesses: 4 }, run);
    expect(off(pages, people / 10)).toBeLessThan(0.05);
    expect(off(commands, pages * 0.2)).toBeLessThan(0.1);
    expect(page.p99).toBeLessThan(50);
  });

  it('given too many people, does as much as the busiest part can (law of bottlenecks)', () => {
    const { pages, utilisation } = simulate(times, behaviour, { ...one, people: 10_000 }, run);
    expect(utilisation.web).toBeGreaterThan(0.99);
    for (const part of PARTS.filter((each) => each !== 'web')) expect(utilisation[part]).toBeLessThan(0.5);
    // What a click costs a web process: a page, and for some of them a command; following and looking come on top.
    const atMost = 1000 / (times.web.page + 0.2 * times.web.command);
    expect(pages).toBeLessThan(atMost);
    expect(pages).toBeGreaterThan(0.75 * atMost);
  });

  it('given one that builds read models too slowly, that is the busiest, and a second one helps', () => {
    const slow = { ...times, projections: { batch: 2, event: 40 } };
    const setup = { ...one, people: 1_500, webProcesses: 4 };
    const alone = simulate(slow, behaviour, setup, run);
    const together = simulate(slow, behaviour, { ...setup, partitions: 4 }, run);
    expect(alone.utilisation.projections).toBeGreaterThan(0.95);
    expect(alone.behind).toBeGreaterThan(0.2);
    expect(together.utilisation.projections).toBeLessThan(0.6);
    expect(together.behind).toBeLessThan(alone.behind / 4);
    expect(together.ownWrite.p95).toBeLessThan(alone.ownWrite.p95 / 2);
  });

  it('given nobody else, a page takes its hop, its look-up and its rendering', () => {
    const long = { ...run, duration: 20_000_000 };
    const { page, ownWrite, behind } = simulate(times, { ...behaviour, commands: 0.1 }, one, long);
    // Two exponential times in series, of 1 and 2 ms, after a fixed half: the median solves 1 − 2e^(−t/2) + e^(−t) = ½.
    const median = 0.5 - 2 * Math.log(1 - Math.SQRT1_2);
    expect(off(page.p50, median)).toBeLessThan(0.1);
    expect(behind).toBe(0);
    // Gathering, folding, storing and the next look: not less than the first, not more than looks are apart.
    expect(ownWrite.p50).toBeGreaterThan(20);
    expect(ownWrite.p99).toBeLessThan(20 + 50 + 25);
  });

  it('given read models that never come, shows the page all the same after two seconds, and counts it', () => {
    const never = { ...times, projections: { batch: 1e9, event: 0 } };
    const { ownWrite, behind } = simulate(never, behaviour, { ...one, people: 50 }, run);
    expect(behind).toBe(1);
    expect(ownWrite.p50).toBeCloseTo(2_000, 6);
  });

  it('given any setup, keeps within what is possible', () => {
    const setups = fc.record({
      people: fc.integer({ min: 1, max: 3_000 }),
      webProcesses: fc.integer({ min: 1, max: 6 }),
      partitions: fc.integer({ min: 1, max: 4 }),
      documentCores: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(setups, fc.integer(), (setup, seed) => {
        const outcome = simulate(times, behaviour, setup, { duration: 8_000, warmUp: 2_000, seed });
        for (const part of PARTS) {
          expect(outcome.utilisation[part]).toBeGreaterThanOrEqual(0);
          expect(outcome.utilisation[part]).toBeLessThanOrEqual(1 + 1e-9);
        }
        // Nobody clicks before they have thought; six times the deviation of chance is never seen.
        const clicks = (setup.people / 10_000) * 8_000;
        expect(outcome.pages * 8).toBeLessThanOrEqual(clicks + 6 * Math.sqrt(clicks) + 10);
        // Law of utilisation: the leader does nothing but reads and appends.
        if (outcome.commands > 20)
          expect(
            off(outcome.utilisation.log * 1000, outcome.commands * 0.1 + outcome.events * 0.3),
          ).toBeLessThan(0.35);
      }),
      { numRuns: 15 },
    );
  });

  it('given the same arguments, says the same', () => {
    const setup = { people: 200, webProcesses: 2, partitions: 2, documentCores: 2 };
    expect(simulate(times, behaviour, setup, run)).toEqual(simulate(times, behaviour, setup, run));
  });
});

describe('the recorded service times', () => {
  const file = new URL('../../bench/service-times.json', import.meta.url);
  const { date, machine, times, from } = recordedTimes(file);

  it('are dated, name their machine, and say of every part whether it was measured or assumed', () => {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(machine).toMatch(/^Node\.js/);
    expect(Object.keys(from).sort()).toEqual(Object.keys(times).sort());
    for (const origin of Object.values(from)) expect(origin).toMatch(/^(measured|ASSUMED): /);
  });

  it('are times', () => {
    const all = Object.values(times).flatMap((part: number | Record<string, number>) =>
      typeof part === 'number' ? [part] : Object.values(part),
    );
    expect(all).toHaveLength(12);
    for (const ms of all) expect(ms).toBeGreaterThanOrEqual(0);
  });
});
