// Reading commands leave a read-only copy as it is, writing ones refuse it. Under another account where the tests run as root, whom permissions do not bind.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import {
  addressOf,
  done,
  type Ended,
  FIXTURES,
  MAIN,
  newFolder,
  PERMITS,
  remove,
  ROOT,
  start,
} from './daybook-command.js';
import { sampleHalf } from '../property-runs.js';

const folder = newFolder();
const whole = join(folder, 'whole');
/** Copied while in use, with its side files. */
const inUse = join(folder, 'in use');
let printed: string;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  await done(['publish', PERMITS], { data: whole });
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], {
    data: whole,
  });
  const running = start(['serve', '--port', '0', '--no-demo'], { data: whole });
  await addressOf(running);
  // A reader keeps the -wal file from being checkpointed.
  const reading = new DatabaseSync(join(whole, 'events.sqlite'));
  reading.exec('BEGIN; SELECT count(*) FROM event');
  await done(['publish', join(ROOT, 'specifications/blank.md')], { data: whole });
  cpSync(whole, inUse, { recursive: true });
  expect(statSync(join(inUse, 'events.sqlite-wal')).size).toBeGreaterThan(0);
  reading.close();
  running.process.kill('SIGTERM');
  await running.ended;
  printed = await done(['events', '--json'], { data: whole });
});
afterAll(() => {
  for (const path of everything(folder)) if (statSync(path).isDirectory()) chmodSync(path, 0o700);
  remove(folder);
});

function everything(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path).flatMap((name) => everything(join(path, name)))];
}

function copy(of: string, name: string, change: (data: string) => void = () => {}): string {
  const data = join(folder, name);
  cpSync(of, data, { recursive: true });
  change(data);
  // Deepest first: a folder is closed last.
  for (const path of everything(data).reverse())
    chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
  return data;
}

const asItIs = (data: string) =>
  everything(data).map((path) => {
    const { size, mtimeMs, mode, ino } = statSync(path);
    const bytes = statSync(path).isDirectory() ? '' : readFileSync(path).toString('base64');
    return { path, size, mtimeMs, mode, ino, bytes };
  });

const besides = () => readdirSync(tmpdir()).filter((name) => name.startsWith('daybook-look-'));

async function run(words: readonly string[], data: string, uid?: number): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    cwd: '/',
    env: { PATH: process.env['PATH'], DAYBOOK_DATA: data },
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...said }));
  });
}

const accounts: readonly (readonly [string, number | undefined])[] =
  isRoot && process.platform === 'linux'
    ? [
        ['as root', undefined],
        ['as another account', NOBODY],
      ]
    : [['as this account', undefined]];
if (accounts.length === 1)
  process.stdout.write('read-only copies: not root, so only this account is tried.\n');

const withoutShm = (data: string) =>
  everything(data)
    .filter((path) => path.endsWith('-shm'))
    .forEach((path) => rmSync(path));

const copies: readonly (readonly [string, () => string])[] = [
  ['that was closed', () => copy(whole, 'closed')],
  ['made while in use', () => copy(inUse, 'open')],
  ['made while in use, without its index of -wal', () => copy(inUse, 'open without index', withoutShm)],
];

/** A copy per group, which must be unchanged afterwards. */
function looked(make: () => string) {
  let data: string;
  let before: ReturnType<typeof asItIs>;
  beforeAll(() => {
    data = make();
    before = asItIs(data);
  });
  afterAll(() => {
    for (const path of everything(data)) chmodSync(path, 0o700);
    rmSync(data, { recursive: true });
  });
  return {
    at: () => data,
    isUntouched() {
      expect(asItIs(data)).toEqual(before);
      expect(besides()).toEqual([]);
    },
  };
}

