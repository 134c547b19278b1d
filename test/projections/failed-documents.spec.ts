// An event that a fold cannot handle stops only its document, until it is retried or skipped.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewEvent, RecordedEvent } from '#domain/event.js';
import type { AnyProjection } from '#projections/port/projection.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { timelineProjection } from '#projections/read-models/timeline/timeline-projection.js';
import { replay } from '#projections/replay/replay.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { contents, makeInstallation, type Installation } from './test-installation.js';
import { newEvent, OTHER_RECORD, opened, RECORD, REQUEST } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';
import { createManualLease } from './manual-lease.js';
import { numRuns } from '#test/property-runs.js';

const OTHER = `purchasing.Request-${OTHER_RECORD}`;
const OF = { application: 'purchasing', entity: 'Request' };
const COLLECTION = 'purchasing.Request';
const LONG = 10_000;
const records = recordsProjection as unknown as AnyProjection;
const comment = (text = 'x') => newEvent('record.commented', { text });

let here: Installation;
let isBroken: (event: RecordedEvent) => boolean;
let isUnknown: (event: RecordedEvent) => boolean;

const fragile: AnyProjection = {
  ...records,
  targets(event) {
    if (isUnknown(event)) throw new Error('cannot say what this is about');
    return records.targets(event);
  },
  apply(document, event, target) {
    if (isBroken(event)) throw new Error('cannot take this');
    return records.apply(document, event, target);
  },
};

const start = (parts: Parameters<Installation['start']>[0] = {}) =>
  here.start({ projections: [fragile], ...parts });
const shown = (running: RunningProjections, id = RECORD) => createRecordsReadModel(running, OF).get(id);
const failed = (running: RunningProjections) => running.failedDocuments('records');
const healthOf = async (running: RunningProjections) => (await running.health())[0]!;
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
const decide = (type: string, data: object, reason?: string) =>
  here.append(
    'projection-records',
    newEvent(type, { projection: 'records', ...data }, reason ? { reason } : {}),
  );
const ABOUT = { collection: COLLECTION, document: RECORD };
const skip = (event: NewEvent) =>
  decide(
    'projection.event-skipped',
    { ...ABOUT, version: records.version, event: event.id, eventType: event.type, error: 'cannot take this' },
    'a slip of May',
  );

beforeEach(() => {
  here = makeInstallation();
  isBroken = isUnknown = () => false;
});
afterEach(() => here.end());

