import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { createApp } from '#app.module.js';
import { voidLostNumbers } from '#command-handling/claims/void-lost-numbers.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { readConfiguration } from '#configuration/configuration.js';
import { openInstallation } from '#installation/installation.js';
import { addressOf, done, newFolder, remove, start, type Running } from '../cli/daybook-command.js';
import { NOTES } from './notes.js';

const CONNECTIONS = 8;
const folder = newFolder();
const data = join(folder, 'data');
const basic = `Basic ${Buffer.from('ada:a sentence is fine').toString('base64')}`;

interface Printed {
  readonly stream: string;
  readonly type: string;
  readonly data: { readonly sequence?: number; readonly number?: string; readonly text?: string };
}

const events = async (): Promise<readonly Printed[]> =>
  (await done(['events', '--json', '--application', 'notes'], { data }))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed);

const api = (address: string, path: string, body: object) =>
  fetch(`${address}/api/notes/Note${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: basic },
    body: JSON.stringify(body),
  });

async function serve(): Promise<{ readonly serving: Running; readonly address: string }> {
  const serving = start(['serve', '--port', '0', '--no-demo'], { data });
  return { serving, address: await addressOf(serving) };
}

async function makeAdmin(serving: Running): Promise<void> {
  const [, link] = await serving.says(/(http:\S+\/-\/welcome\?token=\S+)\n/);
  const url = new URL(link!);
  const said = {
    token: url.searchParams.get('token')!,
    name: 'Ada',
    signInName: 'ada',
    password: 'a sentence is fine',
  };
  const answer = await fetch(`${url.origin}/-/welcome`, {
    method: 'POST',
    body: new URLSearchParams(said),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

/** Records what was answered, until the server is killed. */
async function work(address: string, answered: { opened: string[]; comments: string[] }): Promise<void> {
  try {
    for (let count = 0; ; count++) {
      const opened = await api(address, '', { fields: { title: `Note ${count}` } });
      if (opened.status !== 201) throw new Error(`${opened.status}: ${await opened.text()}`);
      const { id } = (await opened.json()) as { id: string };
      answered.opened.push(id);
      const text = `About ${id}`;
      const commented = await api(address, `/${id}/comments`, { text });
      if (commented.status === 201) answered.comments.push(text);
    }
  } catch (error) {
    // The only expected failure.
    if ((error as Error).message !== 'fetch failed' && (error as Error).message !== 'terminated') throw error;
  }
}

describe('a server that is killed while eight connections open records and comment on them', () => {
  const answered = { opened: [] as string[], comments: [] as string[] };

  beforeAll(async () => {
    writeFileSync(join(folder, 'notes.md'), NOTES);
    await done(['publish', join(folder, 'notes.md')], { data });
    const { serving, address } = await serve();
    await makeAdmin(serving);
    const loads = Array.from({ length: CONNECTIONS }, () => work(address, answered));
    while (answered.opened.length < 200) await Promise.race([wait(20), ...loads]);
    serving.process.kill('SIGKILL');
    await Promise.all(loads);
    expect((await serving.ended).signal).toBe('SIGKILL');
  });
  afterAll(() => remove(folder));

  it('has in its log every command that was answered', async () => {
    const log = await events();
    const opened = new Set(log.filter(({ type }) => type === 'record.opened').map(({ stream }) => stream));
    for (const id of answered.opened) expect(opened).toContain(`notes.Note-${id}`);
    const comments = new Set(
      log.filter(({ type }) => type === 'record.commented').map((event) => event.data.text),
    );
    for (const text of answered.comments) expect(comments).toContain(text);
  });

  it('serves again, shows what it answered, and its read models catch up and are the fold of the log', async () => {
    const { serving, address } = await serve();
    await serving.says(/It keeps everything in/);
    for (const id of [answered.opened[0]!, answered.opened.at(-1)!]) {
      const seen = await fetch(`${address}/api/notes/Note/${id}`, { headers: { Authorization: basic } });
      expect(seen.status).toBe(200);
    }
    expect((await api(address, '', { fields: { title: 'After the end' } })).status).toBe(201);
    serving.process.kill('SIGINT');
    expect(await serving.ended).toMatchObject({ code: 0, err: '' });
    const report = JSON.parse(await done(['replay', '--dry-run', '--json'], { data })) as {
      comparison?: { different: number };
    }[];
    expect(report.map(({ comparison }) => comparison?.different)).toEqual(allProjections.map(() => 0));
  });

  it('gives out every number once, and explains those that no record has', async () => {
    const later = () => new Date(Date.now() + 120_000).toISOString();
    const installation = await openInstallation(
      { ...readConfiguration({ data, demo: false }, {}), log: 'silent' },
      later,
    );
    const app = await createApp(installation);
    await app.init();
    const explained = await voidLostNumbers(app.get(CommandDependencies));
    await app.close();
    await installation.close();

    const log = await events();
    const of = (type: string) => log.filter((event) => event.type === type);
    const taken = of('number.taken').map((event) => event.data.sequence!);
    expect(taken).toEqual(taken.map((_, index) => index + 1));
    const voided = of('number.voided').map((event) => event.data.number!);
    expect(voided).toHaveLength(explained);
    const used = of('record.opened').map((event) => event.data.number!);
    expect(used.length).toBeGreaterThan(200);
    expect([...used, ...voided].sort()).toEqual(
      of('number.taken')
        .map((event) => event.data.number!)
        .sort(),
    );
  });
});
