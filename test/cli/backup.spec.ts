import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { openFolderFileStore } from '#event-store/files/folder/folder-file-store.js';
import { createHash } from 'node:crypto';
import {
  addressOf,
  daybook,
  done,
  FIXTURES,
  newFolder,
  PERMITS,
  remove,
  start,
  type Running,
} from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
const whole = join(folder, 'whole');
afterAll(() => remove(folder));

interface Status {
  readonly log: { readonly hash: { readonly events: number; readonly sha256: string } };
}
const statusOf = async (of: string) =>
  JSON.parse((await daybook(['status', '--json'], { data: of })).out) as Status;

beforeAll(async () => {
  await done(['publish', PERMITS], { data });
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], { data });
  const files = openFolderFileStore(join(data, 'files'));
  const bytes = Buffer.from('an upload');
  const upload = await files.stageUpload(
    (async function* () {
      yield bytes;
    })(),
  );
  await files.commitUpload(upload, {
    prefix: 'open/permits.Application-1',
    name: createHash('sha256').update(bytes).digest('hex'),
  });
  await files.close();
  const serving = start(['serve', '--no-demo', '--port', '0'], { data });
  await addressOf(serving);
  await done(['backup', whole], { data });
  serving.process.kill('SIGTERM');
  await serving.ended;
});

/** As `cp -r`, so that each test may damage its own. */
async function copyOfBackup(name: string): Promise<string> {
  const to = join(folder, name);
  const { cpSync } = await import('node:fs');
  cpSync(whole, to, { recursive: true });
  return to;
}

describe('a backup that was made while Daybook served', () => {
  it('when it is restored, then log, keys, files and what people read are as they were', async () => {
    const restored = join(folder, 'restored');
    mkdirSync(restored);
    writeFileSync(join(restored, 'master.key'), readFileSync(join(data, 'master.key')), { mode: 0o600 });
    const { out, code } = await daybook(['restore', whole], { data: restored });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Restored into .*: [\d,]+ events .*, 1 uploaded file\.\nStart Daybook: /),
    ]);
    expect(readdirSync(restored).sort()).toEqual(['events.sqlite', 'files', 'keys.sqlite', 'master.key']);
    expect((await statusOf(restored)).log.hash).toEqual((await statusOf(data)).log.hash);
    const names = async (of: string) =>
      done(['events', '--type', 'user.registered', '--personal'], { data: of });
    expect(await names(restored)).toBe(await names(data));
    expect(readdirSync(join(restored, 'files/kept/open'))).toEqual(['permits.Application-1']);
    await done(['replay'], { data: restored });
    expect((await daybook(['status'], { data: restored })).code).toBe(0);
    const mode = new DatabaseSync(join(restored, 'events.sqlite'), { readOnly: true });
    expect(mode.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    mode.close();
  });

  it('when it is restored and its hash is expected, then status compares it, says that there are no read models yet, and ends with 0', async () => {
    const restored = join(folder, 'compared');
    const { events, sha256 } = (await statusOf(data)).log.hash;
    const told = await done(['restore', whole], { data: restored });
    expect(told).toContain(
      `Put the master key into ${join(restored, 'master.key')}, or set DAYBOOK_MASTER_KEY. Start`,
    );
    const { out, code } = await daybook(['status', '--expect', `${events}:${sha256}`], { data: restored });
    expect(out).toContain(`the first ${events} events are those whose hash was expected`);
    expect(out).toContain(
      `There are no read models in ${join(restored, 'reads')} yet. The next start builds them`,
    );
    expect(code).toBe(0);
  });

  it('when it is to be restored over an installation, then that is refused, and nothing is changed', async () => {
    const before = (await statusOf(data)).log.hash;
    const { code, err } = await daybook(['restore', whole], { data });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/is there already\. A backup is restored into a folder that is new/),
    ]);
    expect((await statusOf(data)).log.hash).toEqual(before);
  });

  it('when a backup is to be made into it again, then that is refused', async () => {
    const { code, err } = await daybook(['backup', whole], { data });
    expect([code, err]).toEqual([1, expect.stringMatching(/is there, and not empty/)]);
  });

  it('given the name of a link to an empty folder, lies in that folder', async () => {
    const [disk, link] = ['another disk', 'link to it'].map((name) => join(folder, name));
    mkdirSync(disk!);
    symlinkSync(disk!, link!);
    await done(['backup', link!], { data });
    expect(lstatSync(link!).isSymbolicLink()).toBe(true);
    expect(readdirSync(disk!)).toContain('backup.json');
  });

  it.each([
    ['without a name', () => '', /name a folder/i],
    ['among the uploads', () => join(data, 'files/backup'), /uploads are kept there/],
  ])('%s is refused with what is wrong', async (_, target, message) => {
    const { code, err } = await daybook(['backup', target()], { data });
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(readdirSync(join(data, 'files'))).not.toContain('backup');
  });

  it('of the folder in which the command is given is whole', async () => {
    const here = join(folder, 'here');
    mkdirSync(here);
    await done(['backup', '.'], { data, cwd: here });
    expect(readdirSync(here)).toContain('backup.json');
  });

  it('holds no read models and no master key', () => {
    expect(readdirSync(whole).sort()).toEqual(['backup.json', 'events.sqlite', 'files', 'keys.sqlite']);
  });
});

