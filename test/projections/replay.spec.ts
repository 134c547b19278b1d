import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import type { AnyProjection } from '#projections/port/projection.js';
import type { Generation } from '#projections/port/generation.js';
import { GenerationInUse, ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { replay, rollBack } from '#projections/replay/replay.js';
import type { ReplayOptions, ReplayProgress, ReplayReport } from '#projections/replay/replay-report.js';
import type { EventStore } from '#event-store/event-store.js';
import { type Installation, contents, makeInstallation } from './test-installation.js';
import { BREAKABLE_STREAMS, OTHER_RECORD, RECORD, REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';

const records = recordsProjection as unknown as AnyProjection;
const comment = (text = 'x') => newEvent('record.commented', { text });

describe('a replay', () => {
  let here: Installation;
  let position: number;

  beforeEach(async () => {
    here = makeInstallation();
    const running = await here.start();
    position = await here.append(
      REQUEST,
      newEvent('record.opened', opened()),
      comment('one'),
      comment('two'),
    );
    await running.waitFor(position, 10_000);
    await running.stop();
  });
  afterEach(() => here.end());

  const replayed = async (parts: Partial<ReplayOptions> = {}): Promise<ReplayReport> => {
    const all = await replay({ ...here, projections: [records], shapeOf, ...parts });
    return all[0]!;
  };
  const states = async () =>
    (await here.readModels.generations('records')).map(({ number, state }) => `${number} ${state}`);

  it('builds, compares, switches and keeps the one before', async () => {
    expect(await replayed()).toEqual({
      projection: 'records',
      version: records.version,
      generation: 2,
      generationBefore: 1,
      resumedAt: 0,
      position,
      comparison: {
        position,
        collections: [
          {
            collection: 'purchasing.Request',
            documents: 1,
            live: expect.stringMatching(/^[0-9a-f]{64}$/),
            rebuilt: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
        different: 0,
        differences: [],
      },
      skipped: 0,
      versionBefore: records.version,
      outcome: 'activated',
      dropped: [],
    });
    expect(await states()).toEqual(['1 kept', '2 active']);
  });

  it.each(['get', 'write'] as const)(
    'goes on where the engine was away for a moment at “%s”',
    async (asked) => {
      let away = 3;
      const goesAway = (generation: Generation): Generation => ({
        ...generation,
        async [asked](...values: never[]) {
          if (away-- > 0) throw new ReadModelsUnavailable('The read models cannot be reached.');
          return (generation[asked] as (...all: never[]) => Promise<never>)(...values);
        },
      });
      const readModels = {
        ...here.readModels,
        open: async (...of: Parameters<typeof here.readModels.open>) =>
          of[3] ? goesAway(await here.readModels.open(...of)) : here.readModels.open(...of),
      };
      expect(await replayed({ readModels })).toMatchObject({
        outcome: 'activated',
        comparison: { different: 0 },
      });
      expect(away).toBeLessThan(0);
    },
  );

  it('keeps one earlier generation, and goes back to it', async () => {
    await replayed();
    expect(await replayed()).toMatchObject({ dropped: [1] });
    expect(await states()).toEqual(['2 kept', '3 active']);
    expect(await rollBack(here.readModels, 'records')).toMatchObject({ number: 2, state: 'active' });
    expect(await states()).toEqual(['2 active', '3 kept']);
    await expect(rollBack(here.readModels, 'nothing')).rejects.toThrow('no earlier generation');
  });

  async function editLive(): Promise<void> {
    const live = await here.readModels.open('records', 1, shapeOf.bind(undefined, 'records'), { token: 99 });
    const document = (await live.get<RecordDocument>('purchasing.Request', RECORD))!;
    const edited = { ...document, fields: { ...document.fields, amount: 999 } };
    const strange = { ...document, id: 'zzz' };
    const collection = 'purchasing.Request';
    const writes = [edited, strange].map((each) => ({ collection, id: each.id, document: each }));
    await live.write(writes, position);
    await live.close();
  }

  it('tells what differs, where first, and which event made it, and does not switch', async () => {
    await editLive();

    const { comparison, outcome } = await replayed();

    expect(outcome).toBe('differs');
    expect(await states()).toEqual(['1 active']);
    expect(comparison).toMatchObject({ different: 2, position });
    expect(comparison?.differences).toMatchObject([
      {
        collection: 'purchasing.Request',
        id: RECORD,
        path: 'fields.amount',
        live: 999,
        rebuilt: 1250,
        position,
        event: { position: position - 2, type: 'record.opened' },
      },
      { id: 'zzz', path: '', rebuilt: undefined, live: { id: 'zzz' } },
    ]);
    expect(comparison?.collections[0]?.live).not.toBe(comparison?.collections[0]?.rebuilt);
    expect(comparison?.differences[1]).not.toHaveProperty('event');
    expect((await contents(here.readModels, 'records')).join()).toContain('"amount":999');
  });

  it('switches to what differs where that is accepted, or another version of the projection explains it', async () => {
    await editLive();
    expect(await replayed({ dryRun: true })).toMatchObject({
      outcome: 'dry run',
      comparison: { different: 2 },
    });
    expect(await replayed({ accept: true })).toMatchObject({
      outcome: 'activated',
      comparison: { different: 2 },
    });
    expect((await contents(here.readModels, 'records')).join()).toContain('"amount":1250');
    const next: AnyProjection = {
      ...records,
      version: records.version + 1,
      apply(document, event, target) {
        const made = records.apply(document, event, target);
        return made && { ...made, new: true };
      },
    };
    expect(await replayed({ projections: [next] })).toMatchObject({
      outcome: 'activated',
      versionBefore: records.version,
      comparison: { different: 1 },
    });
  });

  it('names the event that made what is missing', async () => {
    const changed = await here.append(REQUEST, newEvent('record.commented', { text: 'three' }));
    const running = await here.start();
    await running.waitFor(changed, 10_000);
    await running.stop();
    const live = await here.readModels.open('records', 1, shapeOf.bind(undefined, 'records'), { token: 99 });
    await live.write([{ collection: 'purchasing.Request', id: RECORD, document: undefined }], changed);
    await live.close();
    const { comparison } = await replayed();
    expect(comparison?.differences).toMatchObject([
      { id: RECORD, path: '', live: undefined, event: { position: position - 2, type: 'record.opened' } },
    ]);
  });

  it('compares at the position that the served generation has, and then reads on to the end', async () => {
    const head = await here.append(REQUEST, comment('three'));
    expect(await replayed()).toMatchObject({ position: head, comparison: { different: 0, position } });
  });

  it('throws the new generation away in a dry run', async () => {
    expect(await replayed({ dryRun: true })).toMatchObject({
      outcome: 'dry run',
      comparison: { different: 0 },
    });
    expect(await states()).toEqual(['1 active']);
  });

  it('has nothing to compare with at first', async () => {
    const fresh = { ...records, name: 'fresh' };
    expect(await replayed({ projections: [fresh] })).toMatchObject({
      outcome: 'activated',
      notCompared: 'nothing was served yet',
      position,
    });
  });

  it('replays an empty log', async () => {
    const empty = makeInstallation();
    const all = await replay({ ...empty, projections: allProjections, shapeOf });
    expect(all.map((each) => each.outcome)).toEqual(allProjections.map(() => 'activated'));
    await empty.end();
  });

  it('is taken up again where it was interrupted', async () => {
    for (let at = 0; at < 30; at++)
      await here.append(REQUEST, ...Array.from({ length: 100 }, () => comment()));
    const head = await here.store.head();
    const running = await here.start();
    await running.waitFor(head, 20_000);
    await running.stop();
    const abort = new AbortController();
    const onProgress = () => abort.abort();
    const first = await replayed({ signal: abort.signal, onProgress });
    expect(first.outcome).toBe('interrupted');
    expect(first.position).toBeGreaterThan(0);
    expect(first.position).toBeLessThan(head);
    expect(await states()).toEqual(['1 active', '2 building']);

    const second = await replayed();

    expect(second).toMatchObject({
      generation: first.generation,
      resumedAt: first.position,
      outcome: 'activated',
      position: head,
      comparison: { different: 0 },
    });
  });

  it('tells how far it is', async () => {
    const told: ReplayProgress[] = [];
    await replayed({ onProgress: (progress) => told.push(progress) });
    expect(told[0]).toMatchObject({ phase: 'events', done: position, share: 1, secondsLeft: 0 });
    expect(told.map((progress) => progress.phase)).toEqual(['events', 'comparing', 'indexing']);
  });

  it('counts events, and not the bytes that positions are in some logs', async () => {
    const told: ReplayProgress[] = [];
    const { store } = here;
    const inBytes: Pick<EventStore, 'all' | 'head' | 'has'> = {
      has: (event) => store.has({ ...event, position: event.position / 1_000 }),
      head: async () => 1_000 * (await store.head()),
      async *all(after = 0, signal) {
        for await (const batch of store.all(after / 1_000, signal))
          yield batch.map((event) => ({ ...event, position: 1_000 * event.position }));
      },
    };
    const onProgress = (progress: ReplayProgress) => void told.push(progress);
    await replayed({ store: inBytes, projections: [{ ...records, name: 'elsewhere' }], onProgress });
    expect(told[0]).toMatchObject({ phase: 'events', done: position, share: 1 });
  });

  const fragile: AnyProjection = {
    ...records,
    targets(event) {
      if (event.type === 'record.assigned') throw new Error('cannot assign');
      return records.targets(event);
    },
  };
  const MANY = [...BREAKABLE_STREAMS, `purchasing.Request-${OTHER_RECORD}`];
  const assignMany = async () => {
    for (const stream of MANY)
      await here.append(stream, newEvent('record.assigned', { from: null, to: null }));
  };

  it('reads no further than the one that does not break has to be compared', async () => {
    await assignMany();
    await here.append(REQUEST, comment('four'), comment('five'));
    const read: number[] = [];
    const { store } = here;
    const oneByOne: ReplayOptions['store'] = {
      has: (event) => store.has(event),
      head: () => store.head(),
      async *all(after, signal) {
        for await (const batch of store.all(after, signal))
          for (const event of batch) {
            read.push(event.version);
            yield [event];
          }
      },
    };
    const elsewhere = { ...fragile, name: 'elsewhere' };
    const all = await replay({ ...here, store: oneByOne, projections: [records, elsewhere], shapeOf });
    expect(all.map(({ outcome }) => outcome)).toEqual(['activated', 'failed']);
    // Later events are read once, after the comparison.
    const many = MANY.map(() => 1);
    expect(read).toEqual([1, 2, 3, ...many, ...many, 4, 5]);
  });

  it('stops where events of one type break the projection, and switches to nothing', async () => {
    await assignMany();
    expect(await replayed({ projections: [fragile] })).toMatchObject({
      outcome: 'failed',
      broken: { event: { stream: MANY.at(-1) }, error: new Error('cannot assign') },
    });
    expect(await states()).toEqual(['1 active', '2 building']);
  });

  it('begins anew where what was left of an earlier one cannot be read', async () => {
    const { number } = await here.readModels.create('records', records.version);
    writeFileSync(join(here.folder, `read-models/records.${number}.sqlite`), 'torn');
    expect(await replayed()).toMatchObject({
      generation: 3,
      outcome: 'activated',
      comparison: { different: 0 },
    });
    expect(await states()).toEqual(['1 kept', '3 active']);
  });

  it('is not begun twice at once', async () => {
    const { number } = await here.readModels.create('records', records.version);
    const filling = await here.elsewhere().open('records', number, () => undefined, { bulk: true });
    await expect(replayed()).rejects.toThrow(GenerationInUse);
    await filling.close();
    expect(await replayed()).toMatchObject({ generation: number, outcome: 'activated' });
  });
});
