// The official client receives the same from the small EventStoreDB as from a genuine one.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  streamNameFilter,
  type AllStreamSubscription,
  type AppendExpectedRevision,
  type EventData,
} from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { eventStores } from '#test/engines/test-engines.js';

/** Separate append calls, although servers offer shared ones. */
class Client extends EventStoreDBClient {
  protected override supports = () => Promise.resolve(false);
}

const events = (count: number, text = 'x'): EventData[] =>
  Array.from({ length: count }, () => jsonEvent({ id: randomUUID(), type: 'noted', data: { text } }));

describe.each(eventStores())('the official client on $name', ({ start }) => {
  let stop: () => Promise<void>;
  let client: Client;
  let stream: string;

  beforeEach(async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    client = new Client({ endpoint: { address: hostname, port: Number(port) } }, { insecure: true });
    stream = `tests-${randomUUID()}`;
    ({ stop } = server);
  });
  afterEach(async () => {
    await client.dispose();
    await stop();
  });

  const append = (written: EventData[], expectedRevision: AppendExpectedRevision) =>
    client.appendToStream(stream, written, { expectedRevision });
  const read = async (of: AsyncIterable<{ readonly event?: { readonly id: string } | undefined }>) => {
    const ids: (string | undefined)[] = [];
    for await (const { event } of of) ids.push(event?.id);
    return ids;
  };
  const idsOf = (written: EventData[]) => written.map(({ id }) => id);

  it('is answered with revision and position of the last event, also where events are repeated', async () => {
    const written = events(2);
    const answer = await append(written, NO_STREAM);
    expect(answer).toMatchObject({ success: true, nextExpectedRevision: 1n });
    for (const expected of [NO_STREAM, STREAM_EXISTS] as const)
      expect(await append(written, expected)).toEqual(answer);
    expect((await append(events(1), 1n)).nextExpectedRevision).toBe(2n);
    expect((await read(client.readStream(stream))).slice(0, 2)).toEqual(idsOf(written));
  });

  it.each([
    [NO_STREAM, 1n],
    [0n, 1n],
    [9n, 1n],
  ] as const)(
    'is refused with the revision there is where it expects %p',
    async (expectedVersion, actualVersion) => {
      await append(events(2), NO_STREAM);
      await expect(append(events(1), expectedVersion)).rejects.toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion,
        actualVersion,
      });
    },
  );

  it.each([0n, STREAM_EXISTS] as const)(
    'is told that there is no stream where it expects %p',
    async (expectedVersion) => {
      const refused = { type: 'wrong-expected-version', expectedVersion, actualVersion: NO_STREAM };
      await expect(append(events(1), expectedVersion)).rejects.toMatchObject(refused);
      await expect(read(client.readStream(stream))).rejects.toMatchObject({
        type: 'stream-not-found',
        streamName: stream,
      });
    },
  );

  it('is refused with the limit where an append is too large, also one of many events', async () => {
    const refused = { type: 'maximum-append-size-exceeded', code: 3, maxAppendSize: 8_388_608 };
    await expect(append(events(90, 'x'.repeat(100_000)), NO_STREAM)).rejects.toMatchObject(refused);
    expect(await append(events(1), NO_STREAM)).toMatchObject({ nextExpectedRevision: 0n });
  });

  it('reads the log nowhere but where an event begins', async () => {
    const { position } = await append(events(2), NO_STREAM);
    const { commit } = position!;
    const from = (at: bigint) =>
      read(client.readAll({ direction: FORWARDS, fromPosition: { commit: at, prepare: at } }));
    expect(await from(commit)).toHaveLength(1);
    expect(await from(commit + 1_000_000n)).toEqual([]);
    const failed = { type: 'unknown', code: 2 };
    await expect(from(commit - 1n)).rejects.toMatchObject(failed);
    const between = { commit: commit - 1n, prepare: commit - 1n };
    await expect(read(client.subscribeToAll({ fromPosition: between }))).rejects.toMatchObject(failed);
  });

  it('follows the log: confirmation, history with checkpoints where nothing fits, then live', async () => {
    const [first] = events(1);
    const { position } = await append([first!], NO_STREAM);
    const others = `others-${randomUUID()}`;
    await client.appendToStream(others, events(40));
    await append(events(1), 0n);
    const filter = { checkpointInterval: 1, checkpointReached: async () => void happened.push('checkpoint') };
    const happened: string[] = [];
    const subscription = client.subscribeToAll({
      fromPosition: position!,
      filter: streamNameFilter({ ...filter, prefixes: [stream] }),
    });
    note(subscription, happened);
    await once(subscription, 'caughtUp');
    const live = once(subscription, 'data');
    await append(events(1), 1n);
    await live;
    await subscription.unsubscribe();
    expect(happened).toEqual(['confirmation', 'checkpoint', 'event', 'caughtUp', 'event']);
  });
});

function note(subscription: AllStreamSubscription, happened: string[]): void {
  for (const name of ['confirmation', 'caughtUp', 'fellBehind'] as const)
    subscription.on(name, () => void happened.push(name));
  subscription.on('data', () => void happened.push('event'));
}
