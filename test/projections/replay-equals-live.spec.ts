import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allProjections } from '#projections/all-projections.js';
import { BatchFold } from '#projections/projector/batch-fold.js';
import type { Generation } from '#projections/port/generation.js';
import { replay } from '#projections/replay/replay.js';
import { type Installation, contents, makeInstallation } from './test-installation.js';
import { type Step, randomLog, recorded } from './random-log.js';
import { shapeOf } from './test-shapes.js';

const names = allProjections.map((projection) => projection.name);

describe('documents are the fold of the log', () => {
  let here: Installation;
  beforeEach(() => {
    here = makeInstallation();
  });
  afterEach(() => here.end());

  it('however it is split into batches, wherever it is interrupted, and if it is told twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLog,
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        async (steps, sizes) => {
          const events = recorded(steps);
          for (const projection of allProjections) {
            const whole = await folded(projection, [events]);
            const batches: (typeof events)[] = [];
            for (let at = 0, turn = 0; at < events.length; turn++) {
              const size = sizes[turn % sizes.length]!;
              batches.push(events.slice(at, at + size));
              at += size;
            }
            expect(await folded(projection, batches)).toEqual(whole);
            const twice = batches.flatMap((batch, at) => [batch, [...(batches[at - 1] ?? []), ...batch]]);
            expect(await folded(projection, twice)).toEqual(whole);
          }
        },
      ),
      { numRuns: 15 },
    );

    // Each batch by a new projector, so that only stored state remains.
    async function folded(
      projection: (typeof allProjections)[number],
      batches: Parameters<BatchFold['take']>[0][],
    ) {
      const { number } = await here.readModels.create(projection.name, 1);
      const open = () => here.readModels.open(projection.name, number, () => shapeOf(projection.name));
      let generation: Generation | undefined;
      try {
        for (const batch of batches) {
          await generation?.close();
          generation = await open();
          const folding = new BatchFold({ projection, generation, isSkipped: () => false, remembered: 3 });
          await folding.take(batch);
          await folding.store();
        }
        return generation ? await everything(generation) : [];
      } finally {
        await generation?.close();
        await here.readModels.drop(projection.name, number);
      }
    }

    async function everything(generation: Generation): Promise<string[]> {
      const lines: string[] = [];
      for (const collection of await generation.collections())
        for await (const document of generation.scan(collection)) lines.push(JSON.stringify(document));
      return lines;
    }
  });

  it('so that a replay of a log that was followed live changes no byte', async () => {
    const running = await here.start();
    const log: Step[] = fc.sample(randomLog, { numRuns: 12, seed: 42 }).flat();
    let position = 0;
    for (const { stream, event } of log) position = await here.append(stream, event);
    expect(await running.waitFor(position, 10_000)).toBe(true);
    await running.stop();
    const before = await Promise.all(names.map((name) => contents(here.readModels, name)));

    const replayed = await replay({
      store: here.store,
      readModels: here.elsewhere(),
      projections: allProjections,
      shapeOf,
    });

    expect(await Promise.all(names.map((name) => contents(here.readModels, name)))).toEqual(before);
    expect(before.flat().length).toBeGreaterThan(20);
    for (const each of replayed) {
      expect(each).toMatchObject({ outcome: 'activated', position, comparison: { different: 0, position } });
      for (const collection of each.comparison!.collections) expect(collection.rebuilt).toBe(collection.live);
    }
  });
});
