// Whenever the lease changes hands, documents equal the fold of the log.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allProjections } from '#projections/all-projections.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { replay } from '#projections/replay/replay.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { randomLog } from './random-log.js';
import { type Place, readModelPlaces } from './read-model-places.js';
import { shapeOf } from './test-shapes.js';
import { type ManualLease, createManualLease } from './manual-lease.js';
import { numRuns } from '../property-runs.js';

const PROCESSES = 3;
const LONG = 20_000;

interface Step {
  /** Next holder. */
  readonly to: number;
  /** The former holder trusts its lease for a while longer. */
  readonly overlap: boolean;
  /** The new holder catches up first. */
  readonly waits: boolean;
  /** Of the events meanwhile. */
  readonly seed: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    to: fc.nat(PROCESSES - 1),
    overlap: fc.boolean(),
    waits: fc.boolean(),
    seed: fc.nat(),
  }),
  { minLength: 2, maxLength: 8 },
);

describe.each(readModelPlaces())('read models $name', ({ start }) => {
  let place: Place;
  let here: Installation;
  let token: number;
  beforeEach(async () => {
    place = await start();
    here = makeInstallation();
    token = 0;
  });
  afterEach(async () => {
    await here.end();
    await place.stop();
  });

  it('are as a replay makes them, however the lease changed hands, and whoever knew of it', async () => {
    await fc.assert(fc.asyncProperty(steps, runAndCompare), { numRuns: numRuns(8) });
  }, 300_000);

  async function runAndCompare(all: readonly Step[]): Promise<void> {
    const opened: ReadModels[] = [];
    for (let count = 0; count <= PROCESSES; count++) opened.push(await place.open());
    const leases = Array.from({ length: PROCESSES }, () => createManualLease());
    const running: RunningProjections[] = [];
    for (const [index, lease] of leases.entries())
      running.push(await here.start({ readModels: opened[index]!, lease }));

    for (const each of all) await handOver(each, leases, running);

    const head = await here.store.head();
    for (const each of running) expect(await each.waitFor(head, LONG)).toBe(true);
    for (const each of running) await each.stop();
    const parts = { store: here.store, readModels: opened[PROCESSES]!, projections: allProjections, shapeOf };
    for (const { comparison } of await replay({ ...parts, dryRun: true }))
      expect(comparison).toMatchObject({ different: 0, position: head });
    for (const each of opened) await each.close();
  }

  async function handOver(
    { to, overlap, waits, seed }: Step,
    leases: readonly ManualLease[],
    running: readonly RunningProjections[],
  ): Promise<void> {
    const takeFromOthers = () =>
      leases.forEach((lease, index) => {
        if (index !== to && lease.token !== undefined) lease.give(undefined);
      });
    const [before, after] = fc.sample(randomLog, { numRuns: 2, seed });
    for (const { stream, event } of before!) await here.append(stream, event);
    if (!overlap) takeFromOthers();
    leases[to]!.give(++token);
    for (const { stream, event } of after!) await here.append(stream, event);
    if (waits) expect(await running[to]!.waitFor(await here.store.head(), LONG)).toBe(true);
    takeFromOthers();
  }
});
