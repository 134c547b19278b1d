// A page in the middle of each file is overwritten, while Daybook serves and while it is stopped: what start, health, sign-in, commands, `status`, `events` and `replay` report, and what heals.
import { cpSync, openSync, readdirSync, statSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
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
} from '../cli/daybook-command.js';

const folder = newFolder();
const whole = join(folder, 'whole');
const OFTEN = { DAYBOOK_CHECK_EVERY: '0.005' };

beforeAll(async () => {
  await done(['publish', PERMITS], { data: whole });
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], {
    data: whole,
  });
});
afterAll(() => remove(folder));

function copy(name: string): string {
  const data = join(folder, name);
  cpSync(whole, data, { recursive: true });
  return data;
}

/** An eighth, so that pages of rows are included; in a small file, all but the first page. */
function overwrite(path: string): void {
  const { size } = statSync(path);
  const page = 4096;
  const at = Math.max(page, Math.floor(size / 2 / page) * page);
  const pages = Math.floor(size / page);
  const count = pages > 16 ? Math.ceil(pages / 8) : pages - 1;
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(count * page, 0x5a), 0, undefined, Math.min(at, size - page));
  closeSync(file);
}

interface Health {
  readonly status: number;
  readonly text: string;
}

async function health(address: string): Promise<Health> {
  const answer = await fetch(`${address}/-/health`);
  return { status: answer.status, text: await answer.text() };
}

async function until(address: string, status: number): Promise<Health> {
  for (let tries = 0; tries < 300; tries++) {
    const now = await health(address).catch(() => undefined);
    if (now?.status === status) return now;
    await wait(100);
  }
  throw new Error(`health was never ${status}: ${JSON.stringify(await health(address))}`);
}

async function serving(data: string): Promise<{ readonly running: Running; readonly address: string }> {
  // Loading examples would write into damaged pages by chance.
  const running = start(['serve', '--port', '0', '--no-demo'], { data, environment: OFTEN });
  const address = await addressOf(running);
  await until(address, 200);
  await running.says(/first one, once/);
  return { running, address };
}

async function ended({ running }: { readonly running: Running }): Promise<void> {
  running.process.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
}

const signIn = async (address: string) =>
  fetch(`${address}/-/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'nobody', password: 'wrong wrong wrong', next: '/' }),
    headers: { Origin: address },
    redirect: 'manual',
  });

const activeFile = (data: string, projection: string) =>
  readdirSync(join(data, 'reads'))
    .filter((name) => new RegExp(`^${projection}\\.\\d+\\.sqlite$`).test(name))
    .at(-1)!;

describe('a log damaged in the middle', () => {
  it('is noticed while Daybook serves: health, log and status say so, and nothing more is written to it', async () => {
    const data = copy('log, served');
    const here = start(['serve', '--port', '0', '--no-demo'], { data, environment: OFTEN });
    const address = await addressOf(here);
    await until(address, 200);
    await here.says(/first one, once/);
    overwrite(join(data, 'events.sqlite'));
    const { text } = await until(address, 503);
    expect(text).toMatch(/the log is damaged at event \d+|the log is damaged/);
    expect(text).not.toContain(data);
    await here.says(/The log .* is damaged: .* Stop Daybook, .* restore the log from a backup/);
    const welcome = /http\S+(\/-\/welcome\?token=\S+)/.exec(here.out())![1]!;
    const token = new URL(address + welcome).searchParams.get('token')!;
    const refused = await fetch(`${address}/-/welcome`, {
      method: 'POST',
      body: new URLSearchParams({
        token,
        name: 'Ada',
        signInName: 'ada',
        password: 'a sentence is fine here',
        again: 'a sentence is fine here',
      }),
      headers: { Origin: address },
      redirect: 'manual',
    });
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('Nothing can be saved: the log is damaged'),
    ]);
    here.process.kill('SIGTERM');
    await here.ended;
  });

  it('is named by status, events and replay, which end with 1', async () => {
    const data = copy('log, stopped');
    overwrite(join(data, 'events.sqlite'));
    for (const words of [['status'], ['events'], ['replay']]) {
      const { code, out, err } = await daybook(words, { data });
      expect([words, code, out + err]).toEqual([words, 1, expect.stringMatching(/damaged/)]);
      expect(out + err).toMatch(/restore|backup/i);
      expect(err).not.toMatch(/^ +at /m);
    }
  });
});

describe('a read model damaged in the middle', () => {
  it.each(['people', 'records', 'timeline', 'specifications'])(
    'is built again while Daybook serves: %s',
    async (projection) => {
      const data = copy(`served ${projection}`);
      const here = await serving(data);
      const before = activeFile(data, projection);
      overwrite(join(data, 'reads', before));
      await here.running.says(new RegExp(`The read model ${projection} was damaged. It is built again`));
      await until(here.address, 200);
      expect(activeFile(data, projection)).not.toBe(before);
      expect((await signIn(here.address)).status).not.toBe(500);
      await ended(here);
      expect(await done(['status'], { data })).not.toContain('damaged');
    },
  );

  it('is named by status, and replaced by replay, which says that it could not be compared', async () => {
    const data = copy('stopped');
    overwrite(join(data, 'reads', activeFile(data, 'timeline')));
    const told = await daybook(['status'], { data });
    expect([told.code, told.out]).toEqual([1, expect.stringMatching(/The read model timeline is damaged/)]);
    const out = await done(['replay', 'timeline'], { data });
    expect(out).toMatch(
      /^timeline: generation \d+ is in use, up to position \d+; not compared: .* cannot be read/,
    );
    expect(await done(['status'], { data })).not.toContain('damaged');
  });
});

describe('a damaged list of read models', () => {
  it('is set aside by replay, which builds all of them', async () => {
    const data = copy('list, replayed');
    overwrite(join(data, 'reads/generations.sqlite'));
    const { code, out, err } = await daybook(['replay'], { data });
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/The list of read models .* was damaged .* kept as/),
    ]);
    expect(out.match(/not compared: nothing was served yet/g)).toHaveLength(allProjections.length);
    expect(await done(['status'], { data })).not.toContain('damaged');
  });

  it('is said while Daybook serves, and made anew at the next start', async () => {
    const data = copy('list, served');
    const here = await serving(data);
    overwrite(join(data, 'reads/generations.sqlite'));
    expect((await until(here.address, 503)).text).toContain('the list of read models is damaged');
    await here.running.says(/start Daybook again, and it is made anew/);
    here.running.process.kill('SIGTERM');
    await here.running.ended;
    await ended(await serving(data));
    expect(await done(['status'], { data })).not.toContain('damaged');
  });
});

describe('a keys file damaged in the middle', () => {
  it('is told by health and status', async () => {
    const data = copy('keys');
    overwrite(join(data, 'keys.sqlite'));
    const told = await daybook(['status'], { data });
    expect([told.code, told.out]).toEqual([
      1,
      expect.stringMatching(/The keys file .* is damaged .* backup/),
    ]);
  });
});
