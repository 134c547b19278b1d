// Copying a log between every pair of engines: what arrives, what is taken up again, and what is refused.
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { copyLog, verifyLogs, type CopyProgress } from '#log-copy/copy-log.js';
import { reencodeEvent, LogHasher } from '#event-store/log-hash-chain.js';
import { CopyInterrupted } from '#log-copy/read-log-range.js';
import { LogCopyRefused } from '#log-copy/log-copy-refused.js';
import { createEventCodec } from '#event-store/event-codec.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { itWithFaults } from '#test/engines/empty-eventstoredb.js';
import {
  anyStory,
  contents,
  KINDS,
  kept,
  newEvent,
  newLog,
  PAIRS,
  removeLogs,
  story,
  tell,
  type TestLog,
} from './logs.js';
import { numRuns } from '#test/property-runs.js';
afterEach(removeLogs);

const togetherFor = (to: TestLog) => (to.server ? 1 : 500);
const copy = (from: TestLog, to: TestLog, options = {}) =>
  copyLog(from.store, to.store, { together: togetherFor(to), ...options });

/** Aborts as soon as so many events were copied. */
function stopAfter(count: number) {
  const stop = new AbortController();
  const onProgress = ({ phase, done }: CopyProgress) => {
    if (phase === 'copying' && done >= count) stop.abort();
  };
  return { signal: stop.signal, onProgress };
}

/** The target, where something else happens before the first append. */
function before(target: TestLog, happens: () => Promise<void>): TestLog {
  let happened: Promise<void> | undefined;
  const append: EventStore['append'] = async (...args) => {
    await (happened ??= happens());
    return target.store.append(...args);
  };
  return { ...target, store: { ...target.store, append } };
}

describe.each(PAIRS)('copying from $from to $to', ({ from, to }) => {
  it('keeps stream, version, id, type, data and metadata of every event, in order', async () => {
    await fc.assert(
      fc.asyncProperty(anyStory, async (told) => {
        const [source, target] = [await newLog(from), await newLog(to)];
        await tell(source.store, told);
        const report = await copy(source, target);
        const [before, after] = [await contents(source.store), await contents(target.store)];
        expect(kept(after)).toEqual(kept(before));
        expect(after).toHaveLength(told.length);
        expect(report).toMatchObject({ there: 0, copied: told.length, grown: false });
        const { same, streams, sha256 } = report.verified;
        expect([same, streams]).toEqual([told.length, new Set(told.map(({ stream }) => stream)).size]);
        const hasher = new LogHasher();
        for (const event of before) hasher.add(reencodeEvent(event), event);
        expect(sha256).toBe(hasher.hashes.whole.sha256);
        for (const { stream } of told)
          expect((await target.store.read(stream)).version).toBe((await source.store.read(stream)).version);
        await removeLogs();
      }),
      // Each run begins with two new servers; a real one takes seconds to begin.
      { numRuns: numRuns(from === to && to === 'SQLite' ? 50 : 5) },
    );
  }, 300_000);

  it('goes on where it was interrupted, wherever that was, and copies nothing twice', async () => {
    const source = await newLog(from);
    await tell(source.store, story(60));
    const target = await newLog(to);
    for (const count of [1, 17, 18, 40]) {
      const stopping = copyLog(source.store, target.store, { together: 1, ...stopAfter(count) });
      await expect(stopping).rejects.toThrow(CopyInterrupted);
      const there = await contents(target.store);
      expect(there.length).toBeGreaterThanOrEqual(count);
      expect(kept(there)).toEqual(kept((await contents(source.store)).slice(0, there.length)));
    }
    const there = (await contents(target.store)).length;
    expect(there).toBeLessThan(60);
    expect(await copy(source, target)).toMatchObject({ there, copied: 60 - there });
    expect(await copy(source, target)).toMatchObject({ there: 60, copied: 0 });
    expect(kept(await contents(target.store))).toEqual(kept(await contents(source.store)));
  });

  it('refuses a target that holds something else, names the first event of it, and writes nothing', async () => {
    const source = await newLog(from);
    const told = story(12);
    await tell(source.store, told);
    const changed = { ...told[7]!, event: { ...told[7]!.event, data: { n: 'seven' } } };
    const targets = [
      { told: story(1), place: 1 },
      { told: [...told.slice(0, 7), changed], place: 8 },
      { told: [...told.slice(0, 7), told[8]!], place: 8 },
      { told: [...told, { stream: 'tests.Note-9', event: newEvent() }], place: 13 },
    ];
    for (const { told: other, place } of targets) {
      const target = await newLog(to);
      await tell(target.store, other);
      const refused = await copy(source, target).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(LogCopyRefused);
      expect((refused as Error).message).toMatch(
        place > 12 ? /the source ends after 12 events, and the target goes on/ : `its event ${place} is `,
      );
      expect(await contents(target.store)).toHaveLength(other.length);
    }
    // Up to five servers are begun.
  }, 300_000);

  it('goes on with a target that was cut, since it is a beginning', async () => {
    const [source, target] = [await newLog(from), await newLog(to)];
    const told = story(12);
    await tell(source.store, told);
    await tell(target.store, told.slice(0, 5));
    expect(await copy(source, target)).toMatchObject({ there: 5, copied: 7 });
  });

  it('does without streams that were named, also where they end the source, and compares the rest', async () => {
    const [source, target] = [await newLog(from), await newLog(to)];
    const told = story(30);
    await tell(source.store, told);
    const without = new Set([told[29]!.stream]);
    const rest = kept(await contents(source.store)).filter(({ stream }) => !without.has(stream));
    const passed = 30 - rest.length;
    const stopping = copyLog(source.store, target.store, { together: 1, without, ...stopAfter(5) });
    await expect(stopping).rejects.toThrow(CopyInterrupted);
    await copy(source, target, { without });
    expect(kept(await contents(target.store))).toEqual(rest);
    expect(await verifyLogs(source.store, target.store, { without })).toMatchObject({
      there: rest.length,
      verified: { passed },
    });
    await expect(verifyLogs(source.store, target.store, {})).rejects.toThrow(/not the same/);
  });

  it('copies up to where the source ended at the start, and says that it has grown', async () => {
    const [source, target] = [await newLog(from), await newLog(to)];
    await tell(source.store, story(10));
    const growing = before(target, () => tell(source.store, story(3)));
    const report = await copy(source, growing);
    expect(report).toMatchObject({ copied: 10, grown: true });
    expect(await contents(target.store)).toHaveLength(10);
    expect(await copy(source, target)).toMatchObject({ there: 10, copied: 3, grown: false });
  });

  it('refuses to write into a stream that somebody else writes into at the same time', async () => {
    const [source, target] = [await newLog(from), await newLog(to)];
    await tell(source.store, story(30));
    const raced = before(target, () => tell(target.store, [{ stream: 'tests.Note-2', event: newEvent() }]));
    const copying = copyLog(source.store, raced.store, { together: 1 });
    await expect(copying).rejects.toThrow(/somebody else is writing into the target: .*tests\.Note-2/);
  });

  it('notices at the end what somebody else has written elsewhere meanwhile', async () => {
    const [source, target] = [await newLog(from), await newLog(to)];
    await tell(source.store, story(30));
    const raced = before(target, () => tell(target.store, [{ stream: 'tests.Else-1', event: newEvent() }]));
    const copying = copyLog(source.store, raced.store, { together: 1 });
    await expect(copying).rejects.toThrow(
      /the logs are not the same: .*tests\.Else-1.* Do not use the target/,
    );
    await expect(verifyLogs(source.store, target.store, {})).rejects.toThrow(/not the same/);
  });

  it('leaves an older stored shape as it is, whoever reads it newer', async () => {
    const [source, target] = [await newLog(from), await newLog(to)];
    await tell(source.store, [{ stream: 'tests.Note-1', event: newEvent({ old: 1 }, 'tests.noted') }]);
    await copy(source, target);
    expect((await contents(target.store))[0]).toMatchObject({ type: 'tests.noted', data: { old: 1 } });
    const newer = createEventCodec({
      'tests.noted': { upcasts: [({ old }: { old: number }) => ({ young: old })] },
    });
    expect((await contents(await target.again(newer)))[0]).toMatchObject({ data: { young: 1 } });
  });
});

