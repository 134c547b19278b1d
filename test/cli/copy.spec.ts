import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { startEventStoreDb, type EventStoreDbServer } from '../engines/eventstoredb/start-eventstoredb.js';
import { story, tell } from '../log-copy/logs.js';
import { daybook, done, newFolder, PERMITS, remove, start } from './daybook-command.js';

const folder = newFolder();
const COUNT = 1_500;
const source = `sqlite:${join(folder, 'source.sqlite')}`;
let server: EventStoreDbServer;

beforeAll(async () => {
  server = await startEventStoreDb();
  const store = openSqliteEventStore(source.slice('sqlite:'.length));
  await tell(store, story(COUNT));
  await store.close();
});
afterAll(async () => {
  await server.stop();
  remove(folder);
});

const fileOf = (name: string) => `sqlite:${join(folder, `${name}.sqlite`)}`;
const copy = (from: string, to: string, ...more: string[]) =>
  daybook(['copy', '--from', from, '--to', to, ...more]);
const shaIn = (out: string) => /^sha256:([0-9a-f]{64})$/m.exec(out)?.[1];

describe('daybook copy', () => {
  it('goes there and back again with the same sum, and says what comes next', async () => {
    const there = await done(['copy', '--from', source, '--to', server.url]);
    expect(there).toMatch(/^1,500 events copied\.\nBoth logs .* are the same: 1,500 events of 3 streams/);
    expect(there).toMatch(/Set DAYBOOK_EVENTS=kurrentdb:\/\/\S+|Set DAYBOOK_EVENTS=esdb:\/\/\S+/);
    expect(there).toMatch(
      /1\. If Daybook still runs .*, stop it, and run the same command again: it copies what was written/,
    );
    expect(there).toMatch(/master key/);
    const back = await done(['copy', '--from', server.url, '--to', fileOf('back')]);
    expect(shaIn(back)).toBe(shaIn(there));
    const verified = await done(['copy', '--from', source, '--to', fileOf('back'), '--verify-only']);
    expect([shaIn(verified), verified]).toEqual([
      shaIn(there),
      expect.not.stringContaining('What comes next'),
    ]);
    const again = JSON.parse(
      await done(['copy', '--from', source, '--to', fileOf('back'), '--json']),
    ) as unknown;
    expect(again).toEqual({
      there: COUNT,
      copied: 0,
      events: COUNT,
      streams: 3,
      sha256: shaIn(there),
      grown: false,
      leftOut: 0,
      passed: 0,
      unsent: 0,
    });
  });

  it('goes on after it was killed, and after Ctrl-C, which is 130', async () => {
    const target = await startEventStoreDb();
    try {
      for (const signal of ['SIGKILL', 'SIGINT'] as const) {
        const before = target.log.events.length;
        const copying = start(['copy', '--from', source, '--to', target.url]);
        while (target.log.events.length < before + 100) await wait(5);
        copying.process.kill(signal);
        const { code, err } = await copying.ended;
        if (signal === 'SIGINT')
          expect([code, err]).toEqual([
            130,
            expect.stringMatching(/interrupted; .* events .* goes on from there/),
          ]);
        expect(target.log.events.length).toBeLessThan(COUNT);
      }
      const rest = await done(['copy', '--from', source, '--to', target.url]);
      expect(rest).toMatch(/ events were there before\.\nBoth logs .* 1,500 events of 3 streams/);
    } finally {
      await target.stop();
    }
  });

  it('says what is there and how to go on when an engine goes away in the middle', async () => {
    const target = await startEventStoreDb();
    const copying = start(['copy', '--from', source, '--to', target.url]);
    while (target.log.events.length < 100) await wait(5);
    await target.vanish();
    const { code, out, err } = await copying.ended;
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/EventStoreDB at .* does not answer/);
    expect(err).toMatch(
      /^daybook: [\d,]+ events of the source are in the target\. Run the same command again/m,
    );
    expect(err).not.toMatch(/^ +at /m);
    await target.stop();
  });

  it('refuses a log that holds something else, and makes nothing where the source is missing', async () => {
    const data = join(folder, 'other');
    await done(['publish', PERMITS], { data });
    const other = await copy(source, `sqlite:${join(data, 'events.sqlite')}`);
    expect([other.code, other.out]).toEqual([1, '']);
    expect(other.err).toMatch(
      /^daybook: the target is neither empty nor the beginning of the source: its event 1 is specification\.published .* Nothing was written\. Name an empty log with --to\.\n$/,
    );
    const before = readdirSync(folder);
    const missing = await copy(fileOf('missing'), fileOf('new'));
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringMatching(/there is no log at \S+\. Name the file .*: --from sqlite:PATH\n$/),
    ]);
    const both = await copy(source, fileOf('new'), '--verify-only');
    expect([both.code, both.err]).toEqual([
      1,
      expect.stringMatching(/there is no log at \S+\. Name the copy .*: --to sqlite:PATH\n$/),
    ]);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('refuses to copy a log into itself, by whichever name', async () => {
    const other = fileOf('other-name').slice('sqlite:'.length);
    symlinkSync(source.slice('sqlite:'.length), other);
    for (const to of [source, `sqlite:${other}`]) {
      const { code, err } = await copy(source, to);
      expect([code, err]).toEqual([
        1,
        'daybook: source and target are the same log. Name another one with --to.\n',
      ]);
    }
    expect(existsSync(`${other}-wal`)).toBe(false);
  });

  it('names what is no address, without its password', async () => {
    const { code, err } = await copy(source, 'eventstore://admin:Tr0ub4dor@127.0.0.1:2113');
    expect(code).toBe(2);
    expect(err).toMatch(
      /^daybook: --to: “eventstore:\/\/127\.0\.0\.1:2113” will not do; did you mean esdb:\/\/\./,
    );
    expect(err).not.toContain('Tr0ub4dor');
    expect((await daybook(['copy', '--from', source])).code).toBe(2);
  });
});
