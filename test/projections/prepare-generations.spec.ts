// In a rolling upgrade, the newer version builds its read models beside those that the older one still builds.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyProjection } from '#projections/port/projection.js';
import { prepareGenerations } from '#projections/replay/prepare-generations.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { RECORD, REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';

const records = recordsProjection as unknown as AnyProjection;
const newer: AnyProjection = { ...records, version: records.version + 1 };
const comment = () => newEvent('record.commented', { text: 'x' });

let here: Installation;
let older: RunningProjections;

beforeEach(async () => {
  here = makeInstallation();
  older = await here.start({ projections: [records] });
  const position = await here.append(REQUEST, newEvent('record.opened', opened()), comment());
  await older.waitFor(position, 10_000);
});
afterEach(() => here.end());

const prepare = (projection: AnyProjection, signal?: AbortSignal) =>
  prepareGenerations({
    store: here.store,
    readModels: here.elsewhere(),
    projections: [projection],
    shapeOf,
    ...(signal && { signal }),
  });

const generations = async () =>
  (await here.readModels.generations('records')).map(
    ({ number, version, state, checkpoint }) =>
      `${number} ${state}, version ${version - records.version}, at ${checkpoint}`,
  );

describe('given a process of an older version that builds the read models', () => {
  it('when a newer one prepares its own, then they are built up to the end of the log, and the older ones are served', async () => {
    expect(await prepare(newer)).toEqual(['records']);
    expect(await generations()).toEqual(['1 active, version 0, at 2', '2 building, version 1, at 2']);
    const later = await here.append(REQUEST, comment());
    expect(await older.waitFor(later, 10_000)).toBe(true);
    const shown = createRecordsReadModel(older, { application: 'purchasing', entity: 'Request' });
    expect(await shown.get(RECORD)).toMatchObject({ version: 3 });
  });

  it('when the older one stops, then the newer one goes on with what it has prepared', async () => {
    await prepare(newer);
    const later = await here.append(REQUEST, comment());
    await older.waitFor(later, 10_000);
    await older.stop();
    const running = await here.start({ projections: [newer] });
    while ((await running.health())[0]!.state !== 'active') await new Promise(setImmediate);
    expect(await generations()).toEqual(['1 kept, version 0, at 3', '2 active, version 1, at 3']);
  });

  it('when the newer one takes over while it prepares, then it builds them once', async () => {
    const preparing = prepare(newer);
    await older.stop();
    const running = await here.start({ projections: [newer] });
    await preparing;
    while ((await running.health())[0]!.state !== 'active') await new Promise(setImmediate);
    const active = (await generations()).filter((each) => each.includes('active'));
    expect(active).toEqual([expect.stringMatching(/^\d active, version 1, at 2$/)]);
    const later = await here.append(REQUEST, comment());
    expect(await running.waitFor(later, 10_000)).toBe(true);
  });

  it('when the lease has passed on before it begins, then it leaves no half-built ones beside those of the new holder', async () => {
    expect(await prepare(newer, AbortSignal.abort())).toEqual([]);
    expect(await generations()).toEqual(['1 active, version 0, at 2']);
  });

  it('when the new holder has switched meanwhile, then it leaves no half-built ones either', async () => {
    await prepare(newer);
    await older.stop();
    const holder = here.elsewhere();
    const readModels = { ...holder };
    let asked = 0;
    // The holder switches after the preparing process has seen that the active one is outdated.
    readModels.generations = async (projection) => {
      if (++asked === 1) {
        const running = await here.start({ projections: [newer] });
        while ((await running.health())[0]!.state !== 'active') await new Promise(setImmediate);
      }
      return holder.generations(projection);
    };
    const preparation = { store: here.store, readModels, projections: [newer], shapeOf };
    expect(await prepareGenerations(preparation)).toEqual([]);
    expect(asked).toBeGreaterThan(0);
    expect(await generations()).toEqual(['1 kept, version 0, at 2', '2 active, version 1, at 2']);
  });

  it.each([
    ['of the same version', records],
    ['of a version before', { ...records, version: records.version - 1 }],
  ])('when another one is %s, then it prepares nothing', async (_, projection) => {
    expect(await prepare(projection)).toEqual([]);
    expect(await generations()).toEqual(['1 active, version 0, at 2']);
  });
});
