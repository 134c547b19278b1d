// Each process is an installation's projections with its own lease.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { type Lease, PROJECTIONS_LEASE, holdLease } from '#projections/lease/lease.js';
import type { AnyProjection } from '#projections/port/projection.js';
import type { ProjectionHealth } from '#projections/projector/projector.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { replay, rollBack } from '#projections/replay/replay.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { type Installation, contents, makeInstallation } from './test-installation.js';
import { BREAKABLE_STREAMS, RECORD, REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';
import { type ManualLease, createManualLease } from './manual-lease.js';

const OF = { application: 'purchasing', entity: 'Request' };
const records = recordsProjection as unknown as AnyProjection;
const comment = () => newEvent('record.commented', { text: 'x' });
const LONG = 10_000;

describe('a process that follows', () => {
  let here: Installation;
  let writer: RunningProjections;
  const leases: Lease[] = [];

  beforeEach(() => {
    here = makeInstallation();
  });
  afterEach(async () => {
    await here.end();
    for (const lease of leases.splice(0)) await lease.release();
  });

  const follow = (readModels: ReadModels = here.elsewhere()) =>
    here.start({ readModels, lease: createManualLease() });
  const watch = async () => {
    const readModels = here.elsewhere();
    const lease = await holdLease(readModels, PROJECTIONS_LEASE, { canHold: false });
    leases.push(lease);
    return here.start({ readModels, lease });
  };
  const current = (running: RunningProjections) => createRecordsReadModel(running, OF).get(RECORD);
  const healthOf = async (running: RunningProjections, name = 'records'): Promise<ProjectionHealth> =>
    (await running.health()).find((each) => each.projection === name)!;
  const until = async (running: RunningProjections, wanted: Partial<ProjectionHealth>) => {
    for (;;) {
      const health = await healthOf(running);
      if (Object.entries(wanted).every(([key, value]) => health[key as keyof ProjectionHealth] === value))
        return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  describe('one that writes', () => {
    beforeEach(async () => {
      writer = await here.start();
    });

    it('shows events written by any process', async () => {
      const follower = await watch();
      for (let round = 0; round < 5; round++) {
        const events = round === 0 ? [newEvent('record.opened', opened())] : [comment()];
        const position = await here.append(REQUEST, ...events);
        expect(await follower.waitFor(position, LONG)).toBe(true);
        expect(await current(follower)).toMatchObject({ version: round + 1 });
      }
      const head = await here.store.head();
      expect(await follower.waitFor(head + 1, 1)).toBe(false);
    });

    it('reports its role and the writer in its health', async () => {
      const follower = await watch();
      const position = await here.append(REQUEST, newEvent('record.opened', opened()));
      await follower.waitFor(position, LONG);
      const [mine, others] = [await healthOf(follower), await healthOf(writer)];
      expect(others).toMatchObject({ role: 'writing', position });
      expect(mine).toMatchObject({
        role: 'following',
        writer: others.writer,
        state: 'active',
        position,
        lag: 0,
      });
      expect(mine.trouble).toBeUndefined();
    });

    it('notifies of written documents, as the writer does', async () => {
      const follower = await follow();
      const [there, told] = [jest.fn(), jest.fn()];
      writer.onWritten(there);
      follower.onWritten(told);
      const position = await here.append(REQUEST, newEvent('record.opened', opened()));
      await Promise.all([writer.waitFor(position, LONG), follower.waitFor(position, LONG)]);
      for (const name of ['records', 'timeline']) {
        const written = there.mock.calls
          .flat()
          .find((each) => (each as ProjectionHealth).projection === name);
        expect(written).toMatchObject({ position, streams: [REQUEST] });
        expect(told).toHaveBeenCalledWith(written);
      }
    });

    it('waits for relevant events only', async () => {
      const follower = await follow();
      await follower.waitFor(await here.append(REQUEST, newEvent('record.opened', opened())), LONG);
      for (const name of ['records', 'people']) writer.subscription(name).pause();
      const position = await here.append(REQUEST, comment());
      // Checkpoints of people are neither stored nor needed now.
      expect(await follower.waitFor(position, LONG, ['people', 'timeline', 'specifications'])).toBe(true);
      expect(await follower.waitFor(position, 30, ['records'])).toBe(false);
      expect(await current(follower)).toMatchObject({ version: 1 });
      writer.subscription('records').resume();
      expect(await follower.waitFor(position, LONG)).toBe(true);
      expect(await current(follower)).toMatchObject({ version: 2 });
    });

    it('sends no queries while nothing is outstanding', async () => {
      const readModels = here.elsewhere();
      let asked = 0;
      const follower = await follow({
        ...readModels,
        async open(...args) {
          const generation = await readModels.open(...args);
          return { ...generation, checkpoint: () => ((asked += 1), generation.checkpoint()) };
        },
      });
      expect(
        await follower.waitFor(await here.append(REQUEST, newEvent('record.opened', opened())), LONG),
      ).toBe(true);
      const before = asked;
      expect(before).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(asked).toBe(before);
    });

    it('sees a switch to another generation, and back', async () => {
      const follower = await follow();
      await follower.waitFor(await here.append(REQUEST, newEvent('record.opened', opened())), LONG);
      const elsewhere = here.elsewhere();
      await replay({ store: here.store, readModels: elsewhere, projections: [records], shapeOf });
      await until(follower, { generation: 2, state: 'active' });
      await until(writer, { generation: 2, state: 'active' });
      const position = await here.append(REQUEST, comment());
      expect(await follower.waitFor(position, LONG)).toBe(true);
      expect(await current(follower)).toMatchObject({ version: 2 });
      await rollBack(elsewhere, 'records');
      await until(follower, { generation: 1, state: 'active' });
      expect(await follower.waitFor(position, LONG)).toBe(true);
      expect(await current(follower)).toMatchObject({ version: 2 });
    });

    it('takes over from the other one without losing events', async () => {
      const follower = await here.start({ readModels: here.elsewhere() });
      expect((await healthOf(follower)).role).toBe('following');
      await here.append(REQUEST, newEvent('record.opened', opened()));
      await writer.stop();
      const position = await here.append(REQUEST, comment());
      expect(await follower.waitFor(position, LONG)).toBe(true);
      expect(await healthOf(follower)).toMatchObject({ role: 'writing' });
      expect(await current(follower)).toMatchObject({ version: 2, comments: 1 });
    });

    it('stops without delay', async () => {
      const follower = await follow();
      writer.subscription('records').pause();
      const position = await here.append(REQUEST, newEvent('record.opened', opened()));
      const waiting = follower.waitFor(position, 60_000);
      await follower.stop();
      expect(await waiting).toBe(false);
      expect(await follower.waitFor(position, 60_000)).toBe(false);
    });
  });

  it('says what to do where nobody has built anything, and begins when somebody does', async () => {
    const follower = await watch();
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    expect(() => follower.generation('records')).toThrow(ReadModelsUnavailable);
    expect(() => follower.generation('records')).toThrow('daybook serve --only projections');
    const { trouble, state, generation } = await healthOf(follower);
    expect(trouble).toBe('Nobody builds the read models: start `daybook serve --only projections`.');
    expect([state, generation]).toEqual(['booting', undefined]);
    expect(await follower.waitFor(position, 20)).toBe(false);
    expect(await here.readModels.generations()).toEqual([]);

    await here.start();
    expect(await follower.waitFor(position, LONG)).toBe(true);
    expect(await current(follower)).toMatchObject({ version: 1 });
    await until(follower, { trouble: undefined, state: 'active' });
  });

  it('says that nobody writes once the one that wrote is gone', async () => {
    writer = await here.start();
    const follower = await watch();
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    await follower.waitFor(position, LONG);
    await writer.stop();
    await until(follower, {
      trouble: 'Nobody builds the read models: start `daybook serve --only projections`.',
    });
    expect(await current(follower)).toMatchObject({ version: 1 });
  });
});

describe('a projection that events of one type have broken', () => {
  let here: Installation;
  let broken = true;
  const fragile: AnyProjection = {
    ...records,
    targets(event) {
      if (broken && event.type === 'record.commented') throw new Error('cannot take comments');
      return records.targets(event);
    },
  };
  const part = (lease: ManualLease, readModels = here.elsewhere()) =>
    here.start({ readModels, lease, projections: [fragile] });
  const healthOf = async (running: RunningProjections) => (await running.health())[0]!;
  const until = async (running: RunningProjections, isAsWanted: (health: ProjectionHealth) => boolean) => {
    while (!isAsWanted(await healthOf(running))) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  beforeEach(() => {
    here = makeInstallation();
    broken = true;
  });
  afterEach(() => here.end());

  const breakIt = async () => {
    await here.append(REQUEST, newEvent('record.opened', opened()));
    await nearlyBreakIt();
    return here.append(REQUEST, comment());
  };
  const nearlyBreakIt = async () => {
    const positions = [];
    for (const stream of BREAKABLE_STREAMS) positions.push(await here.append(stream, comment()));
    return positions.at(-1)!;
  };

  it('is published to followers, with the event, until it recovers', async () => {
    const builder = await part(createManualLease(1));
    const follower = await part(createManualLease());
    expect((await healthOf(follower)).failure).toBeUndefined();
    const position = await breakIt();
    await until(follower, ({ failure }) => failure !== undefined);
    const { failure, role } = await healthOf(follower);
    expect(failure).toMatchObject({
      error: { message: 'cannot take comments' },
      event: { position, type: 'record.commented' },
    });
    expect(role).toBe('following');
    broken = false;
    builder.subscription('records').retry();
    expect(await follower.waitFor(position, LONG)).toBe(true);
    await until(follower, (health) => health.failure === undefined);
  });

  it('is told by the next one that builds, and withdrawn by one that gets past it', async () => {
    const first = await part(createManualLease(1));
    const position = await breakIt();
    const follower = await part(createManualLease());
    await until(follower, ({ failure }) => failure !== undefined);
    await first.stop();
    broken = false;
    const second = await part(createManualLease(2));
    expect(await second.waitFor(position, LONG)).toBe(true);
    await until(follower, (health) => health.failure === undefined && health.position === position);
    expect(await here.readModels.failure('records')).toBeUndefined();
  });

  it('is told as soon as the engine takes it', async () => {
    const readModels = here.elsewhere();
    let left = 2;
    const builder = await part(createManualLease(1), {
      ...readModels,
      async recordFailure(projection, failure) {
        if (failure && left-- > 0) throw new ReadModelsUnavailable('away');
        return readModels.recordFailure(projection, failure);
      },
    });
    const follower = await part(createManualLease());
    await breakIt();
    await until(follower, ({ failure }) => failure !== undefined);
    expect(left).toBe(-1);
    expect((await healthOf(builder)).trouble).toBeUndefined();
  });

  it('is not published without the lease', async () => {
    let [isLost, refused] = [false, 0];
    // Between the events before it and reporting it.
    const mayWrite = async () => {
      if (isLost) refused += 1;
      return !isLost;
    };
    const builder = await part({ ...createManualLease(1), mayWrite });
    await builder.waitFor(await nearlyBreakIt(), LONG);
    isLost = true;
    await here.append(REQUEST, comment());
    while (refused === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await healthOf(builder)).toMatchObject({ state: 'failed' });
    expect(await here.readModels.failure('records')).toBeUndefined();
  });
});

describe('two that believe they hold the lease', () => {
  let here: Installation;
  beforeEach(() => {
    here = makeInstallation();
  });
  afterEach(() => here.end());

  it('write nothing twice: the engine refuses the smaller token, until its process finds out and follows', async () => {
    const leases: [ManualLease, ManualLease] = [createManualLease(1), createManualLease()];
    const old = await here.start({ lease: leases[0] });
    const fresh = await here.start({ lease: leases[1], readModels: here.elsewhere() });
    let position = await here.append(REQUEST, newEvent('record.opened', opened()));
    expect(await fresh.waitFor(position, LONG)).toBe(true);

    const told = jest.fn();
    leases[1].give(2);
    while ((await fresh.health()).some(({ state }) => state !== 'active'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    old.onWritten(told);
    for (let at = 0; at < 10; at++) position = await here.append(REQUEST, comment());
    expect(await fresh.waitFor(position, LONG)).toBe(true);
    expect(await old.waitFor(position, 300, ['records', 'timeline'])).toBe(false);
    expect(told).not.toHaveBeenCalledWith(expect.objectContaining({ projection: 'records' }));
    expect((await old.health())[0]).toMatchObject({ role: 'writing' });

    leases[0].give(undefined);
    expect(await old.waitFor(position, LONG)).toBe(true);
    expect(await createRecordsReadModel(old, OF).get(RECORD)).toMatchObject({ comments: 10 });
    await Promise.all([old.stop(), fresh.stop()]);
    const live = await contents(here.readModels, 'timeline');
    const replayed = await replay({ ...here, projections: allProjections, shapeOf });
    for (const each of replayed) expect(each).toMatchObject({ position, comparison: { different: 0 } });
    expect(await contents(here.readModels, 'timeline')).toEqual(live);
  });
});

describe('an older list of leases, put back from a backup', () => {
  it('keeps nobody from building: the token grows past those that were here', async () => {
    const here = makeInstallation();
    const first = await here.start();
    await first.waitFor(await here.append(REQUEST, newEvent('record.opened', opened())), LONG);
    await first.stop();
    for (const { projection, number } of await here.readModels.generations())
      await (await here.readModels.open(projection, number, () => undefined, { token: 1000 })).close();

    const running = await here.start();
    const position = await here.append(REQUEST, comment());
    expect(await running.waitFor(position, LONG)).toBe(true);
    expect((await running.health())[0]).toMatchObject({ role: 'writing', state: 'active' });
    expect((await here.readModels.lease(PROJECTIONS_LEASE))!.token).toBeGreaterThan(1000);
    await here.end();
  });
});

describe('clocks of the wall that jump', () => {
  it('move no lease, and hold up no read model', async () => {
    const here = makeInstallation();
    const real = Date.now();
    let jumps = 0;
    const jumped = () => real + (jumps++ % 2 ? 1 : -1) * jumps * 86_400_000;
    const wall = jest.spyOn(Date, 'now').mockImplementation(jumped);
    const clock = () => new Date(jumped()).toISOString();
    const lease = await holdLease(here.readModels, PROJECTIONS_LEASE);
    const heartbeats = async () => (await here.readModels.lease(PROJECTIONS_LEASE))!.beat;
    const builder = await here.start({ lease, clock });
    const follower = await here.start({ readModels: here.elsewhere(), clock });
    for (let round = 0; round < 12; round++) {
      const position = await here.append(
        REQUEST,
        round === 0 ? newEvent('record.opened', opened()) : comment(),
      );
      for (const each of [builder, follower]) expect(await each.waitFor(position, LONG)).toBe(true);
      const before = await heartbeats();
      while ((await heartbeats()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await here.readModels.lease(PROJECTIONS_LEASE)).toMatchObject({ token: 1 });
    const roles = await Promise.all([builder, follower].map(async (each) => (await each.health())[0]!.role));
    expect(roles).toEqual(['writing', 'following']);
    wall.mockRestore();
    await here.end();
    await lease.release();
  });
});
