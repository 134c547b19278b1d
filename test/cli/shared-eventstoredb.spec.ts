// With a persistent subscription, a projection with results, links, and another application.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { everythingElse } from '../engines/eventstoredb/foreign-events.js';
import { startEventStoreDb, type EventStoreDbServer } from '../engines/eventstoredb/start-eventstoredb.js';
import { parseRecordStream } from '#domain/stream-names.js';
import { addressOf, daybook, done, FIXTURES, newFolder, PERMITS, remove, start } from './daybook-command.js';

const folder = newFolder();
let server: EventStoreDbServer;
let around: { data: string; environment: Record<string, string> };

const othersWrite = () =>
  everythingElse().forEach(({ stream, event }) => server.log.append(stream, [event], 'any'));

beforeAll(async () => {
  server = await startEventStoreDb();
  around = { data: join(folder, 'data'), environment: { DAYBOOK_EVENTS: server.url } };
  othersWrite();
  await done(['publish', PERMITS], around);
  othersWrite();
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], around);
  othersWrite();
});
afterAll(async () => {
  await server.stop();
  remove(folder);
});

const shaIn = (out: string) => /^sha256:([0-9a-f]{64})$/m.exec(out)?.[1];
const fileOf = (name: string) => `sqlite:${join(folder, `${name}.sqlite`)}`;

describe('on an EventStoreDB that others use as well', () => {
  it('serve prints the first admin’s link, and is well', async () => {
    const serving = start(['serve', '--port', '0', '--no-demo'], around);
    const address = await addressOf(serving);
    await serving.says(/first one, once/);
    othersWrite();
    const health = await fetch(`${address}/-/health`);
    expect([health.status, await health.text()]).toEqual([
      200,
      expect.not.stringContaining('"troubled":true'),
    ]);
    serving.process.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0, err: '' });
  });

  it('status, events and replay are as if nobody else were there', async () => {
    expect(await done(['status'], around)).not.toMatch(/Order|damaged|stands still/);
    const printed = await done(['events', '--json'], around);
    expect(printed).not.toMatch(/Order|SubscriptionCheckpoint|Result|Broken/);
    expect(printed.split('\n').length).toBeGreaterThan(20);
    expect(await done(['replay'], around)).toMatch(/timeline: generation \d+ is in use/);
  });

  it('copy takes what is Daybook’s, says how much it leaves out, and the way back is the same', async () => {
    const head = Number(/last position (\d+)/.exec(await done(['status'], around))![1]);
    const theirs = new Set(everythingElse().map(({ stream }) => stream));
    const others = server.log.events.filter(
      ({ stream, position }) => theirs.has(stream) && !stream.startsWith('$') && position < head,
    );
    const out = await done(['copy', '--from', server.url, '--to', fileOf('out')]);
    expect(out).toMatch(/Left out: \d+ events of the source that Daybook has not written/);
    expect(Number(/Left out: (\d+)/.exec(out)![1])).toBe(others.length);
    const back = await startEventStoreDb();
    try {
      othersInto(back);
      const there = await done(['copy', '--from', fileOf('out'), '--to', back.url]);
      expect([shaIn(there), there]).toEqual([shaIn(out), expect.not.stringContaining('Left out')]);
    } finally {
      await back.stop();
    }
  });

  it('copy names what somebody has cut out of the source', async () => {
    const events = (await done(['events', '--json'], around)).split('\n').filter(Boolean);
    const streams = events.map((line) => JSON.parse(line) as { stream: string; version: number });
    const ofRecord = ({ stream, version }: { stream: string; version: number }) =>
      version === 3 && parseRecordStream(stream) !== undefined;
    const long = streams.find(ofRecord)!.stream;
    server.log.setMetadata(long, { $maxCount: 1 });
    server.log.scavenge();
    const { code, err } = await daybook(['copy', '--from', server.url, '--to', fileOf('cut')]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/events are missing from the source: of \S+ .* Copy from a backup that has them/),
    ]);
    expect(err).not.toContain('somebody else is writing');
    expect(err).toContain(`or without that record: the same command with --leave-out ${long}.`);
    const without = await done(['copy', '--from', server.url, '--to', fileOf('cut'), '--leave-out', long]);
    expect(without).toContain('Left out, as you said: 1 event of streams that somebody has cut.');
    expect(
      await done(['events', '--json'], {
        data: join(folder, 'none'),
        environment: { DAYBOOK_EVENTS: fileOf('cut') },
      }),
    ).not.toContain(long);
  });

  it.each(['replay', 'replay --dry-run', 'replay timeline'])(
    '%s names once what somebody has cut, and builds what remains',
    async (words) => {
      const { err, out } = await daybook(words.split(' '), around);
      expect(err.match(/Events are missing from the stream/g)).toHaveLength(1);
      expect(err).toMatch(/daybook: Events are missing from the stream permits\.Application-/);
      expect(out).toMatch(/timeline: generation \d+ /);
    },
  );

  it('copy leaves out no counter, and nothing that is unique', async () => {
    const number = 'purchasing.Request.number-PR-2026-';
    const { code, err } = await daybook([
      ...['copy', '--from', server.url, '--to', fileOf('counters'), '--leave-out', number],
    ]);
    expect([code, err]).toEqual([1, expect.stringContaining(`${number} is none`)]);
  });
});

function othersInto(target: EventStoreDbServer): void {
  for (const { stream, event } of everythingElse()) target.log.append(stream, [event], 'any');
}
