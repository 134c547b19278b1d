// On every engine, for a log other than the one the read models were built from.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { AnyProjection } from '#projections/port/projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { replay } from '#projections/replay/replay.js';
import type {
  AcceptedGenerationSwitch,
  ReplayOptions,
  ReplayReport,
} from '#projections/replay/replay-report.js';
import type { EventStore } from '#event-store/event-store.js';
import { KINDS, newLog, removeLogs, story, tell, type Kind, type Story } from '../log-copy/logs.js';

/** Handles only the test's own events: edits of others change no document. */
const counting: AnyProjection = {
  name: 'people',
  version: 1,
  targets: ({ stream }) => (stream === 'tests.Note-0' ? [{ collection: 'people', id: stream }] : []),
  apply: (document, { stream, position, version }) => ({ ...document, id: stream, position, version }),
};

let folder: string;
let readModels: ReadModels;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-another-'));
  readModels = openSqliteReadModels(join(folder, 'reads'));
});
afterEach(async () => {
  await removeLogs();
  await readModels.close();
  rmSync(folder, { recursive: true });
});

const replayed = async (store: EventStore, parts: Partial<ReplayOptions> = {}): Promise<ReplayReport> =>
  (await replay({ store, readModels, projections: [counting], shapeOf: () => undefined, ...parts }))[0]!;

const logOf = async (kind: Kind, told: Story): Promise<EventStore> => {
  const { store } = await newLog(kind);
  await tell(store, told);
  return store;
};

/** Same ids and lengths, so that positions stay equal where they count bytes. */
const withText = (told: Story, at: number, text: 'x' | 'y'): Story =>
  told.map((each, index) => (index === at ? { ...each, event: { ...each.event, data: { text } } } : each));

const active = async () => (await readModels.active('people'))?.number;

describe.each(KINDS)('a replay of another log on %s', (kind) => {
  const told = story(9);

  it('finds the end cut off, says how many events are gone, and switches only where that is accepted', async () => {
    const before = await replayed(await logOf(kind, told));
    expect(before.outcome).toBe('activated');
    const cut = await logOf(kind, told.slice(0, 6));

    const plain = await replayed(cut);
    expect(plain).toMatchObject({
      outcome: 'events missing',
      missing: { upTo: { id: told[8]!.event.id, number: 9, position: before.position }, atLeast: 3 },
    });
    expect(await active()).toBe(before.generation);
    expect(await replayed(cut, { dryRun: true })).toMatchObject({ outcome: 'dry run', missing: {} });

    const accepted: AcceptedGenerationSwitch[] = [];
    const onAccept = async (each: AcceptedGenerationSwitch) => void accepted.push(each);
    const done = await replayed(cut, { accept: true, onAccept });
    expect(done).toMatchObject({ outcome: 'activated', missing: { atLeast: 3 } });
    expect(accepted).toMatchObject([
      { lacking: before.position, from: before.generation, to: done.generation },
    ]);
    expect(await active()).toBe(done.generation);
    expect(await replayed(cut)).not.toHaveProperty('missing');
  });

  it('finds an older log that has grown beyond the one that is gone', async () => {
    await replayed(await logOf(kind, told));
    const other = await logOf(kind, [...told.slice(0, 5), ...story(30)]);
    expect(await replayed(other)).toMatchObject({ outcome: 'events missing', missing: { atLeast: 1 } });
  });

  it('finds an event that was changed in the middle, and switches to nothing made from it, accepted or not', async () => {
    const before = await replayed(await logOf(kind, withText(told, 4, 'x')));
    const changed = await logOf(kind, withText(told, 4, 'y'));
    for (const accept of [false, true]) {
      const found = await replayed(changed, { accept });
      expect(found).toMatchObject({ outcome: 'other events', changedUpTo: before.position });
      expect(found.comparison?.different).toBe(0);
    }
    expect(await active()).toBe(before.generation);
  });
});
