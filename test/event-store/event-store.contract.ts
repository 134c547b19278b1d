// Each adapter's spec calls this once.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import type { NewEvent, RecordedEvent } from '#domain/event.js';
import {
  AppendTooLarge,
  EventStoreUnavailable,
  WrongExpectedVersion,
  type EventStore,
} from '#event-store/event-store.js';
import { comment, comments, newStream } from './sample-events.js';
import { numRuns } from '../property-runs.js';

export interface OpenedStore {
  readonly store: EventStore;
  /** The same log, as another process or a later start opens it. */
  readonly reopen?: () => Promise<EventStore>;
  /** Closes every store and removes its data. */
  readonly dispose: () => Promise<void>;
}

const naughty = createRequire(import.meta.url)('big-list-of-naughty-strings/blns.json') as string[];

const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** Follows the log until so many events have arrived. */
async function take(store: EventStore, after: number, count: number): Promise<RecordedEvent[]> {
  const abort = new AbortController();
  const taken: RecordedEvent[] = [];
  if (count === 0) return taken;
  for await (const batch of store.all(after, abort.signal)) {
    expect(batch).not.toEqual([]);
    taken.push(...batch);
    if (taken.length >= count) abort.abort();
  }
  return taken;
}

async function history(store: EventStore, after: number): Promise<RecordedEvent[]> {
  const head = await store.head();
  const taken: RecordedEvent[] = [];
  if (head <= after) return taken;
  for await (const batch of store.all(after)) {
    taken.push(...batch);
    if (batch.at(-1)!.position >= head) break;
  }
  return taken;
}

function expectCommitOrder(events: readonly RecordedEvent[]): void {
  const next = new Map<string, number>();
  let position = 0;
  for (const event of events) {
    expect(event.position).toBeGreaterThan(position);
    position = event.position;
    const expected = next.get(event.stream) ?? event.version;
    expect(event.version).toBe(expected);
    next.set(event.stream, expected + 1);
  }
}