describe('verifying', () => {
  it('compares event by event, and writes nothing', async () => {
    const [source, target] = [await newLog('SQLite'), await newLog('SQLite')];
    await tell(source.store, story(9));
    await expect(verifyLogs(source.store, target.store, {})).rejects.toThrow(
      /as event 1 the source has record\.commented \(version 1 of tests\.Note-0, id .*\), the target nothing more/,
    );
    expect(await contents(target.store)).toEqual([]);
    await copy(source, target);
    expect(await verifyLogs(source.store, target.store, {})).toMatchObject({
      copied: 0,
      verified: { same: 9 },
    });
  });
});

describe('an engine that goes away in the middle', () => {
  it.each(KINDS)('leaves a target on EventStoreDB that the next run goes on with, from %s', async (from) => {
    const [source, target] = [await newLog(from), await newLog('EventStoreDB', 200)];
    await tell(source.store, story(60));
    let gone: Promise<void> | undefined;
    const onProgress = ({ phase, done }: CopyProgress) => {
      if (phase === 'copying' && done > 20) gone ??= target.server!.vanish();
    };
    await expect(copy(source, target, { onProgress })).rejects.toThrow(EventStoreUnavailable);
    await gone;
    await target.server!.comeBack();
    const report = await copy(source, target);
    expect(report.there).toBeGreaterThan(20);
    expect(report).toMatchObject({ copied: 60 - report.there, verified: { same: 60 } });
  });

  itWithFaults('settles an append whose answer was lost, and writes it once', async () => {
    const [source, target] = [await newLog('SQLite'), await newLog('EventStoreDB')];
    await tell(source.store, story(30));
    let lost = 0;
    const onProgress = ({ phase, done }: CopyProgress) => {
      if (phase === 'copying' && done % 9 === 0 && lost++ < 3) target.server!.small!.fail('answer lost', 1);
    };
    expect(await copy(source, target, { onProgress })).toMatchObject({ copied: 30, verified: { same: 30 } });
    expect(lost).toBe(3);
  });
});