describe('a backup that is not what was written', () => {
  const edit = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length - 10]! ^= 1;
    writeFileSync(path, bytes);
  };
  it.each([
    [
      'without its list',
      (of: string) => truncateSync(join(of, 'backup.json'), 100),
      /backup\.json is not what/,
    ],
    ['whose list was edited', (of: string) => edit(join(of, 'backup.json')), /backup\.json is not what/],
    [
      'whose log is cut off',
      (of: string) => truncateSync(join(of, 'events.sqlite'), 8192),
      /events\.sqlite has 8192 bytes, and had/,
    ],
    [
      'whose log was edited',
      (of: string) => edit(join(of, 'events.sqlite')),
      /events\.sqlite is not what was written/,
    ],
    [
      'whose keys have grown',
      (of: string) => appendFileSync(join(of, 'keys.sqlite'), 'x'),
      /keys\.sqlite has \d+ bytes/,
    ],
    ['whose upload is gone', (of: string) => remove(join(of, 'files')), /files\/kept\/open\/.* is missing/],
  ])('%s is refused with what is wrong, and nothing is restored', async (name, change, message) => {
    const broken = await copyOfBackup(`broken ${name}`);
    change(broken);
    const target = join(folder, `from broken ${name}`);
    const { code, err } = await daybook(['restore', broken], { data: target });
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(existsSync(target)).toBe(false);
  });
});

/** As soon as one of these files is there. */
async function killOnce({ process, ended }: Running, ...files: readonly string[]): Promise<void> {
  const isThere = () => files.some((path) => existsSync(path));
  while (!isThere() && process.exitCode === null) await wait(1);
  expect(isThere()).toBe(true);
  process.kill('SIGKILL');
  await ended;
}

/** As left by a killed restore; no process has this number. */
function leaveMarker(target: string, made: readonly string[]): void {
  const marker = { process: 0, made: made.map((name) => join(target, name)) };
  writeFileSync(join(target, 'restore-unfinished'), JSON.stringify(marker));
}

