import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyProjection } from '#projections/port/projection.js';
import { REPORT_AFTER_ATTEMPTS } from '#projections/subscription/subscription.js';
import type { ProjectionHealth } from '#projections/projector/projector.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { replay, rollBack } from '#projections/replay/replay.js';
import type { RunningProjections } from '#projections/running-projections.js';
import {
  toTimelineFilter,
  createTimelineReadModel,
  timelineProjection,
} from '#projections/read-models/timeline/timeline-projection.js';
import type { RecordedEvent } from '#domain/event.js';
import { type EventStore, EventStoreUnavailable, EventLogReplacedError } from '#event-store/event-store.js';
import { HealthIssues } from '#platform/health-issues.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { BREAKABLE_STREAMS, RECORD, REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';

const OF = { application: 'purchasing', entity: 'Request' };
const records = recordsProjection as unknown as AnyProjection;
const timeline = timelineProjection as unknown as AnyProjection;
const comment = (text = 'x') => newEvent('record.commented', { text });

describe('a projector', () => {
  let here: Installation;
  beforeEach(() => {
    here = makeInstallation();
  });
  afterEach(() => here.end());

  const healthOf = async (running: RunningProjections, name: string): Promise<ProjectionHealth> =>
    (await running.health()).find((each) => each.projection === name)!;
  async function until(
    running: RunningProjections,
    name: string,
    wanted: Partial<ProjectionHealth>,
  ): Promise<void> {
    for (;;) {
      const health = await healthOf(running, name);
      if (Object.entries(wanted).every(([key, value]) => health[key as keyof ProjectionHealth] === value))
        return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const current = (running: RunningProjections) => createRecordsReadModel(running, OF).get(RECORD);

  it('shows users their own writes', async () => {
    const running = await here.start();
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    expect(await running.waitFor(position, 5000)).toBe(true);
    expect(await current(running)).toMatchObject({ title: 'Éclairs', version: 1 });
    const { documents } = await createTimelineReadModel(running).find({
      filter: toTimelineFilter({ search: 'eclairs' }),
      limit: 10,
    });
    expect(documents.map((entry) => entry.type)).toEqual(['record.opened']);
    expect(await running.waitFor(position + 1, 1)).toBe(false);
  });

  it('reports its health', async () => {
    const running = await here.start();
    const position = await here.append(REQUEST, newEvent('record.opened', opened()), comment());
    await running.waitFor(position, 5000);
    expect(await healthOf(running, 'records')).toEqual({
      projection: 'records',
      version: records.version,
      state: 'active',
      generation: 1,
      position,
      head: position,
      lag: 0,
      lastProgressAt: expect.stringMatching(/^\d{4}-.*Z$/),
      loopAlive: true,
      role: 'writing',
      writer: expect.stringMatching(/^process \d+ on \S+$/),
      damaged: false,
      skipped: 0,
      failedDocuments: 0,
      troubledFor: 0,
    });
    await running.stop();
    expect((await healthOf(running, 'records')).loopAlive).toBe(false);
  });

  it('notifies of what it wrote', async () => {
    const running = await here.start({ projections: [records] });
    const written = jest.fn();
    running.onWritten(written);
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    await running.waitFor(position, 5000);
    expect(written).toHaveBeenCalledWith({
      projection: 'records',
      position,
      documents: [{ collection: 'purchasing.Request', id: RECORD }],
      streams: [REQUEST],
    });
  });

  it('resumes where it stopped', async () => {
    const first = await here.start();
    await first.waitFor(await here.append(REQUEST, newEvent('record.opened', opened())), 5000);
    await first.stop();
    const position = await here.append(REQUEST, comment());
    const second = await here.start();
    expect(await second.waitFor(position, 5000)).toBe(true);
    expect(await current(second)).toMatchObject({ comments: 1, version: 2 });
  });

  it('waits while it is paused', async () => {
    const running = await here.start();
    running.subscription('records').pause();
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    expect(await running.waitFor(position, 5000, ['timeline'])).toBe(true);
    expect(await running.waitFor(position, 20, ['records'])).toBe(false);
    expect(await healthOf(running, 'records')).toMatchObject({ state: 'paused', lag: position });
    running.subscription('records').resume();
    expect(await running.waitFor(position, 5000)).toBe(true);
  });

  describe('that cannot say which documents events of a type are about', () => {
    let broken = true;
    const fragile: AnyProjection = {
      ...records,
      targets(event: RecordedEvent) {
        if (broken && event.type === 'record.assigned') throw new Error('cannot assign');
        return records.targets(event);
      },
    };
    let running: RunningProjections;
    let position: number;

    beforeEach(async () => {
      broken = true;
      running = await here.start({ projections: [fragile, timeline] });
      const assigned = () => newEvent('record.assigned', { from: null, to: null });
      for (const stream of BREAKABLE_STREAMS) await here.append(stream, assigned());
      const events = [newEvent('record.opened', opened()), assigned(), comment()];
      position = await here.append(REQUEST, ...events);
      await until(running, 'records', { state: 'failed' });
    });

    it('keeps what came before, shows the event, and stops nobody else', async () => {
      const { failure } = await healthOf(running, 'records');
      expect(failure?.error.message).toBe('cannot assign');
      expect(failure?.event).toMatchObject({ type: 'record.assigned', position: position - 1 });
      expect(await current(running)).toMatchObject({ version: 1 });
      expect(await running.waitFor(position, 5000, ['timeline'])).toBe(true);
    });

    it('retries on request', async () => {
      broken = false;
      running.subscription('records').retry();
      expect(await running.waitFor(position, 5000)).toBe(true);
      expect(await current(running)).toMatchObject({ version: 3, comments: 1 });
    });

    it('skips the event permanently, with a reason', async () => {
      await expect(running.subscription('records').skip('  ')).rejects.toThrow('why');
      await running.subscription('records').skip('import of May was wrong');
      expect(await running.waitFor(position, 5000)).toBe(true);
      expect(await current(running)).toMatchObject({ version: 3, comments: 1 });
      expect(await healthOf(running, 'records')).toMatchObject({ state: 'active', skipped: 1 });
      expect(await here.readModels.skips('records', records.version)).toMatchObject([
        { position: position - 1, reason: 'import of May was wrong', error: 'cannot assign' },
      ]);
      await expect(running.subscription('records').skip('again')).rejects.toThrow('no event to skip');
      await running.stop();
      const [replayed] = await replay({ ...here, projections: [fragile], shapeOf });
      expect(replayed).toMatchObject({ outcome: 'activated', skipped: 1, comparison: { different: 0 } });
    });

    it('is not switched to by a replay', async () => {
      const [replayed] = await replay({
        ...here,
        readModels: here.elsewhere(),
        projections: [fragile],
        shapeOf,
      });
      expect(replayed).toMatchObject({
        outcome: 'failed',
        position: position - 2,
        broken: { event: { position: position - 1 } },
      });
      expect(await here.readModels.active('records')).toMatchObject({ number: 1 });
    });
  });

  it('waits for a store that cannot be reached, and serves what it has', async () => {
    await here.append(REQUEST, newEvent('record.opened', opened()));
    let down = 3;
    const store: EventStore = {
      ...here.store,
      all(after, signal) {
        if (down-- > 0) throw new EventStoreUnavailable('no route to the store');
        return here.store.all(after, signal);
      },
    };
    const running = await here.start({ store, projections: [records] });
    await until(running, 'records', { trouble: 'no route to the store' });
    expect(await running.waitFor(1, 10_000)).toBe(true);
    await until(running, 'records', { state: 'active', trouble: undefined });
  });

  it.each<[string, Error, number]>([
    ['tells when it does not go on', new EventStoreUnavailable('no route to the store'), 1],
    [
      'says nothing of a log that was replaced: that is told, and no page shows what it had',
      new EventLogReplacedError('older'),
      0,
    ],
  ])('%s', async (_, error, told) => {
    let asked = 0;
    const store: EventStore = {
      ...here.store,
      all() {
        asked += 1;
        throw error;
      },
    };
    const troubles = new HealthIssues();
    await here.start({ store, projections: [records], healthIssues: troubles });
    // One more, so that the last of them was handled.
    while (asked < REPORT_AFTER_ATTEMPTS + 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(troubles.all()).toHaveLength(told);
  });

  it('switches to a generation that another process activated, and back, while pages are read', async () => {
    const running = await here.start();
    await running.waitFor(await here.append(REQUEST, newEvent('record.opened', opened())), 5000);
    const before = running.generation('records');
    const elsewhere = here.elsewhere();
    await replay({ store: here.store, readModels: elsewhere, projections: [records], shapeOf });
    await until(running, 'records', { generation: 2, state: 'active' });
    expect(await createRecordsReadModel({ generation: () => before }, OF).get(RECORD)).toMatchObject({
      version: 1,
    });
    const position = await here.append(REQUEST, comment());
    expect(await running.waitFor(position, 5000)).toBe(true);
    expect(await current(running)).toMatchObject({ version: 2 });
    expect(await rollBack(elsewhere, 'records')).toMatchObject({ number: 1, state: 'active' });
    await until(running, 'records', { generation: 1, state: 'active' });
    expect(await running.waitFor(position, 5000)).toBe(true);
    expect(await current(running)).toMatchObject({ version: 2 });
  });

  it('builds a new generation when the projection has a new version, and serves the old one meanwhile', async () => {
    const old = await here.start({ projections: [records] });
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    await old.waitFor(position, 5000);
    await old.stop();
    const newer: AnyProjection = {
      ...records,
      version: records.version + 1,
      apply: (document, event, target) => ({
        ...records.apply(document, event, target)!,
        title: 'made by the next version',
      }),
    };
    const running = await here.start({ projections: [newer] });
    expect(await current(running)).toBeDefined();
    await until(running, 'records', { generation: 2, state: 'active' });
    expect(await current(running)).toMatchObject({ title: 'made by the next version' });
    expect(await here.readModels.generations('records')).toMatchObject([
      { state: 'kept' },
      { state: 'active', version: records.version + 1 },
    ]);
  });

  it('shares the work with another process on the same read models', async () => {
    const one = await here.start();
    const other = await here.start();
    let position = await here.append(REQUEST, newEvent('record.opened', opened()));
    for (let at = 0; at < 20; at++) position = await here.append(REQUEST, comment());
    expect(await one.waitFor(position, 10_000)).toBe(true);
    expect(await other.waitFor(position, 10_000)).toBe(true);
    expect(await current(one)).toMatchObject({ comments: 20, version: 21 });
    expect(await current(other)).toEqual(await current(one));
  });

  it.each([
    ['is no database', 'not a database at all '.repeat(1000)],
    ['is empty', ''],
  ])('says so when its file %s, and builds another one from the log by itself', async (_, text) => {
    const first = await here.start();
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    await first.waitFor(position, 5000);
    await first.stop();
    const folder = join(here.folder, 'read-models');
    for (const file of readdirSync(folder)) if (file.startsWith('records.1')) rmSync(join(folder, file));
    writeFileSync(join(folder, 'records.1.sqlite'), text);

    const running = await here.start();
    expect(await running.waitFor(position, 5000)).toBe(true);
    await until(running, 'records', { state: 'active', generation: 2, damaged: false });
    expect(await current(running)).toMatchObject({ title: 'Éclairs' });
    expect(await here.readModels.generations('records')).toMatchObject([{ number: 2, state: 'active' }]);
  });

  it('says what broke it where its file is damaged and an event breaks it as it is built again', async () => {
    const first = await here.start({ projections: [records] });
    await first.waitFor(await here.append(REQUEST, newEvent('record.opened', opened())), 5000);
    await first.stop();
    writeFileSync(join(here.folder, 'read-models/records.1.sqlite'), 'not a database at all '.repeat(1000));
    const refusing: AnyProjection = {
      ...records,
      targets() {
        throw new Error('cannot open');
      },
    };
    for (const stream of BREAKABLE_STREAMS) await here.append(stream, newEvent('record.opened', opened()));
    const running = await here.start({ projections: [refusing] });
    await until(running, 'records', { state: 'failed', damaged: true });
    expect(() => running.generation('records')).toThrow('cannot open');
  });

  it.each([
    ['is no database', 'not a database at all '.repeat(1000)],
    ['is empty', ''],
  ])('is replaced by a replay when its file %s', async (_, text) => {
    const first = await here.start();
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    await first.waitFor(position, 5000);
    await first.stop();
    for (const ending of ['', '-wal', '-shm'])
      rmSync(join(here.folder, `read-models/records.1.sqlite${ending}`), { force: true });
    writeFileSync(join(here.folder, 'read-models/records.1.sqlite'), text);
    const [replayed] = await replay({ ...here, projections: [records], shapeOf });
    expect(replayed).toMatchObject({
      outcome: 'activated',
      notCompared: expect.stringContaining('cannot be read'),
    });
  });
});