describe.each(accounts)('a read-only copy of a data folder, %s', (account, uid) => {
  const isBound = uid !== undefined || !isRoot;
  // Permissions do not bind root.
  const sample = <T>(cases: readonly T[]) => (isBound ? cases : sampleHalf(cases, 1));

  describe.each(sample(copies))('%s', (name, make) => {
    const { at, isUntouched } = looked(make);

    it('is read by events, with personal values', async () => {
      const all = await run(['events', '--json'], at(), uid);
      expect([all.code, all.err]).toEqual([0, '']);
      expect(all.out).toBe(printed);
      const opened = await run(['events', '--type', 'user.registered', '--personal'], at(), uid);
      expect([opened.code, opened.err]).toEqual([0, '']);
      expect(opened.out).not.toContain('sealed');
      isUntouched();
    });

    it('is shown by status, and looked through', async () => {
      const { code, out, err } = await run(['status'], at(), uid);
      expect([code, err]).toEqual([0, '']);
      for (const projection of ['people', 'records', 'specifications', 'timeline'])
        expect(out).toMatch(new RegExp(`^${projection} +1 +\\d+ +active +\\d+ +0$`, 'm'));
      expect(out).not.toMatch(/could not be looked at|damaged/);
      isUntouched();
    });

    it('is compared, and copied from', async () => {
      const from = `sqlite:${join(at(), 'events.sqlite')}`;
      const other = copy(whole, `${name} other ${account}`);
      const same = await run(
        ['copy', '--from', from, '--to', `sqlite:${join(other, 'events.sqlite')}`, '--verify-only'],
        at(),
        uid,
      );
      expect([same.code, same.err.replace(/.*verified.*/g, '').trim()]).toEqual([0, '']);
      const target = newFolder();
      chmodSync(target, 0o777);
      const copied = await run(['copy', '--from', from, '--to', `sqlite:${target}/new.sqlite`], at(), uid);
      expect([copied.code, copied.out]).toEqual([0, expect.stringMatching(/Both logs .* are the same/)]);
      rmSync(target, { recursive: true });
      isUntouched();
    });
  });

  describe('where something has to be written', () => {
    const { at, isUntouched } = looked(() => copy(whole, 'to be written'));

    const writing = [
      ['publish', ['publish', PERMITS]],
      ['import', ['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application']],
      ['replay --dry-run', ['replay', '--dry-run']],
      ['serve', ['serve', '--port', '0']],
      ['erase', ['erase', 'ada', '--reason', 'They asked for it.']],
      ['replay', ['replay']],
    ] as const;

    it.each(sample(writing))('is refused by %s, with what to do', async (_, words) => {
      const { code, out, err } = await run(words, at(), uid);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^daybook: What is kept in .+ is read-only: .+ copy the whole data folder .+\n$/);
      isUntouched();
    });

    it('is no target of a copy', async () => {
      const to = `sqlite:${join(at(), 'other.sqlite')}`;
      const from = `sqlite:${join(at(), 'events.sqlite')}`;
      const { code, err } = await run(['copy', '--from', from, '--to', to], at(), uid);
      expect([code, err]).toEqual([1, expect.stringMatching(/is read-only/)]);
      isUntouched();
    });
  });
});

describe.each(accounts.filter(([, uid]) => uid !== undefined))('an empty folder of root, %s', (_, uid) => {
  it('is refused at the start, which names both accounts and the remedy', async () => {
    const data = newFolder();
    chmodSync(data, 0o755);
    const { code, err } = await run(['serve', '--port', '0'], data, uid);
    remove(data);
    expect([code, err]).toEqual([
      1,
      `daybook: Nothing can be written in ${data}: Daybook runs as user ${uid} here, and the folder belongs to user 0. ` +
        `Give it to Daybook (chown -R ${uid} on the folder or volume that is mounted there).\n`,
    ]);
  });
});

describe('a read-only copy that is not whole', () => {
  it.each([
    ['without read models', 'reads', /^There are no read models in .+ yet\. The next start builds them/m],
    [
      'with a list of them that is none',
      'reads/generations.sqlite',
      /^The read models in .+ could not be looked at: /m,
    ],
  ])('%s, is shown by status as far as it goes', async (name, missing, said) => {
    const data = copy(whole, name, (made) => {
      if (missing === 'reads') rmSync(join(made, missing), { recursive: true });
      else {
        const list = new DatabaseSync(join(made, missing));
        list.exec('DROP TABLE leases');
        list.close();
      }
    });
    const before = asItIs(data);
    const { code, out, err } = await run(['status'], data);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/last position \d+/);
    expect(out).toMatch(said);
    expect(asItIs(data)).toEqual(before);
  });
});