describe('given an event that breaks one document', () => {
  const poison = newEvent('record.assigned', { from: null, to: null });
  let running: RunningProjections;
  let position: number;

  beforeEach(async () => {
    isBroken = ({ id }) => id === poison.id;
    running = await start();
    await here.append(REQUEST, newEvent('record.opened', opened()));
    await here.append(REQUEST, poison);
    await here.append(OTHER, newEvent('record.opened', opened({ number: 'PR-2026-0002' })), comment());
    position = await here.append(REQUEST, comment('first'), comment('second'));
    expect(await running.waitFor(position, LONG)).toBe(true);
  });

  it('when others go on, then that document stays as it was, and says which event broke it', async () => {
    expect(await shown(running)).toMatchObject({ version: 1 });
    expect(await shown(running, OTHER_RECORD)).toMatchObject({ version: 2, comments: 1 });
    expect(await failed(running)).toMatchObject([
      { ...ABOUT, error: 'cannot take this', held: 2, event: { id: poison.id, type: 'record.assigned' } },
    ]);
    expect(await healthOf(running)).toMatchObject({ state: 'active', failedDocuments: 1, lag: 0 });
  });

  it('when a process that follows is asked, then it says the same', async () => {
    const follower = await start({ readModels: here.elsewhere(), lease: createManualLease() });
    expect(await failed(follower)).toEqual(await failed(running));
    expect(await healthOf(follower)).toMatchObject({ failedDocuments: 1 });
  });

  it('when Daybook starts again, then the document is held back as before', async () => {
    await running.stop();
    running = await start();
    await running.waitFor(await here.append(REQUEST, comment('third')), LONG);
    expect(await shown(running)).toMatchObject({ version: 1 });
    expect(await failed(running)).toMatchObject([{ held: 3 }]);
  });

  it('when it is tried again and breaks again, then nothing has changed', async () => {
    const before = await failed(running);
    await running.waitFor(await decide('projection.retried', ABOUT), LONG);
    expect(await failed(running)).toEqual(before.map((each) => ({ ...each, tried: 1 })));
    expect(await shown(running)).toMatchObject({ version: 1 });
  });

  it('when it is asked for while nobody builds, then it is tried again at the next start, and once', async () => {
    await running.stop();
    await decide('projection.retried', ABOUT);
    let tries = 0;
    isBroken = ({ id }) => id === poison.id && ++tries > 0;
    running = await start();
    expect([tries, (await failed(running)).length]).toEqual([1, 1]);
    await running.stop();
    isBroken = () => false;
    running = await start();
    expect((await failed(running)).length).toBe(1);
    await decide('projection.retried', { collection: null, document: null });
    await until(async () => (await failed(running)).length === 0);
  });

  it('when it is asked for before the leader reads on, then it comes across it in the log', async () => {
    await running.stop();
    isBroken = () => false;
    const { read } = here.store;
    // The initial read returns an outdated state.
    here.store.read = async (stream, ...rest) =>
      stream === 'projection-records' && (here.store.read = read)
        ? { events: [], version: 0 }
        : read.call(here.store, stream, ...rest);
    await decide('projection.retried', ABOUT);
    running = await start();
    await until(async () => (await failed(running)).length === 0);
    expect(await shown(running)).toMatchObject({ version: 4, comments: 2 });
  });

  it('when a retry succeeds, then all held-back events follow in order', async () => {
    isBroken = () => false;
    await decide('projection.retried', ABOUT);
    await until(async () => (await failed(running)).length === 0);
    expect(await shown(running)).toMatchObject({ version: 4, comments: 2 });
    await running.waitFor(await here.append(REQUEST, comment('third')), LONG);
    expect(await shown(running)).toMatchObject({ version: 5, comments: 3 });
  });

  it('when an admin leaves the event out, then the rest follows, and a rebuild leaves out the same', async () => {
    await skip(poison);
    await until(async () => (await failed(running)).length === 0);
    expect(await shown(running)).toMatchObject({ version: 4, comments: 2 });
    await running.stop();
    const [replayed] = await replay({ ...here, projections: [fragile], shapeOf });
    expect(replayed).toMatchObject({ outcome: 'activated', skipped: 1, comparison: { different: 0 } });
    expect(replayed!.failedDocuments).toBeUndefined();
  });

  it('when a later version of the projection is built, then it looks at the event again', async () => {
    await skip(poison);
    await until(async () => (await failed(running)).length === 0);
    await running.stop();
    const later = await start({ projections: [{ ...fragile, version: fragile.version + 1 }] });
    await until(async () => (await failed(later)).length === 1);
  });

  it('when it is rebuilt, then the same document is broken, and nothing differs', async () => {
    await running.stop();
    const [replayed] = await replay({ ...here, projections: [fragile], shapeOf });
    expect(replayed).toMatchObject({
      outcome: 'activated',
      failedDocuments: 1,
      comparison: { different: 0 },
    });
  });
});

