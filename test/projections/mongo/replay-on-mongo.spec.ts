import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Document } from 'bson';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { NewEvent } from '#domain/event.js';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import type { AnyProjection } from '#projections/port/projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { ReplayReport } from '#projections/replay/replay-report.js';
import { replay, rollBack } from '#projections/replay/replay.js';
import { startProjections } from '#projections/running-projections.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import type { EventStore } from '#event-store/event-store.js';
import type { RunningEngine } from '#test/engines/test-engines.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';
import { contents } from '../test-installation.js';
import { type Step, randomLog } from '../random-log.js';
import { newEvent, opened, RECORD, REQUEST } from '../recorded-events.js';
import { shapeOf } from '../test-shapes.js';
import { databaseOf, dropDatabase } from '#test/engines/mongodb/drop-database.js';
import { readModelEngines } from '#test/engines/test-engines.js';

const names = allProjections.map((projection) => projection.name);

jest.setTimeout(120_000);

describe.each(readModelEngines())('a replay on $name', ({ start }) => {
  const database = 'daybook-test-replay';
  let folder: string;
  let engine: RunningEngine;
  let store: EventStore;
  let readModels: ReadModels;
  const open = () => openMongoReadModels(databaseOf(engine.url, database));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-mongo-replay-'));
    store = openSqliteEventStore(join(folder, 'events.sqlite'));
    engine = await start();
    readModels = await open();
  });
  afterEach(async () => {
    await readModels.close();
    await dropDatabase(engine.url, database);
    await engine.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const parts = { projections: allProjections, shapeOf };
  async function append(steps: readonly Step[]): Promise<number> {
    let position = 0;
    for (const { stream, event } of steps) {
      const { version } = await store.read(stream);
      position = (await store.append(stream, [event], version)).position;
    }
    return position;
  }
  const everything = () => Promise.all(names.map((name) => contents(readModels, name)));

  it('of a log that was followed live changes no byte, and going back is one step', async () => {
    const running = await startProjections({ store, readModels, ...parts });
    const position = await append(fc.sample(randomLog, { numRuns: 12, seed: 42 }).flat());
    expect(await running.waitFor(position, 20_000)).toBe(true);
    await running.stop();
    const before = await everything();
    expect(before.flat().length).toBeGreaterThan(20);

    const replayed = await replay({ store, readModels, ...parts });

    expect(await everything()).toEqual(before);
    for (const each of replayed) {
      expect(each).toMatchObject({ outcome: 'activated', position, comparison: { different: 0, position } });
      for (const collection of each.comparison!.collections) expect(collection.rebuilt).toBe(collection.live);
    }
    const back = await rollBack(readModels, names[0]!);
    expect(back.number).toBeLessThan(replayed[0]!.generation);
  });

  it('goes on without what an event whose targets are not known concerns, until that is tried again', async () => {
    let isOdd = true;
    const records = allProjections.find(({ name }) => name === 'records')!;
    const fragile: AnyProjection = {
      ...records,
      targets(event) {
        if (isOdd && event.type === 'record.assigned') throw new Error('cannot say what this is about');
        return records.targets(event);
      },
    };
    const only = { store, readModels, shapeOf, projections: [fragile] };
    const running = await startProjections(only);
    const comment = (text: string) => newEvent('record.commented', { text });
    const assigned = newEvent('record.assigned', { from: null, to: null });
    const of = (...events: NewEvent[]): Step[] => events.map((event) => ({ stream: REQUEST, event }));
    const position = await append(
      of(newEvent('record.opened', opened()), assigned, comment('x'), comment('y')),
    );
    expect(await running.waitFor(position, 20_000)).toBe(true);
    const health = async () => (await running.health())[0]!;
    while ((await health()).state === 'booting') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await health()).toMatchObject({ state: 'active', failedDocuments: 1 });
    const request = () => running.generation('records').get('purchasing.Request', RECORD);
    expect(await request()).toMatchObject({ version: 1 });
    const [replayed] = await replay({ ...only, dryRun: true });
    expect(replayed).toMatchObject({ failedDocuments: 1, comparison: { different: 0 } });

    isOdd = false;
    const all = { projection: 'records', collection: null, document: null };
    await append([{ stream: 'projection-records', event: newEvent('projection.retried', all) }]);
    while ((await running.failedDocuments('records')).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await request()).toMatchObject({ version: 4, comments: 2 });
    await running.stop();
  });

  it('finds what was changed by hand, and puts it right', async () => {
    const position = await append(fc.sample(randomLog, { numRuns: 6, seed: 7 }).flat());
    const running = await startProjections({ store, readModels, ...parts });
    expect(await running.waitFor(position, 20_000)).toBe(true);
    await running.stop();
    const before = await everything();
    const { number } = (await readModels.active('timeline'))!;
    const lease = (await readModels.lease('projections'))!;
    const live = await readModels.open('timeline', number, () => undefined, { token: lease.token + 1 });
    const [entry] = (await live.find<{ id: string; position: number }>('events', { limit: 1 })).documents;
    const forged = { ...entry!, actor: 'somebody else' };
    await live.write([{ collection: 'events', id: forged.id, document: forged }], await live.checkpoint());
    await live.close();

    const elsewhere = await open();
    const replayed = await replay({ store, readModels: elsewhere, ...parts });
    const others = allProjections.filter(({ name }) => name !== 'timeline').map(() => 'activated');
    expect(replayed.map(({ outcome }) => outcome).sort()).toEqual([...others, 'differs']);
    await replay({ store, readModels: elsewhere, accept: true, ...parts });
    await elsewhere.close();

    const timeline = replayed.find(({ projection }) => projection === 'timeline')!;
    expect(timeline.comparison).toMatchObject({ different: 1 });
    expect(timeline.comparison!.differences[0]).toMatchObject({
      id: forged.id,
      path: 'actor',
      live: 'somebody else',
    });
    expect(await everything()).toEqual(before);
  });
});

