// The active generation serves meanwhile, and no process builds what another fills.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyProjection } from '#projections/port/projection.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { replay } from '#projections/replay/replay.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { BREAKABLE_STREAMS, RECORD, REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';

const records = recordsProjection as unknown as AnyProjection;
const newer: AnyProjection = { ...records, version: records.version + 1 };
const comment = () => newEvent('record.commented', { text: 'x' });

let here: Installation;
let position: number;
beforeEach(async () => {
  here = makeInstallation();
  const running = await here.start({ projections: [records] });
  position = await here.append(REQUEST, newEvent('record.opened', opened()), comment());
  await running.waitFor(position, 10_000);
  await running.stop();
});
afterEach(() => here.end());

const generations = async () =>
  (await here.readModels.generations('records')).map(
    ({ number, version, state }) => `${number} ${state}, version ${version - records.version}`,
  );
async function until(running: RunningProjections, state: string): Promise<void> {
  while ((await running.health())[0]!.state !== state) await new Promise((resolve) => setTimeout(resolve, 5));
}
const shown = (running: RunningProjections) =>
  createRecordsReadModel(running, { application: 'purchasing', entity: 'Request' }).get(RECORD);

describe('given a version of a projection that breaks at every event', () => {
  const broken: AnyProjection = {
    ...newer,
    targets() {
      throw new Error('cannot open');
    },
  };

  it('when it is built, then nobody waits for what the version before it has brought', async () => {
    for (const stream of BREAKABLE_STREAMS) await here.append(stream, newEvent('record.opened', opened()));
    const running = await here.start({ projections: [broken] });
    await until(running, 'failed');
    expect(await running.waitFor(position, 50)).toBe(true);
    expect(await shown(running)).toMatchObject({ version: 2 });
    const later = await here.append(REQUEST, comment());
    expect(await running.waitFor(later, 50)).toBe(false);
  });
});

describe('given a generation that another process is filling', () => {
  it('when a projector builds the same version, then it builds one of its own', async () => {
    const { number } = await here.readModels.create('records', newer.version);
    const filling = await here.elsewhere().open('records', number, () => undefined, { bulk: true });
    const running = await here.start({ projections: [newer] });
    expect(await running.waitFor(position, 10_000)).toBe(true);
    await until(running, 'active');
    expect(await generations()).toEqual([
      '1 kept, version 0',
      '2 building, version 1',
      '3 active, version 1',
    ]);
    await filling.close();
  });
});

describe('given a generation that somebody has begun to build', () => {
  const begun = async (version: number, at: number) => {
    const { number } = await here.readModels.create('records', version);
    const generation = await here.readModels.open('records', number, () => undefined, { bulk: true });
    const { events } = await here.store.read(REQUEST);
    await generation.write([], at, events[at - 1]);
    await generation.close();
    return number;
  };

  it('when a projector builds the same version, then it goes on with it', async () => {
    await begun(newer.version, 1);
    const running = await here.start({ projections: [newer] });
    await until(running, 'active');
    expect(await generations()).toEqual(['1 kept, version 0', '2 active, version 1']);
  });

  it('when it is of another version, then a projector builds one of its own', async () => {
    await begun(newer.version + 1, 1);
    const running = await here.start({ projections: [newer] });
    await until(running, 'active');
    expect(await generations()).toEqual([
      '1 kept, version 0',
      '2 building, version 2',
      '3 active, version 1',
    ]);
  });

  it('when it is further than what is served, then a replay says that it does not compare them, and where both are', async () => {
    const later = await here.append(REQUEST, comment());
    const number = await begun(records.version, later);
    const [replayed] = await replay({ ...here, projections: [records], shapeOf });
    expect(replayed).toMatchObject({
      generation: number,
      resumedAt: later,
      outcome: 'activated',
      notCompared: `the one that is served is at ${position}, the new one at ${later} already`,
    });
    expect(replayed!.comparison).toBeUndefined();
  });
});
