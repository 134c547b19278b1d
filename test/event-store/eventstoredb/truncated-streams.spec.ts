// Reported with the missing events, and never taken for new streams.
import { describe, expect, it } from '@jest/globals';
import { StreamTruncatedError, type RecordedEventReference } from '#event-store/event-store.js';
import { HealthIssues } from '#platform/health-issues.js';
import type { Log } from '#test/engines/eventstoredb/in-memory-log.js';
import { comment, comments, newStream } from '../sample-events.js';
import { ids, openStore, startServer, take } from './open-test-store.js';

type Cut = (log: Log, stream: string) => void;

const CUTS: readonly [string, Cut, RegExp][] = [
  ['deleted', (log, stream) => log.softDelete(stream), /it was deleted/],
  ['deleted for good', (log, stream) => log.tombstone(stream), /deleted for good/],
  [
    'cut to its last two',
    (log, stream) => log.setMetadata(stream, { $maxCount: 2 }),
    /versions 1 to 3 are gone/,
  ],
  [
    'cut over HTTP',
    (log, stream) => log.setMetadata(stream, { $maxCount: 1 }, 'MaxCountSet'),
    /versions 1 to 4 are gone/,
  ],
  ['cut before an event', (log, stream) => log.setMetadata(stream, { $tb: 1 }), /version 1 is gone/],
  [
    'cut by age',
    (log, stream) => log.setMetadata(stream, { $maxAge: 0 }),
    /all its events are gone|versions/,
  ],
];

describe('a stream', () => {
  it.each(CUTS)(
    '%s is refused, in words, before and after the server has tidied up',
    async (_, cut, words) => {
      const server = await startServer();
      const troubles = new HealthIssues();
      const store = await openStore(server.url, { healthIssues: troubles });
      const stream = newStream();
      const other = comments(2);
      await store.append(newStream(), other, 0);
      await store.append(stream, comments(5), 0);
      cut(server.log, stream);
      for (const tidy of [() => {}, () => server.log.scavenge()]) {
        tidy();
        const refused = store.read(stream);
        await expect(refused).rejects.toThrow(StreamTruncatedError);
        await expect(refused).rejects.toThrow(words);
        await expect(refused).rejects.toThrow(/Restore the log from a backup/);
      }
      expect(troubles.all()).toMatchObject([{ key: `stream ${stream}`, severity: 'error' }]);
      const { version } = await store.append(newStream(), [comment()], 0);
      expect(version).toBe(1);
      expect(ids(await take(store, 2)).slice(0, 2)).toEqual(ids(other));
    },
  );

  it('is read as before, without a health issue, once its truncation is undone', async () => {
    const server = await startServer();
    const troubles = new HealthIssues();
    const store = await openStore(server.url, { healthIssues: troubles });
    const stream = newStream();
    const events = comments(3);
    await store.append(stream, events, 0);
    server.log.setMetadata(stream, { $maxCount: 1 });
    await expect(store.read(stream)).rejects.toThrow(StreamTruncatedError);
    server.log.setMetadata(stream, {});
    // Only a read from the beginning proves that nothing is missing.
    await store.read(stream, 3);
    expect(troubles.all()).toHaveLength(1);
    expect(ids((await store.read(stream)).events)).toEqual(ids(events));
    expect(troubles.all()).toEqual([]);
  });

  it('that was deleted for good is not written to', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const stream = newStream();
    await store.append(stream, comments(2), 0);
    server.log.tombstone(stream);
    await expect(store.append(stream, [comment()], 2)).rejects.toThrow(StreamTruncatedError);
    await expect(store.append(stream, [comment()], 0)).rejects.toThrow(StreamTruncatedError);
  });

  it('with metadata but without truncation is unaffected', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const [begun, notYet] = [newStream(), newStream()];
    const events = comments(2);
    await store.append(begun, events, 0);
    for (const stream of [begun, notYet]) server.log.setMetadata(stream, { $maxCount: 10 });
    expect(ids((await store.read(begun)).events)).toEqual(ids(events));
    expect(await store.read(notYet)).toEqual({ events: [], version: 0 });
    expect((await store.append(notYet, [comment()], 0)).version).toBe(1);
  });
});

