// A restored log, as docs/operating.md says and in wrong ways, under a running server.
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { addressOf, daybook, done, newFolder, remove, start, type Running } from '../cli/daybook-command.js';
import { NOTES } from './notes.js';

const folder = newFolder();
const data = join(folder, 'data');
const log = join(data, 'events.sqlite');
const backup = join(folder, 'backup.sqlite');
const ada = { name: 'Ada', signInName: 'ada', password: 'a sentence is fine' };
const Authorization = `Basic ${Buffer.from(`${ada.signInName}:${ada.password}`).toString('base64')}`;

interface Served {
  readonly running: Running;
  readonly address: string;
}

async function serve(): Promise<Served> {
  const running = start(['serve', '--port', '0', '--no-demo'], { data });
  return { running, address: await addressOf(running) };
}

async function stop({ running }: Served): Promise<void> {
  running.process.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
}

let session = '';

async function becomeAdmin({ running }: Served): Promise<void> {
  const [, link] = await running.says(/(http:\S+\/-\/welcome\?token=\S+)\n/);
  const url = new URL(link!);
  const body = new URLSearchParams({ token: url.searchParams.get('token')!, ...ada });
  const answer = await fetch(`${url.origin}/-/welcome`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  session = answer.headers.getSetCookie().join('; ');
}

const open = ({ address }: Served, title: string) =>
  fetch(`${address}/api/notes/Note`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization },
    body: JSON.stringify({ fields: { title } }),
  });

async function numberOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(201);
  const taken = await done(['events', '--json', '--type', 'number.taken'], { data });
  const last = JSON.parse(taken.trim().split('\n').at(-1)!) as { data: { number: string } };
  return last.data.number.slice(-4);
}

async function until({ address }: Served, status: number, told = ''): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${address}/-/health`, { headers: { Cookie: session } }).catch(
      () => undefined,
    );
    const text = (await answer?.text()) ?? '';
    if (answer?.status === status && text.includes(told)) {
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
      return;
    }
    await wait(100);
  }
  throw new Error(`health was never ${status} ${told}`);
}

const WORDS = /An older log was put back: .*events\.sqlite .*daybook replay/;

async function refuseEverything(here: Served): Promise<void> {
  await until(here, 503, 'an older log was put back');
  const written = await open(here, 'never');
  expect([written.status, await written.text()]).toEqual([503, expect.stringContaining('LOG_REPLACED')]);
  const read = await fetch(`${here.address}/api/notes/Note`, { headers: { Authorization } });
  expect([read.status, await read.text()]).toEqual([
    503,
    expect.stringContaining('An older log was put back'),
  ]);
  await here.running.says(WORDS);
  for (const words of [['status'], ['status', '--no-check'], ['publish', join(folder, 'notes.md')]]) {
    const { code, out, err } = await daybook(words, { data });
    expect([words, code, out + err]).toEqual([words, 1, expect.stringMatching(WORDS)]);
  }
}

/** “Putting a backup back”, steps 2 and 3. */
function putBack(): void {
  const aside = join(folder, `aside-${Date.now()}`);
  mkdirSync(aside);
  for (const ending of ['', '-wal', '-shm']) {
    try {
      renameSync(log + ending, join(aside, `events.sqlite${ending}`));
    } catch (error) {
      // An orderly end leaves no side files.
      if (ending === '' || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  copyFileSync(backup, log);
}

beforeAll(async () => {
  mkdirSync(data);
  writeFileSync(join(folder, 'notes.md'), NOTES);
  await done(['publish', join(folder, 'notes.md')], { data });
  const here = await serve();
  await becomeAdmin(here);
  expect(await numberOf(await open(here, 'first'))).toBe('0001');
  await stop(here);
  copyFileSync(log, backup);
});
afterAll(() => remove(folder));

const WITHOUT =
  /was built up to position \d+ and dropped: what is in use was made from events up to position \d+ \([^)]+\), and the log lacks some of them/g;

describe('an older log', () => {
  it('put back between two starts is refused in words until replay, and then nothing goes on from what was remembered', async () => {
    const before = await serve();
    for (const title of ['second', 'third']) await numberOf(await open(before, title));
    await stop(before);
    putBack();
    const here = await serve();
    await refuseEverything(here);
    expect(await daybook(['replay', '--dry-run'], { data })).toMatchObject({
      code: 1,
      out: expect.stringContaining('not compared: what was served has seen events that are not in this log'),
    });
    const plain = await daybook(['replay'], { data });
    expect(plain.code).toBe(1);
    expect(plain.out.match(WITHOUT)).toHaveLength(allProjections.length);
    expect(plain.out).toMatch(/At least \d+ events are gone\.\n.* --accept --reason/);
    await refuseEverything(here);
    const accepted = ['replay', '--accept', '--reason', 'The disk is lost', '--as', 'Ada'];
    const replayed = await done(accepted, { data });
    expect(replayed.match(/the log lacks some of them/g)).toHaveLength(allProjections.length);
    // The same process serves the restored log.
    await until(here, 200);
    expect(await numberOf(await open(here, 'another second'))).toBe('0002');
    expect(await done(['status'], { data })).not.toMatch(/put back|damaged/);
    await stop(here);
    // Read models of a lost log are no rollback target.
    expect(await daybook(['replay', '--back', '--reason', 'x'], { data })).toMatchObject({ code: 1 });
  });

  it('put back under a process is refused by it; it ends once there are read models of what is there now', async () => {
    const here = await serve();
    expect(await numberOf(await open(here, 'third'))).toBe('0003');
    putBack();
    await refuseEverything(here);
    await done(['replay', '--accept', '--reason', 'The disk is lost'], { data });
    expect(await here.running.ended).toMatchObject({
      code: 1,
      out: expect.stringMatching(/to be started again/),
    });
    const again = await serve();
    await until(again, 200);
    expect(await numberOf(await open(again, 'once more'))).toBe('0002');
    await stop(again);
  });

  it('that is the right one after all is served again without replay', async () => {
    const whole = join(folder, 'whole.sqlite');
    copyFileSync(log, whole);
    putBack();
    const here = await serve();
    await until(here, 503);
    await stop(here);
    rmSync(log);
    copyFileSync(whole, log);
    const again = await serve();
    await until(again, 200);
    await stop(again);
  });
});