describeOnSmallMongoDb('a replay on a MongoDB that loses moments, or has none', (start) => {
  let folder: string;
  let server: MongoDbServer;
  let store: EventStore;
  let readModels: ReadModels;
  let before: { readonly number: number };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-mongo-moments-'));
    store = openSqliteEventStore(join(folder, 'events.sqlite'));
    server = await start();
    readModels = await openMongoReadModels(server.url);
    for (const { stream, event } of fc.sample(randomLog, { numRuns: 2, seed: 3 }).flat()) {
      const { version } = await store.read(stream);
      await store.append(stream, [event], version);
    }
    const running = await startProjections({ store, readModels, projections: allProjections, shapeOf });
    expect(await running.waitFor(await store.head(), 20_000)).toBe(true);
    await running.stop();
    before = (await readModels.active('timeline'))!;
  });
  afterEach(async () => {
    await readModels.close();
    await server.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** Of the timeline, which is compared with the snapshot. */
  const ofTheMoment = ({ find, readConcern }: Document) =>
    String(find).startsWith(`g.timeline.${before.number}.`) &&
    (readConcern as Document | undefined)?.atClusterTime !== undefined;

  it.each([239, 246, 43])('begins the comparison again after %d, and switches', async (code) => {
    server.fail({ code }, ofTheMoment, 2);
    const replayed = await replay({ store, readModels, projections: allProjections, shapeOf });
    for (const each of replayed)
      expect(each).toMatchObject({ outcome: 'activated', comparison: { different: 0 } });
  });

  it('is refused by a server without snapshot reads, and the served generation stays active', async () => {
    const other = await start({ ignoresSnapshots: true });
    const withoutSnapshots = await openMongoReadModels(other.url);
    const projections = allProjections.filter(({ name }) => name === 'timeline');
    const parts = { store, readModels: withoutSnapshots, projections, shapeOf };
    const running = await startProjections(parts);
    expect(await running.waitFor(await store.head(), 20_000)).toBe(true);
    await running.stop();
    const served = await withoutSnapshots.active('timeline');
    await expect(replay(parts)).rejects.toThrow(ReadModelsUnusable);
    expect(await withoutSnapshots.active('timeline')).toEqual(served);
    await withoutSnapshots.close();
    await other.stop();
  });

  it('goes on where the engine was away while it read the log', async () => {
    const isOfNew = ({ find, autocommit }: Document) =>
      /^g\.\w+\.2\./.test(String(find)) && autocommit !== false;
    server.fail({ code: 365 }, isOfNew, 3);
    server.fail('cut before', 'commitTransaction', 3);
    for (const each of await replay({ store, readModels, projections: allProjections, shapeOf }))
      expect(each).toMatchObject({ outcome: 'activated', comparison: { different: 0 } });
  });

  it('says in the end what it could not compare, how moments are kept longer, and finishes the others', async () => {
    server.fail({ code: 239 }, ofTheMoment, Infinity);
    const told: ReplayReport[] = [];
    const onReplayed = (done: ReplayReport) => void told.push(done);
    const replayed = await replay({ store, readModels, projections: allProjections, shapeOf, onReplayed });
    expect(told).toEqual(replayed);
    for (const each of replayed)
      if (each.projection !== 'timeline') expect(each.outcome).toBe('activated');
      else {
        expect(each.outcome).toBe('gave up');
        expect(each.why).toContain('minSnapshotHistoryWindowInSeconds');
      }
    expect(await readModels.active('timeline')).toMatchObject({ number: before.number });
    server.heal();
    const [timeline] = await replay({
      store,
      readModels,
      projections: allProjections.filter(({ name }) => name === 'timeline'),
      shapeOf,
    });
    expect(timeline).toMatchObject({ outcome: 'activated' });
    expect(timeline!.resumedAt).toBeGreaterThan(0);
  });
});
