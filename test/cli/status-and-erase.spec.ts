import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { daybook, done, FIXTURES, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
const copies = newFolder();
const LIST = 'reads/generations.sqlite';
/** Of the imported log; nothing else has this name. */
const NAME = /org:resource" value="([^"]+)"/.exec(
  readFileSync(join(FIXTURES, 'permits-small.xes'), 'utf8'),
)![1]!;

beforeAll(async () => {
  await done(['publish', PERMITS], { data });
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], { data });
});
afterAll(() => [folder, copies].forEach(remove));

interface Printed {
  readonly stream: string;
  readonly type: string;
  readonly data: { readonly name?: unknown };
}

const registered = async (...words: string[]) =>
  (await done(['events', '--json', '--type', 'user.registered', ...words], { data }))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed);

function filesBelow(path: string): string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
    : [path];
}

/** Without SQLite's side files. */
const isKept = (path: string) => !/-(wal|shm)$/.test(path);

describe('daybook status', () => {
  it('tells the size of the log and where each read model stands', async () => {
    const out = await done(['status'], { data });
    expect(out).toMatch(/^log {10}\S+events\.sqlite {2}[\d.]+ MB, last position \d+$/m);
    expect(out).toMatch(/^read models {2}\S+reads {2}built by nobody just now$/m);
    expect(out).toMatch(/^keys {9}\S+keys\.sqlite$/m);
    expect(out).toMatch(/^read model +generation +version +state +position +lag$/m);
    for (const name of ['events', 'keys', 'reads/generations', 'reads/people\\.1', 'reads/timeline\\.1'])
      expect(out).toMatch(new RegExp(`^file {9}\\S+/${name}\\.sqlite {2}whole$`, 'm'));
    for (const name of [
      'calls',
      'deputies',
      'notices',
      'people',
      'records',
      'specifications',
      'timeline',
      'timers',
    ])
      expect(out).toMatch(new RegExp(`^${name} +1 +\\d+ +active +\\d+ +0$`, 'm'));
    const { log, readModels, troubles } = JSON.parse(await done(['status', '--json'], { data })) as {
      troubles: unknown;
      log: { head: number; bytes: number };
      readModels: { projection: string; checkpoint: number; lag: number }[];
    };
    expect(troubles).toEqual([]);
    expect(log.bytes).toBeGreaterThan(10_000);
    expect(readModels.map(({ projection, checkpoint, lag }) => [projection, checkpoint, lag])).toEqual(
      [
        'calls',
        'deputies',
        'identities',
        'notices',
        'people',
        'records',
        'specifications',
        'timeline',
        'timers',
        'tokens',
        'views',
      ].map((name) => [name, log.head, 0]),
    );
  });

  it.each<readonly [string, (copy: string) => void]>([
    ['everything is whole', () => {}],
    [
      'the list of read models is damaged',
      (copy) => writeFileSync(join(copy, LIST), 'Dear diary, '.repeat(400)),
    ],
    ['there are no read models', (copy) => rmSync(join(copy, 'reads'), { recursive: true })],
    [
      'files of a generation nobody knows are left',
      (copy) => writeFileSync(join(copy, 'reads/people.99.sqlite'), ''),
    ],
  ])('changes nothing where %s', async (what, damage) => {
    const copy = join(copies, what);
    cpSync(data, copy, { recursive: true });
    damage(copy);
    const files = () =>
      filesBelow(copy)
        .filter(isKept)
        .map((path) => [path, readFileSync(path).toString('base64')]);
    const before = files();
    for (const words of [['status'], ['status', '--no-check']]) {
      const { code, out } = await daybook(words, { data: copy });
      expect([words, code]).toEqual([words, what.includes('damaged') ? 1 : 0]);
      if (what.includes('damaged')) expect(out).toMatch(/could not be looked at: .*not a database/);
      expect(files()).toEqual(before);
    }
  });

  it('tells read models that were built from another log from an older log that was put back', async () => {
    const other = join(copies, 'another log');
    await done(['publish', PERMITS], { data: other });
    const { code, out } = await daybook(['status', '--no-check'], {
      data,
      environment: { DAYBOOK_EVENTS: `sqlite:${join(other, 'events.sqlite')}` },
    });
    expect(out).toMatch(/^The read models in .+ were built from another log than .+ name other read models/m);
    expect(out).not.toContain('An older log was put back');
    expect(code).toBe(1);
  });

  it('tells what a read model stands still at', async () => {
    const readModels = openSqliteReadModels(join(data, 'reads'));
    const event = { position: 7, id: 'e7', type: 'record.opened' };
    const at = '2026-05-12T08:00:00.000Z';
    await readModels.recordFailure('timeline', { error: 'It has no title.', event, at });
    const { code, out } = await daybook(['status'], { data });
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(
        `timeline stands still at position 7 (record.opened) since ${at}: It has no title.\n`,
      ),
    ]);
    const { failures } = JSON.parse((await daybook(['status', '--json'], { data })).out) as {
      failures: unknown;
    };
    expect(failures).toEqual([{ projection: 'timeline', error: 'It has no title.', event, at }]);
    await readModels.recordFailure('timeline', undefined);
    await readModels.close();
    expect(await done(['status'], { data })).not.toContain('stands still');
  });

  it('says that there is nothing, and makes nothing', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, out, err } = await daybook(['status', '--data', nowhere]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^daybook: there is no log at .+\. Start Daybook once \(npm start\), or name its folder with --data\.\n$/,
    );
    expect(readdirSync(folder)).toEqual(['data']);
  });
});

