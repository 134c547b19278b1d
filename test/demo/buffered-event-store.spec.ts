import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { BufferedEventStore } from '#demo/buffered-event-store.js';
import type { NewEvent } from '#domain/event.js';
import { WrongExpectedVersion, type EventStore } from '#event-store/event-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';

const NUMBERS = 'purchasing.Request.number-PR-2026-';
const recordStream = () => `purchasing.Request-${uuid()}`;

const event = (type: string): NewEvent => {
  const recordedAt = '2026-11-20T10:00:00.000Z';
  const metadata = { actor: 'system', recordedAt, commandId: uuid(), correlationId: uuid() };
  return { id: uuid(), type, data: { left: undefined, given: 1 }, metadata };
};

describe('a log in memory before the real one', () => {
  let folder: string;
  let store: EventStore;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-staged-'));
    store = openSqliteEventStore(join(folder, 'events.sqlite'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const typesIn = async (stream: string) => (await store.read(stream)).events.map(({ type }) => type);

  it('reads what was appended as the real one will, which has nothing of it before it is written', async () => {
    const log = new BufferedEventStore(store, 500);
    const stream = recordStream();
    await store.append(stream, [event('record.opened')], 0);
    await log.asStore.append(stream, [event('record.changed')], 1);
    const staged = await log.asStore.read(stream, 2);
    expect([staged.version, log.size, await typesIn(stream)]).toEqual([2, 1, ['record.opened']]);
    await log.write();
    const { events } = await store.read(stream, 2);
    const seen = ({ id, type, data, version }: (typeof events)[number]) => ({ id, type, data, version });
    expect(staged.events.map(seen)).toEqual(events.map(seen));
    expect(log.size).toBe(0);
  });

  it('writes claims first, and all else in the order in which it was appended', async () => {
    const log = new BufferedEventStore(store, 2);
    const [one, two] = [recordStream(), recordStream()];
    await log.asStore.append(one, [event('a')], 0);
    await log.asStore.append(two, [event('b')], 0);
    await log.asStore.append(one, [event('c')], 1);
    await log.asStore.append(NUMBERS, [event('number.taken')], 0);
    await log.write();
    const types: string[] = [];
    for await (const batch of store.all()) {
      types.push(...batch.map(({ type }) => type));
      if (types.length >= 4) break;
    }
    expect(types).toEqual(['number.taken', 'a', 'b', 'c']);
  });

  it('writes no record whose number somebody else has taken meanwhile', async () => {
    const log = new BufferedEventStore(store, 500);
    const stream = recordStream();
    await log.asStore.append(NUMBERS, [event('number.taken')], 0);
    await log.asStore.append(stream, [event('record.opened')], 0);
    await store.append(NUMBERS, [event('number.taken')], 0);
    await expect(log.write()).rejects.toThrow(WrongExpectedVersion);
    expect(await typesIn(stream)).toEqual([]);
    expect((await log.asStore.read(NUMBERS)).version).toBe(1);
  });

  it('refuses an append to another version, as the real one does', async () => {
    const log = new BufferedEventStore(store, 500);
    await expect(log.asStore.append(recordStream(), [event('record.changed')], 1)).rejects.toThrow(
      WrongExpectedVersion,
    );
  });
});
