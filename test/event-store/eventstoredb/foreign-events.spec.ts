// The server and other applications write to the same log; their events are skipped anywhere.
import { describe, expect, it } from '@jest/globals';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { HealthIssues } from '#platform/health-issues.js';
import {
  everythingElse,
  foreignEvents,
  projectionResult,
  proposedBy,
  subscriptionCheckpoint,
  type Written,
} from '#test/engines/eventstoredb/foreign-events.js';
import type { EventStoreDbServer } from '#test/engines/eventstoredb/start-eventstoredb.js';
import { comment, comments, newStream } from '../sample-events.js';
import { ids, openStore, startServer, take } from './open-test-store.js';

const write = (server: EventStoreDbServer, all: readonly Written[]) =>
  all.forEach(({ stream, event }) => server.log.append(stream, [event], 'any'));

describe('a log with others in it', () => {
  it('is opened, begun and followed as if they were not there', async () => {
    const server = await startServer();
    write(server, everythingElse());
    const store = await openStore(server.url);
    expect(await store.head()).toBe(0);
    const following = take(store, 6);
    const events = comments(6);
    const stream = newStream();
    for (const [version, event] of events.entries()) {
      await store.append(stream, [event], version);
      write(server, everythingElse());
    }
    expect(ids(await following)).toEqual(ids(events));
    expect(await store.head()).toBe((await store.read(stream)).events.at(-1)!.position);
    expect(ids(await take(await openStore(server.url), 6))).toEqual(ids(events));
  });

  it.each([
    ['an event of ours', () => []],
    ['a checkpoint of a persistent subscription', () => [subscriptionCheckpoint()]],
    ['a result of a projection', () => [projectionResult()]],
    ['another application’s events', foreignEvents],
  ])('has the same end behind %s, whoever asks', async (_, others) => {
    const server = await startServer();
    const store = await openStore(server.url);
    const { position } = await store.append(newStream(), comments(2), 0);
    expect(await store.head()).toBe(position);
    write(server, others());
    for (const asked of [store, store, await openStore(server.url)])
      expect(await asked.head()).toBe(position);
    const later = await store.append(newStream(), [comment()], 0);
    write(server, others());
    expect(await store.head()).toBe(later.position);
  });

  it('reports skipped foreign events to the listener', async () => {
    const server = await startServer();
    write(server, foreignEvents());
    const passed: string[] = [];
    const store = await openStore(server.url, { onForeign: ({ stream }) => passed.push(stream) });
    await store.append(newStream(), [comment()], 0);
    await take(store, 1);
    expect(passed).toEqual(foreignEvents().map(({ stream }) => stream));
  });

  it('passes over what somebody has written into a stream of ours, and counts its versions all the same', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const stream = newStream();
    const [one, two] = comments(2);
    await store.append(stream, [one!], 0);
    server.log.append(stream, [proposedBy('$>', '0@elsewhere'), proposedBy('Note', {})], 'any');
    expect(await store.read(stream)).toMatchObject({ events: [{ id: one!.id }], version: 3 });
    expect((await store.append(stream, [two!], 3)).version).toBe(4);
    expect((await store.read(stream)).events.map(({ version }) => version)).toEqual([1, 4]);
  });

  it('costs a question for its end what was written since the last one, not what stands behind ours', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const { position } = await store.append(newStream(), [comment()], 0);
    const many = Array.from({ length: 5_000 }, () => proposedBy('OrderPlaced', {}));
    server.log.append('orders-1', many, 'any');
    expect(await store.head()).toBe(position);
    const before = server.sent();
    for (let times = 0; times < 10; times++) expect(await store.head()).toBe(position);
    write(server, [subscriptionCheckpoint(), ...foreignEvents()]);
    expect(await store.head()).toBe(position);
    expect(server.sent() - before).toBeLessThan(40);
  });
});

describe('an event of ours that cannot be read', () => {
  it('is one health issue with place and remedy, after the events before it; appends are refused', async () => {
    const server = await startServer();
    const troubles = new HealthIssues();
    const store = await openStore(server.url, { healthIssues: troubles });
    const events = comments(3);
    await store.append(newStream(), events, 0);
    const { position } = await store.append('tests.Note-broken', [comment()], 0);
    const last = server.log.events.at(-1)!;
    (last as { data: Uint8Array }).data = Buffer.from('{"half');
    const seen: string[] = [];
    const following = (async () => {
      for await (const batch of store.all()) seen.push(...ids(batch));
    })();
    await expect(following).rejects.toMatchObject({ name: 'DamagedEvent', place: { position } });
    expect(seen).toEqual(ids(events));
    const [told] = troubles.all();
    expect(told).toMatchObject({
      key: 'log',
      severity: 'error',
      publicMessage: `the log is damaged at event ${position}`,
    });
    expect(told!.adminMessage).toMatch(
      /tests\.Note-broken, version 1.*restore the log from a backup.*daybook copy/s,
    );
    const refused = store.append(newStream(), [comment()], 0);
    await expect(refused).rejects.toThrow(EventStoreUnavailable);
    await expect(refused).rejects.toMatchObject({ name: 'LogDamaged', publicMessage: told!.publicMessage });
  });
});
