// `daybook erase` is killed at each step: the intent precedes the key's destruction, and the next start finishes it.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatManifest, type BackupContent } from '#backup/backup-manifest.js';
import {
  addressOf,
  daybook,
  done,
  FIXTURES,
  newFolder,
  PERMITS,
  remove,
  start,
} from '../cli/daybook-command.js';
import { statementsThatKill } from './statements-that-kill.js';

const folder = newFolder();
const whole = join(folder, 'whole');
const dieAt = statementsThatKill(folder);
/** A person in the imported log. */
const NAME = /org:resource" value="([^"]+)"/.exec(
  readFileSync(join(FIXTURES, 'permits-small.xes'), 'utf8'),
)![1]!;
let id: string;

interface Printed {
  readonly stream: string;
  readonly type: string;
  readonly data: { readonly name?: unknown };
}

const events = async (data: string, ...words: readonly string[]) =>
  (await done(['events', '--json', ...words], { data }))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed);
const typesOf = async (data: string) =>
  (await events(data, '--stream', `user-${id}`)).map(({ type }) => type);

const wrapped = (data: string) => {
  const database = new DatabaseSync(join(data, 'keys.sqlite'), { readOnly: true });
  const row = database.prepare('SELECT wrapped FROM person_key WHERE person = ?').get(id) as {
    wrapped: unknown;
  };
  database.close();
  return row.wrapped;
};

beforeAll(async () => {
  await done(['publish', PERMITS], { data: whole });
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], {
    data: whole,
  });
  const people = await events(whole, '--type', 'user.registered', '--personal');
  id = people.find(({ data }) => data.name === NAME)!.stream.slice('user-'.length);
});
afterAll(() => remove(folder));

function copyOf(what: string): string {
  const data = join(folder, what);
  cpSync(whole, data, { recursive: true });
  return data;
}

const erase = (data: string, environment: Readonly<Record<string, string>> = {}) =>
  daybook(['erase', id, '--reason', 'Request of 12 May', '--yes'], { data, environment });

const DESTROYS = 'INSERT INTO person_key VALUES (?, NULL, NULL)';
const APPENDS = 'INSERT INTO event (';

describe('an erasure that is killed', () => {
  it('before its intent is written changes nothing', async () => {
    const data = copyOf('before the intent');
    const killed = await erase(data, dieAt(APPENDS, 'user.erasure-begun'));
    expect(killed).toMatchObject({ signal: 'SIGKILL' });
    expect(await typesOf(data)).toEqual(['user.registered']);
    expect(wrapped(data)).not.toBeNull();
    expect((await daybook(['status'], { data })).code).toBe(0);
  });

  it.each([
    ['before the key is destroyed', DESTROYS, '', true],
    ['before the certificate is written', APPENDS, 'user.erased', false],
  ])(
    '%s is named by status, and finished once by two processes that are started next',
    async (what, sql, parameter, isKeyThere) => {
      const data = copyOf(what);
      const killed = await erase(data, dieAt(sql, parameter));
      expect(killed).toMatchObject({ signal: 'SIGKILL' });
      expect(await typesOf(data)).toEqual(['user.registered', 'user.erasure-begun']);
      expect(wrapped(data) !== null).toBe(isKeyThere);
      const status = await daybook(['status'], { data });
      expect([status.code, status.out]).toEqual([
        1,
        expect.stringContaining(`An erasure was begun and is not finished (${id}).`),
      ]);

      const serving = [1, 2].map(() => start(['serve', '--port', '0', '--no-demo'], { data }));
      await Promise.all(serving.map(addressOf));
      while (!(await typesOf(data)).includes('user.erased')) await wait(200);
      for (const { process } of serving) process.kill('SIGTERM');
      await Promise.all(serving.map(async ({ ended }) => ended));
      expect(await typesOf(data)).toEqual(['user.registered', 'user.erasure-begun', 'user.erased']);
      expect(wrapped(data)).toBeNull();
      const after = await daybook(['status'], { data });
      expect([after.code, after.out]).toEqual([0, expect.not.stringContaining('erasure')]);
    },
  );

  it('is finished by the same command given again, with the reason that was given first', async () => {
    const data = copyOf('again');
    expect(await erase(data, dieAt(APPENDS, 'user.erased'))).toMatchObject({ signal: 'SIGKILL' });
    const again = await daybook(['erase', id, '--reason', 'Another', '--yes'], { data });
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('is erased. The certificate is') });
    const printed = await done(['events', '--stream', `user-${id}`], { data });
    expect(printed).toMatch(/user\.erased .*reason: "Request of 12 May"/);
  });
});

