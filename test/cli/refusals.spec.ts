// Unusable engines: reason, remedy, exit code, no stack, no password.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEventStoreDb, type EventStoreDbServer } from '../engines/eventstoredb/start-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { daybook, done, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
const PASSWORD = 'Tr0ub4dor';
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
let mongo: NewMongoDb;
let events: EventStoreDbServer;
let number = 0;
/** Unused port. */
let port: number;

beforeAll(async () => {
  mongo = await newMongoDb();
  events = await startEventStoreDb({ credentials: `admin:another ${PASSWORD}` });
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  ({ port } = closed.address() as AddressInfo);
  closed.close();
});
afterAll(async () => {
  await mongo.stop();
  await events.stop();
  remove(folder);
});

const withPassword = (url: string) => url.replace('://', `://admin:${PASSWORD}@`);

/** Output of `daybook publish`. */
async function said(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const data = join(folder, `data-${number++}`);
  const { code, out, err } = await daybook(['publish', PERMITS], { data, environment });
  expect([code, out]).toEqual([1, '']);
  expect(err).not.toContain(PASSWORD);
  expect(err).not.toMatch(/^(daybook: )? +at /m);
  return err.trimEnd().split('\n');
}

const NOBODY_AT = [
  {
    name: 'DAYBOOK_EVENTS',
    at: (host: string) => `esdb://admin:${PASSWORD}@${host}?tls=false`,
    what: 'EventStoreDB at',
  },
  {
    name: 'DAYBOOK_READS',
    at: (host: string) => `mongodb://admin:${PASSWORD}@${host}/daybook`,
    what: 'MongoDB at',
  },
  {
    name: 'DAYBOOK_KEYS',
    at: (host: string) => `mongodb://admin:${PASSWORD}@${host}/keys`,
    what: 'The keys of persons in',
  },
];

describe('an engine that nobody answers for', () => {
  const host = () => `127.0.0.1:${port}`;

  // At the same time, since each takes ten seconds.
  it('is named with its address and what was tried, alone or together with others', async () => {
    const alone = NOBODY_AT.map(async ({ name, at, what }) => {
      const lines = await said({ [name]: at(host()), DAYBOOK_MASTER_KEY: MASTER_KEY });
      const words = new RegExp(`^daybook: ${what} \\w+://${host()}\\S* .*ECONNREFUSED.*[Cc]heck`);
      expect(lines).toEqual([expect.stringMatching(words)]);
    });
    const all = Object.fromEntries(NOBODY_AT.map(({ name, at }) => [name, at(host())]));
    const together = await said({ ...all, DAYBOOK_MASTER_KEY: MASTER_KEY });
    expect(together).toHaveLength(3);
    NOBODY_AT.forEach(({ what }, index) => expect(together[index]).toContain(`daybook: ${what} `));
    await Promise.all(alone);
  });
});

describe('a wrong name or password', () => {
  it('is told as that, and by which setting', async () => {
    const url = withPassword(events.url);
    const inEvents = await said({ DAYBOOK_EVENTS: url });
    expect(inEvents).toHaveLength(1);
    expect(inEvents[0]).toMatch(/^daybook: .*name and a password/);
    const reads = await said({ DAYBOOK_READS: withPassword(mongo.url) });
    expect(reads).toHaveLength(1);
    expect(reads[0]).toMatch(/^daybook: .*(name|user).* password/);
    const keys = await said({
      DAYBOOK_KEYS: withPassword(mongo.url.replace('/daybook', '/daybook-keys')),
      DAYBOOK_MASTER_KEY: MASTER_KEY,
    });
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^daybook: MongoDB at .*name or password of DAYBOOK_KEYS is wrong/);
  });
});

describe('keys of persons', () => {
  const shared = () => ({ DAYBOOK_KEYS: mongo.url.replace('/daybook', '/keys-of-refusals') });

  it('ask for the master key that machines share, and for the secret of sessions where somebody signs in', async () => {
    const { code, err } = await daybook(['status'], { environment: shared() });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^daybook: DAYBOOK_MASTER_KEY: .*openssl rand -base64 32/),
    ]);
    const serve = await daybook(['serve'], { environment: { ...shared(), DAYBOOK_MASTER_KEY: MASTER_KEY } });
    expect([serve.code, serve.err]).toEqual([2, expect.stringMatching(/^daybook: DAYBOOK_SESSION_SECRET: /)]);
  });

  it('refuse another master key', async () => {
    const data = join(folder, 'shared');
    await done(['publish', PERMITS], { data, environment: { ...shared(), DAYBOOK_MASTER_KEY: MASTER_KEY } });
    const other = Buffer.alloc(32, 8).toString('base64');
    const lines = await said({ ...shared(), DAYBOOK_MASTER_KEY: other });
    expect(lines).toEqual([
      expect.stringMatching(/DAYBOOK_MASTER_KEY does not fit the keys in mongodb:.*Restore/),
    ]);
  });

  it('are not begun anew over a log that holds personal data', async () => {
    const data = join(folder, 'personal');
    await done(['import', 'test/cli/fixtures/permits-small.xes', '--into', 'permits.Application'], {
      data: await published(data),
    });
    const log = `sqlite:${join(data, 'events.sqlite')}`;
    const elsewhere = join(folder, 'elsewhere');
    const file = await daybook(['publish', PERMITS], {
      data: elsewhere,
      environment: { DAYBOOK_EVENTS: log, DAYBOOK_READS: `sqlite:${join(data, 'reads')}` },
    });
    expect([file.code, file.out]).toEqual([1, '']);
    expect(file.err).toMatch(
      /The log holds personal data, but there are no keys for them yet in .*keys\.sqlite/,
    );
    const shown = await daybook(['events', '--personal'], {
      data: elsewhere,
      environment: { DAYBOOK_EVENTS: log },
    });
    expect([shown.code, shown.out, shown.err]).toEqual([1, '', file.err]);
    expect(readdirSync(folder)).not.toContain('elsewhere');
    const server = await said({
      DAYBOOK_EVENTS: log,
      DAYBOOK_READS: `sqlite:${join(data, 'reads')}`,
      DAYBOOK_KEYS: mongo.url.replace('/daybook', '/new-keys'),
      DAYBOOK_MASTER_KEY: MASTER_KEY,
    });
    expect(server).toEqual([expect.stringMatching(/no keys for them yet in the keys in mongodb:/)]);
  });

  async function published(data: string): Promise<string> {
    await done(['publish', PERMITS], { data });
    return data;
  }
});

describe('read models', () => {
  it('of another log are refused, since their positions mean nothing there', async () => {
    const reads = `sqlite:${join(folder, 'reads-of-one')}`;
    await done(['publish', PERMITS], { data: join(folder, 'one'), environment: { DAYBOOK_READS: reads } });
    await done(['publish', PERMITS], { data: join(folder, 'two') });
    for (const words of [['publish', PERMITS], ['replay']]) {
      const { code, err } = await daybook(words, {
        data: join(folder, 'two'),
        environment: { DAYBOOK_READS: reads },
      });
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/reads-of-one were built from another log than .*two/),
      ]);
    }
    expect(
      (await daybook(['status'], { data: join(folder, 'one'), environment: { DAYBOOK_READS: reads } })).code,
    ).toBe(0);
  });
});
