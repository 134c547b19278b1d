// `daybook serve --only …`: pages and builder as separate processes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { NOTES } from '../faults/notes.js';
import { addressOf, done, newFolder, remove, start, type Running } from './daybook-command.js';

const folder = newFolder();
const around = {
  data: join(folder, 'data'),
  environment: { DAYBOOK_SESSION_SECRET: 'x'.repeat(40) },
};
const ada = { name: 'Ada', signInName: 'ada', password: 'a sentence is fine' };
const headers = {
  'Content-Type': 'application/json',
  Authorization: `Basic ${Buffer.from(`${ada.signInName}:${ada.password}`).toString('base64')}`,
};
afterAll(() => remove(folder));

const serve = (only: string) => start(['serve', '--only', only, '--port', '0', '--no-demo'], around);

interface Told {
  readonly info: { readonly projections: { readonly records: { readonly role: string } } };
}

async function roleAt(health: string): Promise<string> {
  return ((await (await fetch(health)).json()) as Told).info.projections.records.role;
}

async function healthOf(builder: Running): Promise<string> {
  return (await builder.says(/Health: (http:\S+)/))[1]!;
}

async function becomeAdmin(link: string): Promise<void> {
  const url = new URL(link);
  const body = new URLSearchParams({ token: url.searchParams.get('token')!, ...ada });
  const answer = await fetch(`${url.origin}/-/welcome`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

async function write(address: string, title: string): Promise<string> {
  const body = JSON.stringify({ fields: { title } });
  const answer = await fetch(`${address}/api/notes/Note`, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function read(address: string, id: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${address}/api/notes/Note/${id}`, { headers });
    const text = await answer.text();
    if (answer.status === 200) return text;
    expect(answer.status).toBe(404);
    await wait(20);
  }
}

describe('the halves of Daybook', () => {
  it('work together in processes of their own, and go on when the one that builds is killed', async () => {
    const pages = [serve('web'), serve('web')];
    const [one, other] = (await Promise.all(pages.map(addressOf))) as [string, string];
    await pages[0]!.says(/start `daybook serve --only projections`/);
    const first = serve('projections');
    const builds = await healthOf(first);
    const second = serve('projections');
    const waits = await healthOf(second);
    expect(await Promise.all([roleAt(builds), roleAt(waits)])).toEqual(['writing', 'following']);

    // A link printed by one process works at the other.
    const [, link] = await pages[0]!.says(/(http:\S+\/-\/welcome\?token=\S+)\n/);
    await becomeAdmin(link!.replace(one, other));
    writeFileSync(join(folder, 'notes.md'), NOTES);
    await done(['publish', join(folder, 'notes.md')], around);
    expect(await read(other, await write(one, 'before'))).toContain('before');

    first.process.kill('SIGKILL');
    const id = await write(one, 'while nobody builds');
    expect(await read(other, id)).toContain('while nobody builds');
    expect(await roleAt(waits)).toBe('writing');
    expect(await read(one, await write(other, 'afterwards'))).toContain('afterwards');

    for (const each of [...pages, second]) each.process.kill('SIGTERM');
    for (const each of [...pages, second]) expect(await each.ended).toMatchObject({ code: 0, err: '' });
    const report = JSON.parse(await done(['replay', '--dry-run', '--json'], around)) as {
      comparison?: { different: number };
    }[];
    expect(report.map(({ comparison }) => comparison?.different)).toEqual(allProjections.map(() => 0));
  });
});
