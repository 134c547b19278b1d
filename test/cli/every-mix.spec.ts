// Every command behaves the same on every mix of engines.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { newEventStoreDb, type NewEventStoreDb } from '../engines/empty-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { addressOf, daybook, done, FIXTURES, newFolder, PERMITS, remove, start } from './daybook-command.js';

interface Printed {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly data: { readonly name?: unknown };
}

const folder = newFolder();
const LOG = join(FIXTURES, 'permits-small.xes');
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
let embedded: readonly string[];
let events: NewEventStoreDb;
let mongo: NewMongoDb;

/** Without order: an import works concurrently. */
const told = (all: readonly Printed[]) => all.map(({ type, version }) => `${type} ${version}`).sort();

async function eventsOf(around: Parameters<typeof done>[1], ...words: string[]): Promise<readonly Printed[]> {
  const lines = (await done(['events', '--json', ...words], around)).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Printed);
}

async function fill(around: Parameters<typeof done>[1]): Promise<void> {
  await done(['publish', PERMITS], around);
  await done(['import', LOG, '--into', 'permits.Application'], around);
}

beforeAll(async () => {
  const data = join(folder, 'embedded');
  await fill({ data });
  embedded = told(await eventsOf({ data }));
});
afterEach(async () => {
  await events?.stop();
  await mongo?.stop();
});
afterAll(() => remove(folder));

const MIXES = [
  { name: 'events on SQLite, read models on MongoDB', onServer: ['READS'] },
  { name: 'events on EventStoreDB, read models on SQLite', onServer: ['EVENTS'] },
  { name: 'events on EventStoreDB, read models and keys on MongoDB', onServer: ['EVENTS', 'READS', 'KEYS'] },
];

describe.each(MIXES)('with $name', ({ onServer }) => {
  it('publish, import, status, events, replay, erase and serve do what they do on the embedded engines', async () => {
    [events, mongo] = [await newEventStoreDb(), await newMongoDb()];
    const addresses = {
      EVENTS: events.url,
      READS: mongo.url,
      KEYS: mongo.url.replace('/daybook', '/daybook-keys'),
    };
    const environment = {
      ...Object.fromEntries(
        onServer.map((each) => [`DAYBOOK_${each}`, addresses[each as keyof typeof addresses]]),
      ),
      ...(onServer.includes('KEYS') && {
        DAYBOOK_MASTER_KEY: MASTER_KEY,
        DAYBOOK_SESSION_SECRET: MASTER_KEY,
      }),
    };
    const around = { data: join(folder, onServer.join('-')), environment };
    await fill(around);
    expect(await done(['import', LOG, '--into', 'permits.Application'], around)).toMatch(/ 0 imported /);

    const all = await eventsOf(around);
    expect(told(all)).toEqual(embedded);
    const { stream, position } = all.find(({ type }) => type === 'record.opened')!;
    const ofStream = all.filter((event) => event.stream === stream);
    expect(await eventsOf(around, '--stream', stream)).toEqual(ofStream);
    expect(await eventsOf(around, '--stream', stream, '--after', String(position))).toEqual(
      ofStream.slice(1),
    );

    const status = JSON.parse(await done(['status', '--json'], around)) as {
      readonly [part in 'log' | 'reads' | 'keys']: { readonly engine: string; readonly place: string };
    } & { readonly log: { readonly head: number }; readonly readModels: readonly { readonly lag: number }[] };
    expect(status.log.head).toBe(all.at(-1)!.position);
    expect([status.log.engine, status.reads.engine, status.keys.engine]).toEqual([
      onServer.includes('EVENTS') ? 'eventstoredb' : 'sqlite',
      onServer.includes('READS') ? 'mongodb' : 'sqlite',
      onServer.includes('KEYS') ? 'mongodb' : 'sqlite',
    ]);
    expect(status.readModels.map(({ lag }) => lag)).toEqual(allProjections.map(() => 0));
    const inBytes = /EventStoreDB counts in bytes/;
    expect(inBytes.test(await done(['status'], around))).toBe(onServer.includes('EVENTS'));

    const replayed = JSON.parse(await done(['replay', '--json'], around)) as readonly {
      readonly outcome: string;
      readonly comparison?: { readonly different: number };
    }[];
    expect(replayed.map(({ outcome, comparison }) => [outcome, comparison?.different])).toEqual(
      allProjections.map(() => ['activated', 0]),
    );
    const back = await done(['replay', '--back', '--reason', 'Of the day before'], around);
    expect(back.match(/: generation 1 is in use again\n/g)).toHaveLength(allProjections.length);

    const registered = ['--type', 'user.registered', '--personal'];
    const [{ stream: person, data }] = (await eventsOf(around, ...registered)) as [Printed];
    expect(typeof data.name).toBe('string');
    await done(['erase', person.slice('user-'.length), '--reason', 'Request of 12 May', '--yes'], around);
    expect((await eventsOf(around, ...registered))[0]!.data.name).toEqual({ erased: true });

    const serving = start(['serve', '--port', '0', '--no-demo'], around);
    expect((await fetch(`${await addressOf(serving)}/-/sign-in`)).status).toBe(200);
    expect(await done(['status'], around)).toMatch(/built by process \d+ on \S+$/m);
    serving.process.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0, err: '' });

    const files = onServer.length === 3 ? [] : readdirSync(around.data);
    expect(files.some((name) => name.startsWith('events.'))).toBe(!onServer.includes('EVENTS'));
    expect(files.includes('reads')).toBe(!onServer.includes('READS'));
  });
});

describe('embedded engines', () => {
  it('load neither driver', async () => {
    const probe = 'data:text/javascript,' + encodeURIComponent(PROBE);
    const environment = { NODE_OPTIONS: `--import ${probe}` };
    const embedded = { data: join(folder, 'embedded'), environment };
    expect((await daybook(['status'], embedded)).err).toBe('loaded:\n');
    mongo = await newMongoDb();
    const reads = { ...environment, DAYBOOK_READS: mongo.url };
    // No read model is active.
    expect((await daybook(['status'], { ...embedded, environment: reads })).err).toBe('loaded: mongodb\n');
  });
});

const PROBE = `
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
const { cache } = createRequire(process.cwd() + '/');
if (isMainThread) process.on('exit', () => {
  const files = Object.keys(cache).join();
  const found = ['mongodb', '@eventstore', '@grpc'].filter((name) => files.includes('/node_modules/' + name + '/'));
  process.stderr.write('loaded:' + found.map((name) => ' ' + name).join('') + '\\n');
});`;