/** `mayRefuse4Mb`: an external server usually accepts 1 MiB. */
export function eventStoreContract(
  name: string,
  open: () => Promise<OpenedStore>,
  mayRefuse4Mb = false,
): void {
  describe(name, () => {
    let opened: OpenedStore;
    let store: EventStore;
    let start: number;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      start = await store.head();
    });
    afterEach(() => opened.dispose());

    describe('reading a stream', () => {
      it('finds nothing in a stream that is not there', async () => {
        expect(await store.read(newStream())).toEqual({ events: [], version: 0 });
      });

      it('gives back what was appended, oldest first, with stream, version and position', async () => {
        const stream = newStream();
        const events = comments(3);
        const appended = await store.append(stream, events, 0);
        const read = await store.read(stream);
        expect(read.version).toBe(3);
        expect(read.events).toEqual(
          events.map((event, index) => ({
            ...event,
            stream,
            version: index + 1,
            position: read.events[index]!.position,
          })),
        );
        expect(appended).toEqual({ version: 3, position: read.events[2]!.position });
      });

      it('reads from a version on, and always returns the version of the stream', async () => {
        const stream = newStream();
        const events = comments(3);
        await store.append(stream, events, 0);
        const from2 = await store.read(stream, 2);
        expect([ids(from2.events), from2.version]).toEqual([ids(events.slice(1)), 3]);
        for (const beyond of [4, 1_000, Number.MAX_SAFE_INTEGER])
          expect(await store.read(stream, beyond)).toEqual({ events: [], version: 3 });
        expect(await store.read(newStream(), Number.MAX_SAFE_INTEGER)).toEqual({ events: [], version: 0 });
      });

      it('reads one stream only, even with similar names', async () => {
        const stream = newStream();
        await store.append(stream, [comment()], 0);
        await store.append(`${stream}0`, [comment()], 0);
        expect((await store.read(stream)).version).toBe(1);
        expect((await store.read(stream.toUpperCase())).version).toBe(0);
        expect((await store.read(`${stream.slice(0, -1)}%`)).version).toBe(0);
      });
    });

    describe('appending', () => {
      it('appends after the end of the stream', async () => {
        const stream = newStream();
        await store.append(stream, comments(2), 0);
        expect(await store.append(stream, [comment()], 2)).toMatchObject({ version: 3 });
      });

      it('refuses to create a stream that exists', async () => {
        const stream = newStream();
        await store.append(stream, comments(2), 0);
        const refused = store.append(stream, [comment()], 0);
        await expect(refused).rejects.toThrow(WrongExpectedVersion);
        await expect(refused).rejects.toMatchObject({ stream, expected: 0, actual: 2 });
      });

      it.each([1, 3, 99])(
        'refuses expected version %i of a stream at 2 and writes nothing',
        async (expected) => {
          const stream = newStream();
          await store.append(stream, comments(2), 0);
          const before = await history(store, start);
          await expect(store.append(stream, comments(2), expected)).rejects.toThrow(WrongExpectedVersion);
          expect(await history(store, start)).toEqual(before);
        },
      );

      it('refuses to append to a stream that does not exist', async () => {
        await expect(store.append(newStream(), [comment()], 1)).rejects.toMatchObject({
          expected: 1,
          actual: 0,
        });
      });

      it('checks the version and writes nothing when there is nothing to append', async () => {
        const stream = newStream();
        const { position } = await store.append(stream, comments(2), 0);
        expect(await store.append(stream, [], 2)).toEqual({ version: 2, position });
        await expect(store.append(stream, [], 1)).rejects.toThrow(WrongExpectedVersion);
        expect(await store.head()).toBe(position);
      });

      it('refuses a malformed event, and writes none of the others', async () => {
        const stream = newStream();
        const broken = [
          { ...comment(), id: '' },
          { ...comment(), type: '' },
          { ...comment(), data: undefined },
          { ...comment(), type: 'half a pair \ud83d' },
        ];
        for (const event of broken)
          await expect(store.append(stream, [comment(), event], 0)).rejects.toThrow(TypeError);
        expect(await store.read(stream)).toEqual({ events: [], version: 0 });
      });

      it('returns the first result for a repeated append, and writes nothing', async () => {
        const stream = newStream();
        const first = comments(2);
        const appended = await store.append(stream, first, 0);
        const later = comments(1);
        await store.append(stream, later, 2);
        expect(await store.append(stream, first, 0)).toEqual(appended);
        expect(ids((await store.read(stream)).events)).toEqual(ids([...first, ...later]));
      });

      it('reports a conflict for a repetition with other, fewer or more events', async () => {
        const stream = newStream();
        const [one, two] = [comment(), comment()];
        await store.append(stream, [one, two], 0);
        for (const events of [[two, one], [one, comment()], [one, two, comment()], [two]])
          await expect(store.append(stream, events, 0)).rejects.toThrow(WrongExpectedVersion);
      });

      it('writes an append once that is sent twice concurrently', async () => {
        const stream = newStream();
        const events = comments(2);
        const [first, second] = await Promise.all([
          store.append(stream, events, 0),
          store.append(stream, events, 0),
        ]);
        expect(second).toEqual(first);
        expect((await store.read(stream)).version).toBe(2);
      });

      it('returns the position of the last event of an append', async () => {
        const events = comments(1_500);
        const appended = await store.append(newStream(), events, 0);
        const log = await history(store, start);
        expect(ids(log)).toEqual(ids(events));
        expectCommitOrder(log);
        expect(appended).toEqual({ version: 1_500, position: log.at(-1)!.position });
        expect(await store.head()).toBe(appended.position);
      });

      it('gives concurrent appends to many streams distinct positions', async () => {
        const streams = Array.from({ length: 50 }, newStream);
        const appended = await Promise.all(streams.map((stream) => store.append(stream, comments(2), 0)));
        expect(appended.map(({ version }) => version)).toEqual(streams.map(() => 2));
        expect(new Set(appended.map(({ position }) => position)).size).toBe(50);
        const log = await history(store, start);
        for (const [index, stream] of streams.entries())
          expect(log.filter((event) => event.stream === stream).at(-1)!.position).toBe(
            appended[index]!.position,
          );
      });

      it('neither reads nor appends after the deadline', async () => {
        const stream = newStream();
        const past = performance.now() - 1;
        await expect(store.append(stream, comments(2), 0, past)).rejects.toThrow(EventStoreUnavailable);
        await expect(store.read(stream, 1, past)).rejects.toThrow(EventStoreUnavailable);
        const later = performance.now() + 60_000;
        expect(await store.read(stream, 1, later)).toEqual({ events: [], version: 0 });
        expect((await store.append(stream, comments(2), 0, later)).version).toBe(2);
      });

      it('writes events of 4 MB', async () => {
        const stream = newStream();
        const big = [comment('ä'.repeat(2_000_000)), comment('small'), comment('z'.repeat(4_000_000))];
        const append = async () => {
          for (const [version, event] of big.entries()) await store.append(stream, [event], version);
        };
        const failure = await append().catch((error: unknown) => error);
        if (mayRefuse4Mb && failure instanceof AppendTooLarge) return expect(failure.message).not.toBe('');
        expect(failure).toBeUndefined();
        const { events } = await store.read(stream);
        expect(events.map(({ data }) => data)).toEqual(big.map(({ data }) => data));
        expect(ids(await history(store, start))).toEqual(ids(big));
      });
    });

    describe('racing', () => {
      it.each([2, 32])('lets exactly one of %i competing appends win', async (racers) => {
        const stream = newStream();
        const outcomes = await Promise.allSettled(
          Array.from({ length: racers }, () => store.append(stream, comments(2), 0)),
        );
        const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
        expect(lost).toHaveLength(racers - 1);
        for (const { reason } of lost) expect(reason).toMatchObject({ expected: 0, actual: 2 });
        expect((await store.read(stream)).version).toBe(2);
      });

      it('fails a conflicting append alone', async () => {
        const taken = newStream();
        await store.append(taken, [comment()], 0);
        const free = Array.from({ length: 20 }, newStream);
        const outcomes = await Promise.allSettled(
          free.flatMap((stream) => [
            store.append(stream, comments(2), 0),
            store.append(taken, comments(2), 0),
          ]),
        );
        expect(outcomes.map(({ status }) => status)).toEqual(free.flatMap(() => ['fulfilled', 'rejected']));
        for (const stream of free) expect((await store.read(stream)).version).toBe(2);
        expect((await store.read(taken)).version).toBe(1);
      });

      it('lets all competing writers succeed by retrying', async () => {
        const stream = newStream();
        const again = async (event: NewEvent): Promise<void> => {
          const { version } = await store.read(stream);
          await store.append(stream, [event], version).catch(async (error: unknown) => {
            expect(error).toBeInstanceOf(WrongExpectedVersion);
            await again(event);
          });
        };
        const events = comments(20);
        await Promise.all(events.map(again));
        expect(ids((await store.read(stream)).events).sort()).toEqual(ids(events).sort());
      });
    });

    describe('the whole log', () => {
      it('has head 0 when empty', async () => {
        expect(await history(store, start)).toEqual([]);
      });

      it('has a head that is the position of the last event', async () => {
        const { position } = await store.append(newStream(), comments(3), 0);
        expect(await store.head()).toBe(position);
      });

      it('comes in commit order under concurrent writes', async () => {
        const streams = Array.from({ length: 30 }, newStream);
        const writing = streams.map(async (stream) => {
          for (let version = 0; version < 10; version += 2) await store.append(stream, comments(2), version);
        });
        const [followed] = await Promise.all([take(store, start, 300), ...writing]);
        expect(followed).toHaveLength(300);
        expectCommitOrder(followed);
        expect(await history(store, start)).toEqual(followed);
      });

      it('never yields a position before a smaller one, so that resuming readers miss nothing', async () => {
        const streams = Array.from({ length: 40 }, newStream);
        let done = false;
        const writing = Promise.all(
          streams.map(async (stream) => {
            for (let version = 0; version < 5; version++) await store.append(stream, [comment()], version);
          }),
        ).then(() => (done = true));
        const seen: RecordedEvent[] = [];
        while (!done) {
          seen.push(...(await history(store, seen.at(-1)?.position ?? start)));
          await pause(1);
        }
        await writing;
        seen.push(...(await history(store, seen.at(-1)?.position ?? start)));
        expect(seen).toHaveLength(200);
        expectCommitOrder(seen);
      });

      it('is history, then live, without a gap or a duplicate', async () => {
        const stream = newStream();
        const events = comments(60);
        await store.append(stream, events.slice(0, 20), 0);
        const following = take(store, start, 60);
        for (let version = 20; version < 60; version++) {
          await store.append(stream, [events[version]!], version);
          if (version % 10 === 0) await pause(5);
        }
        expect(ids(await following)).toEqual(ids(events));
      });

      it('yields an append at once, without polling delays', async () => {
        const stream = newStream();
        const abort = new AbortController();
        let version = 0;
        await store.append(stream, [comment()], version++);
        for await (const batch of store.all(start, abort.signal)) {
          expect(batch).toHaveLength(1);
          if (version === 200) break;
          // The reader is waiting again by then.
          setTimeout(() => void store.append(stream, [comment()], version++), 1);
        }
        expect((await store.read(stream)).version).toBe(200);
      });

      it('resumes after any position', async () => {
        await store.append(newStream(), comments(8), 0);
        const events = await history(store, start);
        for (const [index, { position }] of events.entries())
          expect(await history(store, position)).toEqual(events.slice(index + 1));
      });

      it('yields history of more than one batch', async () => {
        const streams = Array.from({ length: 25 }, newStream);
        const written: NewEvent[] = [];
        for (const stream of streams) {
          const events = comments(100);
          written.push(...events);
          await store.append(stream, events, 0);
        }
        expect(ids(await history(store, start))).toEqual(ids(written));
      });

      it('waits for a slow reader, which still gets everything', async () => {
        const stream = newStream();
        const abort = new AbortController();
        const seen: RecordedEvent[] = [];
        let batches = 0;
        const reading = (async () => {
          for await (const batch of store.all(start, abort.signal)) {
            batches++;
            await pause(20);
            seen.push(...batch);
            if (seen.length === 50) abort.abort();
          }
        })();
        for (let version = 0; version < 50; version++) await store.append(stream, [comment()], version);
        await reading;
        expectCommitOrder(seen);
        expect(batches).toBeLessThan(50);
      });

      it('serves several readers, each at its own place', async () => {
        const stream = newStream();
        await store.append(stream, comments(5), 0);
        const [, , third] = await history(store, start);
        const readers = [take(store, start, 10), take(store, start, 10), take(store, third!.position, 7)];
        await store.append(stream, comments(5), 5);
        const [a, b, c] = await Promise.all(readers);
        expect(b).toEqual(a);
        expect(c).toEqual(a!.slice(3));
      });

      it('reads while others write, and they write while it reads', async () => {
        const stream = newStream();
        const abort = new AbortController();
        await store.append(stream, comments(10), 0);
        for await (const batch of store.all(start, abort.signal)) {
          expect(batch.length).toBeGreaterThan(0);
          const { version } = await store.read(stream);
          if (version >= 15) break;
          await store.append(stream, [comment()], version);
        }
        expect((await store.read(stream)).version).toBe(15);
      });
    });

    describe('ending a reading', () => {
      it('yields nothing when aborted before it begins', async () => {
        await store.append(newStream(), [comment()], 0);
        const batches = [];
        for await (const batch of store.all(start, AbortSignal.abort())) batches.push(batch);
        expect(batches).toEqual([]);
      });

      it('ends without an error while it waits', async () => {
        const abort = new AbortController();
        const reading = (async () => {
          for await (const batch of store.all(start, abort.signal)) expect(batch).toBeUndefined();
        })();
        await pause(20);
        abort.abort();
        await expect(reading).resolves.toBeUndefined();
      });

      it('ends without an error while its reader works', async () => {
        const abort = new AbortController();
        await store.append(newStream(), comments(3), 0);
        let batches = 0;
        for await (const batch of store.all(start, abort.signal)) {
          batches += batch.length > 0 ? 1 : 0;
          abort.abort();
          await store.append(newStream(), comments(3), 0);
        }
        expect(batches).toBe(1);
      });

      it('leaves no listener on the signal', async () => {
        const abort = new AbortController();
        let listeners = 0;
        const { signal } = abort;
        const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
        signal.addEventListener = (...rest: Parameters<typeof add>) => (listeners++, add(...rest));
        signal.removeEventListener = (...rest: Parameters<typeof remove>) => (listeners--, remove(...rest));
        const stream = newStream();
        const reading = (async () => {
          let seen = 0;
          for await (const batch of store.all(start, signal)) if ((seen += batch.length) >= 20) break;
        })();
        for (let version = 0; version < 20; version++) {
          await store.append(stream, [comment()], version);
          await pause(1);
        }
        await reading;
        expect(listeners).toBeLessThanOrEqual(0);
      });

      it('ends when the store closes', async () => {
        const reading = (async () => {
          for await (const batch of store.all(start)) expect(batch).toBeUndefined();
        })();
        await pause(20);
        await store.close();
        await expect(reading).resolves.toBeUndefined();
      });
    });

    describe('what is kept', () => {
      it('keeps unusual strings in data, ids, types and metadata', async () => {
        const stream = newStream();
        const events = naughty.map((text, index) => ({
          ...comment({ [text]: text, list: [text] }),
          ...(text === '' ? {} : { type: text }),
          metadata: { ...comment().metadata, reason: text, commandId: `${index}${text}` },
        }));
        await store.append(stream, events, 0);
        const { events: read } = await store.read(stream);
        expect(read.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))).toEqual(
          events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
        );
      });

      it('keeps every JSON value as it is', async () => {
        await fc.assert(
          fc.asyncProperty(fc.jsonValue(), async (value) => {
            const stream = newStream();
            const event = comment(JSON.parse(JSON.stringify(value)));
            await store.append(stream, [event], 0);
            expect((await store.read(stream)).events[0]!.data).toEqual(event.data);
          }),
          { numRuns: numRuns(50) },
        );
      });

      it('passes on events of a type it has never heard of', async () => {
        const stream = newStream();
        const event = { ...comment(), type: 'record.teleported@7', data: { to: 'Mars' } };
        await store.append(stream, [event], 0);
        expect((await store.read(stream)).events[0]).toMatchObject(event);
      });
    });

    describe('laws', () => {
      const appends = fc.array(
        fc.record({
          stream: fc.nat({ max: 2 }),
          count: fc.nat({ max: 3 }),
          off: fc.constantFrom(0, 0, 0, -1, 1),
          again: fc.boolean(),
        }),
        { maxLength: 12 },
      );

      it('sequential appends behave like a list per stream', async () => {
        await fc.assert(
          fc.asyncProperty(appends, async (sequence) => {
            const from = await store.head();
            const streams = [newStream(), newStream(), newStream()];
            const model = new Map<string, string[]>(streams.map((stream) => [stream, []]));
            const log: string[] = [];
            for (const { stream: index, count, off, again } of sequence) {
              const stream = streams[index]!;
              const list = model.get(stream)!;
              const expected = Math.max(0, list.length + off);
              const fits = expected === list.length;
              const events = comments(count);
              const appending = () => store.append(stream, events, expected);
              if (!fits)
                await expect(appending()).rejects.toMatchObject({ stream, expected, actual: list.length });
              else {
                const first = await appending();
                expect(first.version).toBe(list.length + count);
                if (again) expect(await appending()).toEqual(first);
                list.push(...ids(events));
                log.push(...ids(events));
              }
            }
            for (const stream of streams)
              expect(ids((await store.read(stream)).events)).toEqual(model.get(stream));
            expect(ids(await history(store, from))).toEqual(log);
          }),
          { numRuns: numRuns(25) },
        );
      });

      it('concurrent appends are stored exactly when acknowledged', async () => {
        await fc.assert(
          fc.asyncProperty(appends, fc.nat({ max: 3 }), async (group, size) => {
            const from = await store.head();
            const streams = [newStream(), newStream(), newStream()];
            const acknowledged = new Map<string, string[]>(streams.map((stream) => [stream, []]));
            const work = group.map(async ({ stream: index, count, off }, turn) => {
              for (let wait = 0; wait < turn % (size + 1); wait++) await pause(0);
              const stream = streams[index]!;
              const expected = Math.max(0, (await store.read(stream)).version + off);
              const events = comments(count + 1);
              try {
                const { version } = await store.append(stream, events, expected);
                expect(version).toBe(expected + events.length);
                ids(events).forEach((id, at) => (acknowledged.get(stream)![expected + at] = id));
              } catch (error) {
                expect(error).toBeInstanceOf(WrongExpectedVersion);
              }
            });
            await Promise.all(work);
            const log = await history(store, from);
            expectCommitOrder(log);
            for (const stream of streams) {
              const { events, version } = await store.read(stream);
              expect(ids(events)).toEqual(acknowledged.get(stream));
              expect(version).toBe(events.length);
              const inLog = log.filter((event) => event.stream === stream);
              expect(inLog.map(({ link: _, digest: __, ...event }) => event)).toEqual(events);
            }
          }),
          { numRuns: numRuns(25) },
        );
      });
    });

    describe('closing', () => {
      it('finishes running appends, refuses later ones, and is idempotent', async () => {
        const stream = newStream();
        const appending = store.append(stream, [comment()], 0);
        await store.close();
        await store.close();
        await expect(appending).resolves.toMatchObject({ version: 1 });
        await expect(store.append(stream, [comment()], 1)).rejects.toThrow(EventStoreUnavailable);
        await expect(store.read(stream)).rejects.toThrow(EventStoreUnavailable);
        await expect(store.head()).rejects.toThrow(EventStoreUnavailable);
      });

      it('loses nothing', async () => {
        if (!opened.reopen) return;
        const stream = newStream();
        const events = comments(3);
        await store.append(stream, events, 0);
        const before = await history(store, start);
        await store.close();
        const later = await opened.reopen();
        expect(ids((await later.read(stream)).events)).toEqual(ids(events));
        expect(await history(later, start)).toEqual(before);
        expect(await later.append(stream, events, 0)).toEqual({
          version: 3,
          position: before.at(-1)!.position,
        });
      });
    });

    describe('beside another process', () => {
      it('sees events of the other process, in reads and live', async () => {
        if (!opened.reopen) return;
        const other = await opened.reopen();
        const stream = newStream();
        const following = take(store, start, 4);
        await other.append(stream, comments(2), 0);
        expect((await store.read(stream)).version).toBe(2);
        await expect(store.append(stream, [comment()], 0)).rejects.toThrow(WrongExpectedVersion);
        await store.append(stream, comments(2), 2);
        expectCommitOrder(await following);
      });
    });
  });
}