describe('daybook erase', () => {
  it('asks for a reason that is one, and for a person there is', async () => {
    const [{ stream }] = (await registered()) as [Printed];
    const id = stream.slice('user-'.length);
    expect((await daybook(['erase', id], { data })).code).toBe(2);
    expect(await daybook(['erase', id, '--reason', ' \t ', '--yes'], { data })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^daybook: Enter a reason$/m),
    });
    const unconfirmed = await daybook(['erase', id, '--reason', 'asked'], { data });
    expect(unconfirmed).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        / \(user-.*\)\n\d+ records? and 0 files hold their personal data\.\n.*add --yes/,
      ),
    });
    expect(await done(['events', '--stream', stream], { data })).not.toMatch(/eras/);
    const nobody = await daybook(['erase', 'jonas', '--reason', 'asked'], { data });
    expect([nobody.code, nobody.err]).toEqual([
      1,
      expect.stringMatching(/nobody signs in as “jonas”, .*--type user\.registered --personal/),
    ]);
    expect((await registered('--personal')).map((event) => event.data.name)).toContain(NAME);
  });

  it('leaves a certificate, and no trace of the person in any file, and replays go on', async () => {
    const person = (await registered('--personal')).find((event) => event.data.name === NAME)!;
    const id = person.stream.slice('user-'.length);
    const words = ['erase', id, '--reason', 'Request of 12 May', '--yes'];
    const first = await daybook(words, { data });
    expect([first.code, first.err]).toEqual([0, expect.stringContaining(`${NAME} (user-${id})\n`)]);
    expect(first.out).toMatch(
      new RegExp(`^${id} is erased\\. The certificate is event \\d+, the last of user-${id}\\.\n$`),
    );
    const again = await daybook(words, { data });
    expect(again).toMatchObject({ code: 0, out: `${id} was erased before.\n` });

    const ofPerson = await done(['events', '--stream', `user-${id}`], { data });
    expect(ofPerson).toMatch(/user\.erasure-begun .*reason: "Request of 12 May"/);
    expect(ofPerson).toMatch(/user\.erased .*reason: "Request of 12 May"/);
    expect(ofPerson.match(/user\.erased/g)).toHaveLength(1);
    const names = (await registered('--personal')).map((event) => event.data.name);
    expect(names).not.toContain(NAME);
    expect(names).toContainEqual({ erased: true });

    const report = JSON.parse(await done(['replay', '--json'], { data })) as { outcome: string }[];
    expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['activated']));
    for (const file of filesBelow(data))
      expect([file, readFileSync(file).includes(NAME)]).toEqual([file, false]);
  });

  it('refuses an id that nobody has, and certifies nothing', async () => {
    const id = '01900000-0000-7000-8000-00000000dead';
    const before = await done(['events', '--json'], { data });
    for (const name of [id, `user-${id}`, `permits.Application-${id}`]) {
      const { code, out, err } = await daybook(['erase', name, '--reason', 'asked', '--yes'], { data });
      expect([code, out, err]).toEqual([1, '', expect.stringMatching(/nothing was erased/)]);
    }
    expect(await done(['events', '--json'], { data })).toBe(before);
  });
});