describe('given an event whose documents the projection cannot say', () => {
  const odd = newEvent('record.assigned', { from: null, to: null });
  const HELD_BACK = { collection: 'unknown-targets', document: REQUEST };
  let running: RunningProjections;

  beforeEach(async () => {
    isUnknown = ({ id }) => id === odd.id;
    running = await start();
    await here.append(REQUEST, newEvent('record.opened', opened()), odd);
    await here.append(OTHER, newEvent('record.opened', opened({ number: 'PR-2026-0002' })), comment());
    const position = await here.append(REQUEST, comment('first'), comment('second'));
    expect(await running.waitFor(position, LONG)).toBe(true);
  });

  it('when other events come, then only documents of its stream stay unchanged', async () => {
    expect(await shown(running)).toMatchObject({ version: 1 });
    expect(await shown(running, OTHER_RECORD)).toMatchObject({ version: 2, comments: 1 });
    expect(await failed(running)).toMatchObject([
      { ...HELD_BACK, error: 'cannot say what this is about', held: 2, event: { id: odd.id } },
    ]);
    expect(await healthOf(running)).toMatchObject({ state: 'active', failedDocuments: 1, lag: 0 });
  });

  it('when it is tried again and still not known, then nothing has changed but the try', async () => {
    const before = await failed(running);
    await running.waitFor(await decide('projection.retried', HELD_BACK), LONG);
    expect(await failed(running)).toEqual(before.map((each) => ({ ...each, tried: 1 })));
  });

  it('when it is tried again and known, then everything that was held back follows in order', async () => {
    isUnknown = () => false;
    await decide('projection.retried', HELD_BACK);
    await until(async () => (await failed(running)).length === 0);
    expect(await shown(running)).toMatchObject({ version: 4, comments: 2 });
  });

  it('when it is tried again and breaks its document, then that document is listed instead', async () => {
    isUnknown = () => false;
    isBroken = ({ id }) => id === odd.id;
    await decide('projection.retried', HELD_BACK);
    await until(async () => (await failed(running))[0]?.collection === COLLECTION);
    expect(await failed(running)).toMatchObject([{ ...ABOUT, held: 2, event: { id: odd.id } }]);
    isBroken = () => false;
    await decide('projection.retried', ABOUT);
    await until(async () => (await failed(running)).length === 0);
    expect(await shown(running)).toMatchObject({ version: 4, comments: 2 });
  });

  it('when an admin leaves the event out, then the rest follows, and a rebuild leaves out the same', async () => {
    const about = { version: records.version, event: odd.id, eventType: odd.type, error: 'cannot say' };
    await decide('projection.event-skipped', { ...HELD_BACK, ...about }, 'a slip of May');
    await until(async () => (await failed(running)).length === 0);
    expect(await shown(running)).toMatchObject({ version: 4, comments: 2 });
    await running.stop();
    const [replayed] = await replay({ ...here, projections: [fragile], shapeOf });
    expect(replayed).toMatchObject({ outcome: 'activated', skipped: 1, comparison: { different: 0 } });
  });

  it('when it is rebuilt, then the same is held back, and nothing differs', async () => {
    await running.stop();
    const [replayed] = await replay({ ...here, projections: [fragile], shapeOf });
    expect(replayed).toMatchObject({
      outcome: 'activated',
      failedDocuments: 1,
      comparison: { different: 0 },
    });
  });

  it('when it is rebuilt by a version that can say it, then the event is named that makes the difference', async () => {
    await running.stop();
    const [replayed] = await replay({ ...here, projections: [records], shapeOf, dryRun: true });
    const differing = replayed!.comparison!.differences.find(({ id }) => id === RECORD);
    expect(differing).toMatchObject({ event: { type: expect.stringContaining('record.') } });
  });
});

describe('given a document that events of several streams change', () => {
  it('when the targets of one of them were not known, then it is folded from the beginning', async () => {
    // Every event concerns the one note, in any stream.
    const notes = {
      name: 'notes',
      version: 1,
      targets(event: RecordedEvent) {
        if (isUnknown(event)) throw new Error('cannot say what this is about');
        return event.type === 'record.commented' ? [{ collection: 'notes', id: 'all' }] : [];
      },
      apply: (
        before: { readonly texts: readonly string[] } | undefined,
        { position, data }: RecordedEvent,
      ) => ({
        id: 'all',
        position,
        texts: [...(before?.texts ?? []), (data as { readonly text: string }).text],
      }),
    } as unknown as AnyProjection;
    isUnknown = ({ data }) => (data as { readonly text?: string }).text === 'b';
    const running = await start({ projections: [notes] });
    await here.append(REQUEST, comment('a'), comment('b'));
    await running.waitFor(await here.append(OTHER, comment('c')), LONG);
    const texts = async () =>
      (await running.generation('notes').get<{ readonly texts: readonly string[] }>('notes', 'all'))?.texts;
    expect(await texts()).toEqual(['a', 'c']);
    isUnknown = () => false;
    const all = { projection: 'notes', collection: null, document: null };
    await here.append('projection-notes', newEvent('projection.retried', all));
    await until(async () => (await running.failedDocuments('notes')).length === 0);
    expect(await texts()).toEqual(['a', 'b', 'c']);
  });
});

describe('given a projection that is paused', () => {
  it('when events come, then nothing is built until it is resumed, also by another process', async () => {
    let running = await start();
    await decide('projection.paused', {});
    await until(async () => (await healthOf(running)).state === 'paused');
    const position = await here.append(REQUEST, newEvent('record.opened', opened()));
    expect(await running.waitFor(position, 50)).toBe(false);
    await running.stop();
    running = await start();
    expect(await healthOf(running)).toMatchObject({ state: 'paused' });
    await decide('projection.resumed', {});
    expect(await running.waitFor(position, LONG)).toBe(true);
    await until(async () => (await healthOf(running)).state === 'active');
  });
});

