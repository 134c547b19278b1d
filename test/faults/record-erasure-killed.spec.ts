// Killed at each step, also with keys in MongoDB: the next start finishes the erasure once.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addressOf,
  daybook,
  done,
  FIXTURES,
  newFolder,
  PERMITS,
  remove,
  start,
  type Around,
  type Running,
} from '../cli/daybook-command.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { hiddenIn, inputIn } from '../web/daybook.js';
import { PASSWORD, retaining } from '../retention/retaining.js';
import { dieAtDestroyedKey } from './mongo-keys-that-kill.js';
import { statementsThatKill } from './statements-that-kill.js';

const folder = newFolder();
const dieAt = statementsThatKill(folder);
const DESTROYS = 'INSERT INTO person_key VALUES (?, NULL, NULL)';
const APPENDS = 'INSERT INTO event (';

interface Printed {
  readonly stream: string;
  readonly type: string;
}

afterAll(() => remove(folder));

const events = async (around: Around, ...words: readonly string[]) =>
  (await done(['events', '--json', ...words], around))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed);
const typesOf = async (around: Around, stream: string) =>
  (await events(around, '--stream', stream)).map(({ type }) => type);

async function finishByServing(around: Around, stream: string, certificate: string): Promise<void> {
  const serving = start(['serve', '--port', '0', '--no-demo'], around);
  await addressOf(serving);
  while (!(await typesOf(around, stream)).includes(certificate)) await wait(200);
  serving.process.kill('SIGTERM');
  await serving.ended;
}

describe('an erasure of a record that is due', () => {
  const whole = join(folder, 'whole');
  let stream: string;
  let id: string;

  beforeAll(async () => {
    const visits = await retaining({}, whole);
    id = await visits.visit('Long ago', '2016-01-10T10:00:00.000Z');
    stream = `visits.Visit-${id}`;
    await visits.close();
  });

  const BEFORE = ['record.opened', 'record.action-taken'];

  const wrapped = (data: string) => {
    const database = new DatabaseSync(join(data, 'keys.sqlite'), { readOnly: true });
    const row = database.prepare('SELECT wrapped FROM person_key WHERE person = ?').get(stream);
    database.close();
    return (row as { wrapped: unknown }).wrapped;
  };

  /** A program erases what is due, and the server is killed at the statement. */
  async function killedWhileErasing(what: string, sql: string, parameter: string): Promise<string> {
    const data = join(folder, what);
    cpSync(whole, data, { recursive: true });
    const environment = dieAt(sql, parameter);
    const serving = start(['serve', '--port', '0', '--no-demo'], { data, environment });
    const address = `${await addressOf(serving)}/api/visits/Visit/retention`;
    const headers = {
      authorization: `Basic ${Buffer.from(`kim:${PASSWORD}`).toString('base64')}`,
      'content-type': 'application/json',
    };
    const { items } = (await (await fetch(address, { headers })).json()) as {
      items: readonly { id: string; version: number; shown: string }[];
    };
    const { version, shown } = items.find((each) => each.id === id)!;
    const signature = { name: 'kim', password: PASSWORD };
    const body = JSON.stringify({ records: [{ id, version, shown }], signature });
    await expect(fetch(address, { method: 'POST', headers, body })).rejects.toThrow();
    expect(await serving.ended).toMatchObject({ signal: 'SIGKILL' });
    return data;
  }

  it('that is killed before its intent is written changes nothing', async () => {
    const data = await killedWhileErasing('before the intent', APPENDS, 'record.erasure-decided');
    expect(await typesOf({ data }, stream)).toEqual(BEFORE);
    expect(wrapped(data)).not.toBeNull();
    expect(await done(['events', '--stream', stream, '--personal'], { data })).toContain(
      'Patient of Long ago',
    );
  });

  it.each([
    ['before the key is destroyed', DESTROYS, 'Visit-', true],
    ['before the certificate is written', APPENDS, 'record.erased', false],
  ])(
    'that is killed %s is named by status and finished once by the next start',
    async (what, sql, parameter, isKeyThere) => {
      const data = await killedWhileErasing(what, sql, parameter);
      expect(await typesOf({ data }, stream)).toEqual([...BEFORE, 'record.erasure-decided']);
      expect(wrapped(data) !== null).toBe(isKeyThere);
      const status = await daybook(['status'], { data });
      expect([status.code, status.out]).toEqual([
        1,
        expect.stringContaining(`An erasure was begun and is not finished (${stream}).`),
      ]);

      await finishByServing({ data }, stream, 'record.erased');
      expect(await typesOf({ data }, stream)).toEqual([...BEFORE, 'record.erasure-decided', 'record.erased']);
      expect(wrapped(data)).toBeNull();
      const opened = await done(['events', '--stream', stream, '--personal'], { data });
      expect(opened).not.toContain('Patient of');
      const after = await daybook(['status'], { data });
      expect([after.code, after.out]).toEqual([0, expect.not.stringContaining('erasure')]);
    },
  );
});

