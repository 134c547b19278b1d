// Where the examples are loaded and their people offered: real SQLite logs, and the built command serving them.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  createExampleAccess,
  findLogOrigin,
  derivePublishCommandId,
  type ExampleSettings,
  type LogOrigin,
} from '#demo/example-access.js';
import type { EventStore } from '#event-store/event-store.js';
import { isLoopback } from '#configuration/loopback.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { recorded } from '../projections/recorded-events.js';
import {
  addressOf,
  daybook,
  done,
  newFolder,
  PERMITS,
  remove,
  start,
  type Around,
} from '../cli/daybook-command.js';
import { examples } from '../journeys/examples.js';

const folder = newFolder();
afterAll(() => remove(folder));

const HERE: ExampleSettings = { demo: true, demoRequested: false, host: '127.0.0.1' };
const people = (count: number) => ({ countEver: async () => count });

async function served(around: Around, words: readonly string[] = [], until = /The examples are [^\n]*\./) {
  const serving = start(['serve', '--port', '0', ...words], around);
  const address = await addressOf(serving);
  const [said] = await serving.says(until);
  return {
    said,
    signIn: async () => (await fetch(`${address.replace('0.0.0.0', '127.0.0.1')}/-/sign-in`)).text(),
    link: async () => (await serving.says(/http\S+\/-\/welcome\?token=\S+/))[0],
    async end() {
      serving.process.kill('SIGTERM');
      return serving.ended;
    },
  };
}

async function eventsIn(data: string): Promise<number> {
  const store = openSqliteEventStore(join(data, 'events.sqlite'), { isReadOnly: true });
  const head = await store.head();
  await store.close();
  return head;
}

/** A log whose first event is of this kind. */
function logOf(origin: LogOrigin): Pick<EventStore, 'head' | 'all'> {
  const text = '# Specification: purchase requests';
  const commandId = derivePublishCommandId(origin === 'examples' ? text : `${text}, edited`);
  const first = recorded('specification.published', { text }, { metadata: { commandId } });
  return {
    head: async () => (origin === 'empty' ? 0 : 1),
    async *all() {
      if (origin !== 'empty') yield [first];
    },
  };
}

const OFFERED = /Or look around as/;

describe('given a log that was begun by a real specification', () => {
  const data = join(folder, 'real');

  it('when it is served as a trial of a backup is, then nothing is added, nobody signs in without a password, and serve says so', async () => {
    await done(['publish', PERMITS], { data });
    const before = await eventsIn(data);
    const serving = await served({ data, environment: { DAYBOOK_DEMO: '1' } });
    expect(serving.said).toMatch(/left out: this log was not begun by them/);
    expect(await serving.signIn()).not.toMatch(OFFERED);
    expect((await serving.end()).code).toBe(0);
    expect(await eventsIn(data)).toBe(before);
    expect((await done(['status'], { data })).includes('purchasing')).toBe(false);
  });
});

describe('given a log that the examples began', () => {
  const data = join(folder, 'examples');

  it('when a real person is registered, then the people of the examples sign in no more, and are not added to again', async () => {
    // Loaded by the same command.
    cpSync(await examples(), data, { recursive: true });
    const first = await served({ data }, [], /It keeps everything in/);
    expect(await first.signIn()).toMatch(OFFERED);
    const jonas = /name="person" value="([^"]+)"/.exec(await first.signIn())![1]!;
    const link = new URL(await first.link());
    const signInAs = () =>
      fetch(`${link.origin}/-/sign-in/demo`, {
        method: 'POST',
        body: new URLSearchParams({ person: jonas }),
        redirect: 'manual',
      });
    const session = (await signInAs()).headers.getSetCookie().map((each) => each.split(';')[0]);
    const home = () => fetch(link.origin, { headers: { cookie: session.join('; ') }, redirect: 'manual' });
    expect((await home()).status).toBe(200);
    const body = new URLSearchParams({
      token: link.searchParams.get('token')!,
      name: 'Ada Lovelace',
      signInName: 'ada',
      password: 'correct horse battery staple 7',
    });
    await fetch(`${link.origin}/-/welcome`, { method: 'POST', body, redirect: 'manual' });
    expect((await signInAs()).status).toBe(404);
    expect((await home()).status).not.toBe(200);
    expect(await first.signIn()).not.toMatch(OFFERED);
    await first.end();
    const before = await eventsIn(data);
    const second = await served({ data });
    expect(second.said).toMatch(/left out: a real person is registered here/);
    expect(await second.signIn()).not.toMatch(OFFERED);
    await second.end();
    expect(await eventsIn(data)).toBe(before);
    const asked = await served({ data, environment: { DAYBOOK_DEMO: '1' } }, [], /Nothing is added[^\n]*/);
    expect(await asked.signIn()).toMatch(OFFERED);
    await asked.end();
  });

  it('when other machines can reach the address, then its people are offered only if that was asked for', async () => {
    const data = join(folder, 'reachable');
    const serving = await served({ data }, ['--host', '0.0.0.0']);
    expect(serving.said).toMatch(/left out: other machines can reach 0\.0\.0\.0/);
    expect(await serving.signIn()).not.toMatch(OFFERED);
    await serving.end();
    expect(await eventsIn(data)).toBe(0);
    const { code } = await daybook(['status'], { data });
    expect(code).toBe(0);
  });
});

describe('createExampleAccess', () => {
  it.each([
    ['an empty log here', 'empty', HERE, 0, true],
    ['a log of the examples here', 'examples', HERE, 0, true],
    ['a log of the examples with a real person', 'examples', HERE, 1, false],
    ['the same where it was asked for', 'examples', { ...HERE, demoRequested: true }, 1, true],
    ['another log, even where it was asked for', 'other', { ...HERE, demoRequested: true }, 0, false],
    ['a log of the examples for everybody', 'examples', { ...HERE, host: '0.0.0.0' }, 0, false],
    ['the same under a public name', 'examples', { ...HERE, site: 'https://a.example.org' }, 0, false],
    ['the same where it was asked for', 'examples', { ...HERE, host: '::', demoRequested: true }, 0, true],
    ['without examples', 'examples', { ...HERE, demo: false }, 0, false],
  ] as const)(
    'answers for %s whether people are offered',
    async (_, origin, settings, registered, offers) => {
      const access = createExampleAccess(logOf(origin), settings);
      expect(await access.offersPasswordlessSignIn(people(registered))).toBe(offers);
    },
  );

  it('knows a log by its first event alone, which an edited copy of the text does not pass for', async () => {
    expect(await findLogOrigin(logOf('examples'))).toBe('examples');
    expect(await findLogOrigin(logOf('other'))).toBe('other');
    expect(await findLogOrigin(logOf('empty'))).toBe('empty');
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '[::1]', 'localhost', 'LOCALHOST'])('takes %s', (host) =>
    expect(isLoopback(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', 'example.org', 'localhost.example.org'])('refuses %s', (host) =>
    expect(isLoopback(host)).toBe(false),
  );
});