describe('given a projection that is wrong as a whole', () => {
  const ids = Array.from(
    { length: 130 },
    (_, at) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  );

  it('when it breaks over every event of one type, then it stands still as a whole', async () => {
    isBroken = ({ type }) => type === 'record.commented';
    const running = await start();
    for (const id of ids.slice(0, 30))
      await here.append(`purchasing.Request-${id}`, newEvent('record.opened', opened()), comment());
    await until(async () => (await healthOf(running)).state === 'failed');
    expect((await healthOf(running)).failure?.event).toMatchObject({ type: 'record.commented' });
  });

  it('when it cannot say the targets of any event of one type, then it stands still as a whole', async () => {
    isUnknown = ({ type }) => type === 'record.commented';
    const running = await start();
    for (const id of ids.slice(0, 30))
      await here.append(`purchasing.Request-${id}`, newEvent('record.opened', opened()), comment());
    await until(async () => (await healthOf(running)).state === 'failed');
    expect((await healthOf(running)).failure?.event).toMatchObject({ type: 'record.commented' });
  });

  it('when more than a hundred documents are broken, then it stands still as a whole', async () => {
    isBroken = ({ type, stream }) => type === 'record.commented' && !stream.endsWith('000');
    const running = await start();
    for (const id of ids)
      await here.append(`purchasing.Request-${id}`, newEvent('record.opened', opened()), comment());
    await until(async () => (await healthOf(running)).state === 'failed');
    expect(await failed(running)).toHaveLength(100);
  });
});

const timeline = timelineProjection as unknown as AnyProjection;
const breakable: AnyProjection = {
  ...timeline,
  targets(event) {
    if (isUnknown(event)) throw new Error('cannot say what this is about');
    return timeline.targets(event);
  },
  apply(document, event, target) {
    if (isBroken(event)) throw new Error('cannot tell');
    return timeline.apply(document, event, target);
  },
};

describe('given an append-only projection', () => {
  const poison = comment();
  const breaksFold = (isSo: (event: RecordedEvent) => boolean) => void (isBroken = isSo);
  const breaksTargets = (isSo: (event: RecordedEvent) => boolean) => void (isUnknown = isSo);

  it.each([
    ['breaks it', breaksFold],
    ['has targets that it cannot say', breaksTargets],
  ])('when an event %s, then only its own entry is missing, until it is tried again', async (_, breaks) => {
    breaks(({ id }) => id === poison.id);
    const running = await start({ projections: [breakable] });
    const position = await here.append(REQUEST, newEvent('record.opened', opened()), poison, comment());
    expect(await running.waitFor(position, LONG)).toBe(true);
    expect(await running.failedDocuments('timeline')).toMatchObject([{ held: 0, event: { id: poison.id } }]);
    isBroken = isUnknown = () => false;
    await here.append(
      'projection-timeline',
      newEvent('projection.retried', { projection: 'timeline', collection: null, document: null }),
    );
    await until(async () => (await running.failedDocuments('timeline')).length === 0);
    const entries = (await contents(here.readModels, 'timeline')).filter((line) => line.includes(poison.id));
    expect(entries).toHaveLength(1);
  });
});

describe('whatever breaks, and whenever it is tried again', () => {
  it('in the end the read model is the fold of the log', async () => {
    const step = {
      record: fc.nat(2),
      breaks: fc.constantFrom('fold', 'targets', 'nothing', 'nothing'),
      retries: fc.boolean(),
    };
    const steps = fc.array(fc.record(step), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await here.end();
        here = makeInstallation();
        const [broken, unknown] = [new Set<string>(), new Set<string>()];
        isBroken = ({ id }) => broken.has(id);
        isUnknown = ({ id }) => unknown.has(id);
        const running = await start();
        const begun = new Set<number>();
        for (const { record, breaks, retries } of all) {
          const stream = `purchasing.Request-01890000-0000-7000-8000-00000000000${record}`;
          const event = begun.has(record) ? comment() : newEvent('record.opened', opened());
          if (breaks === 'fold') broken.add(event.id);
          if (breaks === 'targets') unknown.add(event.id);
          begun.add(record);
          await running.waitFor(await here.append(stream, event), LONG);
          if (retries) [broken, unknown].forEach((each) => each.clear());
          if (retries)
            await running.waitFor(
              await decide('projection.retried', { collection: null, document: null }),
              LONG,
            );
        }
        [broken, unknown].forEach((each) => each.clear());
        await decide('projection.retried', { collection: null, document: null });
        await until(async () => (await failed(running)).length === 0);
        await running.stop();
        const [replayed] = await replay({ ...here, projections: [records], shapeOf });
        expect(replayed).toMatchObject({ outcome: 'activated', comparison: { different: 0 } });
      }),
      { numRuns: numRuns(12) },
    );
  }, 60_000);
});