describe('three records that are due, and whose erasure is decided on the page of retention', () => {
  const data = join(folder, 'by form');
  const titles = ['First', 'Second', 'Third'] as const;
  let ids: readonly string[];
  let serving: Running;
  let address: string;

  beforeAll(async () => {
    const visits = await retaining({}, data);
    ids = [];
    for (const title of titles) ids = [...ids, await visits.visit(title, '2016-01-10T10:00:00.000Z')];
    await visits.close();
  });

  const serve = async (environment: Readonly<Record<string, string>> = {}) => {
    serving = start(['serve', '--port', '0', '--no-demo'], { data, environment });
    address = await addressOf(serving);
  };
  const PAGE = '/visits/visits/retention';
  const signedIn = async () => {
    const body = new URLSearchParams({ name: 'kim', password: PASSWORD });
    const answer = await fetch(`${address}/-/sign-in`, { method: 'POST', body, redirect: 'manual' });
    return {
      cookie: answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; '),
    };
  };
  const typesOfEach = async () =>
    Promise.all(ids.map(async (id) => (await typesOf({ data }, `visits.Visit-${id}`)).slice(2)));

  it('are erased as far as it came when the server is killed; what was begun is finished, and the rest is due', async () => {
    await serve(dieAt(DESTROYS, 'Visit-', 2));
    const headers = await signedIn();
    const html = await (await fetch(`${address}${PAGE}`, { headers })).text();
    const ticked = Object.fromEntries(ids.map((id) => [`erase.${id}`, inputIn(html, `erase.${id}`)!]));
    const signature = { _name: 'kim', _password: PASSWORD, reason: 'Nobody needs them' };
    const body = new URLSearchParams({ ...hiddenIn(html), ...ticked, ...signature });
    await expect(fetch(`${address}${PAGE}`, { method: 'POST', headers, body })).rejects.toThrow();
    expect(await serving.ended).toMatchObject({ signal: 'SIGKILL' });
    const DECIDED = 'record.erasure-decided';
    const killed = await typesOfEach();
    expect(killed.map((types) => types.join(' ')).sort()).toEqual(['', DECIDED, `${DECIDED} record.erased`]);

    const begun = `visits.Visit-${ids[killed.findIndex((types) => types.length === 1)]}`;
    await finishByServing({ data }, begun, 'record.erased');
    const finished = await typesOfEach();
    expect(finished.map(({ length }) => length).sort()).toEqual([0, 2, 2]);
    await serve();
    const left = await (await fetch(`${address}${PAGE}`, { headers: await signedIn() })).text();
    const due = ids.filter((id) => inputIn(left, `erase.${id}`) !== undefined);
    expect(due).toEqual(ids.filter((_, at) => finished[at]!.length === 0));
    serving.process.kill('SIGTERM');
    await serving.ended;
    expect((await daybook(['status'], { data })).code).toBe(0);
  });
});

describe('with keys in MongoDB, an erasure', () => {
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const data = join(folder, 'shared keys');
  let mongo: NewMongoDb;
  let around: Around & { readonly environment: Readonly<Record<string, string>> };

  beforeAll(async () => {
    mongo = await newMongoDb();
    const environment = {
      DAYBOOK_KEYS: mongo.url,
      DAYBOOK_MASTER_KEY: MASTER_KEY,
      DAYBOOK_SESSION_SECRET: MASTER_KEY,
    };
    around = { data, environment };
    await done(['publish', PERMITS], around);
    await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], around);
  });
  afterAll(() => mongo?.stop());

  const firstUnerased = async (kind: string, type: string) => {
    const erased = await daybook(['events', '--json', '--type', `${kind}.erased`], around);
    return (await events(around, '--type', type)).find(({ stream }) => !erased.out.includes(`"${stream}"`))!;
  };

  const keyOf = async (subject: string) => {
    const client = await new MongoClient(mongo.url).connect();
    const keys = client.db().collection<{ readonly _id: string; readonly wrapped: unknown }>('keys');
    const found = await keys.findOne({ _id: subject });
    await client.close();
    return found?.wrapped;
  };
  const PERSON = ['user', 'user.registered', (stream: string) => stream.slice('user-'.length)] as const;
  const RECORD = ['record', 'record.opened', (stream: string) => stream] as const;
  const beforeKey = () => dieAtDestroyedKey(folder);
  const beforeCertificate = (kind: string) => dieAt(APPENDS, `${kind}.erased`);

  it.each([
    ['a person that is killed before the key is destroyed', PERSON, beforeKey, true],
    ['a record that is killed before the key is destroyed', RECORD, beforeKey, true],
    ['a person that is killed before its certificate is written', PERSON, beforeCertificate, false],
    ['a record that is killed before its certificate is written', RECORD, beforeCertificate, false],
  ])('of %s is finished once by the next start', async (_, [kind, type, subjectOf], dying, isKeyThere) => {
    const { stream } = await firstUnerased(kind, type);
    const subject = subjectOf(stream);
    const before = await typesOf(around, stream);
    const environment = { ...around.environment, ...dying(kind) };
    const words = ['erase', subject, '--reason', 'Request of 12 May', '--yes'];
    expect(await daybook(words, { data, environment })).toMatchObject({ signal: 'SIGKILL' });
    expect(await typesOf(around, stream)).toEqual([...before, `${kind}.erasure-begun`]);
    expect((await keyOf(subject)) !== null).toBe(isKeyThere);
    const status = await daybook(['status'], around);
    expect([status.code, status.out]).toEqual([
      1,
      expect.stringContaining(`An erasure was begun and is not finished (${subject}).`),
    ]);

    await finishByServing(around, stream, `${kind}.erased`);
    expect(await typesOf(around, stream)).toEqual([...before, `${kind}.erasure-begun`, `${kind}.erased`]);
    expect(await keyOf(subject)).toBeNull();
    const after = await daybook(['status'], around);
    expect([after.code, after.out]).toEqual([0, expect.not.stringContaining('erasure')]);
  });
});