describe('a log with streams that were cut', () => {
  const isOurs = (stream: string) => stream.startsWith('tests.');

  it.each(CUTS)(
    'says so of one that was %s to whoever asks, before and after the server has tidied up',
    async (_, cut, words) => {
      const server = await startServer();
      const troubles = new HealthIssues();
      const store = await openStore(server.url, { healthIssues: troubles });
      const [stream, whole] = [newStream(), newStream()];
      await store.append(stream, comments(5), 0);
      await store.append(whole, comments(2), 0);
      // Metadata need not remove anything, and foreign streams do not matter.
      server.log.setMetadata(whole, { $maxCount: 9 });
      await store.append('elsewhere.Note-1', comments(2), 0);
      server.log.tombstone('elsewhere.Note-1');
      expect(await store.findTruncatedStreams!(isOurs)).toEqual([]);
      cut(server.log, stream);
      for (const tidy of [() => {}, () => server.log.scavenge()]) {
        tidy();
        const found = await store.findTruncatedStreams!(isOurs);
        expect(found.map((each) => each.stream)).toEqual([stream]);
        expect(found[0]!.message).toMatch(words);
      }
      expect(troubles.all()).toMatchObject([{ key: `stream ${stream}`, severity: 'error' }]);
    },
  );
});

describe('an event that was seen in a stream', () => {
  it.each(CUTS)('%s does not make the log count as an older one', async (_, cut) => {
    const server = await startServer();
    const store = await openStore(server.url);
    const stream = newStream();
    await store.append(stream, comments(5), 0);
    const seen = (await take(store, 5)).map(({ id, version, position }) => ({
      stream,
      id,
      version,
      position,
    }));
    cut(server.log, stream);
    for (const tidy of [() => {}, () => server.log.scavenge()]) {
      tidy();
      expect(await Promise.all(seen.map(store.has))).toEqual(seen.map(() => true));
    }
  });

  it.each(CUTS)('%s before a backup and written to afterwards is reported missing', async (_, cut) => {
    const server = await startServer();
    const store = await openStore(server.url);
    const [stream, other] = [newStream(), newStream()];
    await store.append(stream, comments(5), 0);
    cut(server.log, stream);
    const later = comment();
    const { version, position } = await store.append(other, [later], 0);
    const seen: RecordedEventReference = { stream: other, id: later.id, version, position };
    const ofCut = { ...seen, stream, version: 6 };
    await server.vanish();
    server.log.putBack(5);
    await server.comeBack();
    expect(await Promise.all([seen, ofCut].map(store.has))).toEqual([false, false]);
  });
});

describe('a log', () => {
  it.each(CUTS)('whose end was %s can be opened and written to', async (_, cut) => {
    const server = await startServer();
    const before = await openStore(server.url);
    const stream = newStream();
    await before.append(newStream(), [comment()], 0);
    await before.append(stream, comments(3), 0);
    cut(server.log, stream);
    for (const tidy of [() => {}, () => server.log.scavenge()]) {
      tidy();
      const store = await openStore(server.url, { openWithin: 500 });
      expect(await store.head()).toBe(await before.head());
      expect((await store.append(newStream(), [comment()], 0)).version).toBe(1);
      cut(server.log, stream);
    }
  });
});

describe('a log that was tidied up', () => {
  it('can be followed across gaps, and returns its end', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const streams = [newStream(), newStream(), newStream()];
    const written = comments(3);
    for (const [index, stream] of streams.entries()) await store.append(stream, [written[index]!], 0);
    server.log.softDelete(streams[1]!);
    server.log.scavenge();
    expect(ids(await take(store, 2))).toEqual(ids([written[0]!, written[2]!]));
    expect(await store.head()).toBe((await store.read(streams[2]!)).events[0]!.position);
  });
});

describe('a search for cut streams', () => {
  it('ends when the store is closed', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    server.fail('deadline', 1);
    const searching = expect(store.findTruncatedStreams!(() => true)).rejects.toThrow(
      'The event store is closed.',
    );
    await server.met();
    await store.close();
    await searching;
  });
});