describe('a backup that is made in the middle of an erasure', () => {
  it.each([
    ['before the key is destroyed', DESTROYS, ''],
    ['before the certificate is written', APPENDS, 'user.erased'],
  ])(
    '%s holds no key of the person, is not called whole, and is finished where it is restored',
    async (what, sql, parameter) => {
      const data = copyOf(`backup ${what}`);
      expect(await erase(data, dieAt(sql, parameter))).toMatchObject({ signal: 'SIGKILL' });
      const backup = join(folder, `of ${what}`);
      await done(['backup', backup], { data });
      expect(wrapped(backup)).toBeNull();
      const restored = join(folder, `restored ${what}`);
      await done(['restore', backup], { data: restored });
      cpSync(join(data, 'master.key'), join(restored, 'master.key'));
      expect(wrapped(restored)).toBeNull();
      await done(['replay'], { data: restored });
      const status = await daybook(['status'], { data: restored });
      expect([status.code, status.out]).toEqual([
        1,
        expect.stringContaining(`An erasure was begun and is not finished (${id}).`),
      ]);
      const serving = start(['serve', '--port', '0', '--no-demo'], { data: restored });
      await addressOf(serving);
      while (!(await typesOf(restored)).includes('user.erased')) await wait(200);
      serving.process.kill('SIGTERM');
      await serving.ended;
      expect((await daybook(['status'], { data: restored })).code).toBe(0);
    },
  );

  it('is made by a version that left the key in it: restore destroys the key', async () => {
    const data = copyOf('key in the backup');
    expect(await erase(data, dieAt(DESTROYS, ''))).toMatchObject({ signal: 'SIGKILL' });
    const backup = join(folder, 'of before');
    await done(['backup', backup], { data: whole });
    for (const name of ['events.sqlite', 'keys.sqlite']) {
      const database = new DatabaseSync(join(data, name));
      database.exec('PRAGMA journal_mode = DELETE');
      database.close();
      cpSync(join(data, name), join(backup, name));
    }
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
    const { content } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as {
      content: BackupContent;
    };
    const { hash: log } = (
      JSON.parse((await daybook(['status', '--json'], { data })).out) as {
        log: { hash: BackupContent['log'] };
      }
    ).log;
    const pieces = content.pieces.map(({ path }) => ({
      path,
      bytes: statSync(join(backup, path)).size,
      sha256: hash(join(backup, path)),
    }));
    const edited = { ...content, log: { events: log.events, sha256: log.sha256 }, pieces };
    writeFileSync(join(backup, 'backup.json'), formatManifest(edited));
    expect(wrapped(backup)).not.toBeNull();
    const restored = join(folder, 'restored without the key');
    await done(['restore', backup], { data: restored });
    expect(wrapped(restored)).toBeNull();
  });
});

describe('a key that is destroyed by hand', () => {
  it('is damage: status names it, and nobody calls the person erased', async () => {
    const data = copyOf('by hand');
    const database = new DatabaseSync(join(data, 'keys.sqlite'));
    database.prepare('UPDATE person_key SET wrapped = NULL WHERE person = ?').run(id);
    database.close();
    const status = await daybook(['status'], { data });
    expect([status.code, status.out]).toEqual([
      1,
      expect.stringMatching(`are destroyed, and no erasure in the log says why: 1 \\(${id}\\)`),
    ]);
    const opened = await daybook(['events', '--stream', `user-${id}`, '--personal'], { data });
    expect([opened.code, opened.err]).toEqual([1, expect.stringMatching(/no key of person/)]);

    const serving = start(['serve', '--port', '0', '--no-demo'], { data });
    const address = await addressOf(serving);
    const health = await fetch(`${address}/-/health`);
    expect([health.status, await health.text()]).toEqual([
      503,
      expect.stringContaining('keys of personal data were destroyed without an erasure'),
    ]);
    serving.process.kill('SIGTERM');
    await serving.ended;

    expect((await erase(data)).out).toContain('is erased. The certificate is event');
    expect((await daybook(['status'], { data })).code).toBe(0);
  });

  it('is damage where it is that of a record, under the id alone that an older Daybook used', async () => {
    const data = copyOf('by hand, of a record');
    const [{ stream }] = (await events(data, '--type', 'record.opened')) as [Printed, ...Printed[]];
    const record = stream.slice('permits.Application-'.length);
    const database = new DatabaseSync(join(data, 'keys.sqlite'));
    database.prepare(DESTROYS).run(record);
    database.close();
    const status = await daybook(['status'], { data });
    expect([status.code, status.out]).toEqual([
      1,
      expect.stringMatching(`are destroyed, and no erasure in the log says why: 1 \\(${record}\\)`),
    ]);

    await done(['erase', record, '--reason', 'Request of 12 May', '--yes'], { data });
    expect((await daybook(['status'], { data })).code).toBe(0);
  });
});