describe('a restore that is ended in the middle', () => {
  it.each([
    ['restore-unfinished', 'events.sqlite'],
    ['events.sqlite.restoring', 'events.sqlite'],
    ['files.restoring', 'files'],
    ['keys.sqlite.restoring', 'keys.sqlite'],
    ['keys.sqlite'],
    ['events.sqlite'],
  ])(
    'by kill -9 once %s is there is refused by other commands until it is given again, or is whole',
    async (name, ...renamed) => {
      const target = join(folder, `restore killed at ${name}`);
      const marker = join(target, 'restore-unfinished');
      const files = [name, ...renamed].map((each) => join(target, each!));
      await killOnce(start(['restore', whole], { data: target }), ...files);
      if (existsSync(marker)) {
        const status = await daybook(['status', '--json'], { data: target });
        expect([status.code, status.out]).toEqual([1, '']);
        expect(status.err).toMatch(/A backup was being restored here, and that did not end/);
        await done(['restore', whole], { data: target });
      }
      expect((await statusOf(target)).log.hash).toEqual((await statusOf(whole)).log.hash);
      expect(existsSync(marker)).toBe(false);
      for (const piece of ['events.sqlite', 'files', 'keys.sqlite'])
        expect(readdirSync(target)).toContain(piece);
    },
  );

  it.each(['before', 'after'])(
    'by kill -9 just %s its marker has its name is begun anew by the same command',
    async (moment) => {
      const target = join(folder, `restore killed ${moment} its marker`);
      mkdirSync(target);
      // The system counts processes to 2^22 at most.
      const draft = join(target, 'restore-unfinished.new-4194305-1795689096085');
      writeFileSync(draft, JSON.stringify({ process: 4_194_305, made: [] }));
      if (moment === 'after') linkSync(draft, join(target, 'restore-unfinished'));
      await done(['restore', whole], { data: target });
      expect((await statusOf(target)).log.hash).toEqual((await statusOf(whole)).log.hash);
      expect(readdirSync(target).filter((name) => name.startsWith('restore-unfinished'))).toEqual([]);
    },
  );

  it('with everything but its last step done is no installation: neither serve nor status takes it for one', async () => {
    const target = join(folder, 'restore without its end');
    await done(['restore', whole], { data: target });
    leaveMarker(target, ['events.sqlite', 'keys.sqlite', 'files']);
    for (const words of [
      ['status'],
      ['serve', '--no-demo', '--port', '0'],
      ['backup', join(folder, 'of it')],
    ]) {
      const { code, err } = await daybook(words, { data: target });
      expect([code, err]).toEqual([1, expect.stringMatching(/Run the same daybook restore again/)]);
    }
    await done(['restore', whole], { data: target });
    expect((await statusOf(target)).log.hash).toEqual((await statusOf(whole)).log.hash);
    expect(readdirSync(target).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('is not repeated over the log of another installation that the settings name meanwhile', async () => {
    const [target, other] = ['interrupted restore', 'other installation'].map((name) => join(folder, name));
    mkdirSync(target!);
    leaveMarker(target!, ['events.sqlite', 'events.sqlite.restoring', 'keys.sqlite', 'files']);
    await done(['publish', PERMITS], { data: other! });
    const log = join(other!, 'events.sqlite');
    const before = (await statusOf(other!)).log.hash;
    const { code, err } = await daybook(['restore', whole], {
      data: target!,
      environment: { DAYBOOK_EVENTS: `sqlite:${log}` },
    });
    expect([code, err]).toEqual([1, expect.stringContaining(`${log} is there already`)]);
    expect((await statusOf(other!)).log.hash).toEqual(before);
  });

  it('whose marker cannot be read is left as it is, and nothing is removed', async () => {
    const target = join(folder, 'unreadable marker');
    await done(['restore', whole], { data: target });
    writeFileSync(join(target, 'restore-unfinished'), '12345\n');
    const { code, err } = await daybook(['restore', whole], { data: target });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/does not say what an interrupted restore has made/),
    ]);
    expect(existsSync(join(target, 'events.sqlite'))).toBe(true);
  });
});

describe('a backup that is ended in the middle', () => {
  it.each([
    ['folder', ''],
    ['log', 'events.sqlite'],
    ['keys', 'keys.sqlite'],
    ['uploads', 'files'],
    ['list', 'backup.json'],
  ])('by kill -9 once it has its %s is whole, or not there', async (what, name) => {
    const target = join(folder, `killed at ${what}`);
    const making = start(['backup', target], { data });
    const draft = join(folder, `.killed at ${what}.unfinished-${making.process.pid}`);
    await killOnce(making, join(draft, name), join(target, name));
    if (!existsSync(target)) return expect(existsSync(draft)).toBe(true);
    const restored = await done(['restore', target], { data: join(folder, `restored at ${what}`) });
    expect(restored).toContain('Restored into');
  });

  it('by a disk that is full is not there, and says so', async () => {
    const target = join(folder, 'on a full disk');
    // Files of 40 KiB at most.
    const through = ['sh', '-c', 'ulimit -f 80; exec "$@"', 'sh'];
    const { code, err } = await daybook(['backup', target], { data, through });
    expect([code, existsSync(target)]).toEqual([1, false]);
    expect(err).toMatch(/full|disk|large/i);
    expect(err).not.toMatch(/^ +at /m);
    expect(readdirSync(folder).filter((name) => name.includes('.unfinished-'))).toEqual(
      readdirSync(folder).filter((name) => name.startsWith('.killed at')),
    );
  });
});
