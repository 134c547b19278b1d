// Killed and repeated, and beside a server that takes commands.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, done, newFolder, remove, start } from './daybook-command.js';
import { DESK, log, trace } from '../import/importing.js';

const CASES = 400;
const folder = newFolder();
const empty = join(folder, 'published');
const path = join(folder, 'log.xes');
afterAll(() => remove(folder));

const numbered = DESK.replace(
  '  Ticket:\n    fields:',
  '  Ticket:\n    number: "T-{year}-{seq:5}"\n    fields:',
);

const said = (n: number) =>
  ['Assign seriousness', 'Take in charge', 'Answer', 'Assign seriousness', 'Closed'].map(
    (activity, step) => ({
      activity,
      at: `2024-03-0${step + 1}T09:00:00+01:00`,
      by: `Clerk ${n % 7}`,
      more: `<int key="step" value="${step}"/>`,
    }),
  );

beforeAll(async () => {
  expect(numbered).toContain('number:');
  const document = join(folder, 'desk.md');
  writeFileSync(document, numbered);
  await done(['publish', document], { data: empty });
  const traces = Array.from({ length: CASES }, (_, n) =>
    trace(String(n), said(n), `<string key="reference" value="R ${n}"/>`),
  );
  writeFileSync(path, log(traces));
});

/** Same keys, so that the same log has the same ids. */
function installation(name: string): string {
  const data = join(folder, name);
  cpSync(empty, data, { recursive: true });
  return data;
}

const importing = ['import', path, '--into', 'desk.Ticket'];

interface Printed {
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly data: { readonly number?: string; readonly [key: string]: unknown };
  readonly metadata: { readonly recordedAt: string; readonly [key: string]: unknown };
}

async function ticketEvents(data: string): Promise<readonly Printed[]> {
  const text = await done(['events', '--json', '--application', 'desk'], { data });
  const events = text.split('\n').filter(Boolean);
  return events
    .map((line) => JSON.parse(line) as Printed)
    .filter(({ stream }) => stream.includes('.Ticket-'));
}

/** Without times of recording and order of numbers. */
const told = (events: readonly Printed[]) =>
  events
    .map(
      ({ stream, version, type, data: { number: _, ...data }, metadata: { recordedAt: __, ...metadata } }) =>
        JSON.stringify({ stream, version, type, data, metadata }),
    )
    .sort();

const numbersOf = (events: readonly Printed[]) => events.flatMap(({ data }) => data.number ?? []).sort();

const gapless = (count: number, year: number) =>
  Array.from({ length: count }, (_, n) => `T-${year}-${String(n + 1).padStart(5, '0')}`);

describe('an import', () => {
  it('that is killed in the middle and repeated comes to the same as one that was not', async () => {
    const [whole, killed] = [installation('whole'), installation('killed')];
    await done(importing, { data: whole });
    const watching = start(['events', '--follow', '--json', '--application', 'desk'], { data: killed });
    const first = start(importing, { data: killed });
    await watching.says(/record\.action-taken/);
    first.process.kill('SIGKILL');
    expect((await first.ended).signal).toBe('SIGKILL');
    watching.process.kill('SIGKILL');
    const before = await ticketEvents(killed);
    expect(before.length).toBeLessThan(6 * CASES);
    expect(before.length % 6).toBe(0);
    expect(await done(importing, { data: killed })).toMatch(
      new RegExp(
        `^${CASES} traces: ${CASES - before.length / 6} imported .*, ${before.length / 6} here already, 0 refused`,
      ),
    );
    const [expected, events] = [await ticketEvents(whole), await ticketEvents(killed)];
    expect(told(events)).toEqual(told(expected));
    expect(numbersOf(events)).toEqual(gapless(CASES, 2024));
  });

  it('beside a server that takes commands loses nothing of either', async () => {
    const data = installation('beside');
    const ada = { name: 'Ada', signInName: 'ada', password: 'a sentence is fine' };
    const serving = start(['serve', '--port', '0', '--no-demo'], { data });
    const address = await addressOf(serving);
    const token = (await serving.says(/token=([\w-]+)/))[1]!;
    const body = new URLSearchParams({ token, ...ada });
    await fetch(`${address}/-/welcome`, { method: 'POST', body, redirect: 'manual' });
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${ada.signInName}:${ada.password}`).toString('base64')}`,
    };
    const open = async (n: number) => {
      const fields = { title: `By hand ${n}`, reference: `hand ${n}` };
      const answer = await fetch(`${address}/api/desk/Ticket`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ fields }),
      });
      return answer.status;
    };
    let imported = false;
    const all = done(importing, { data }).finally(() => (imported = true));
    const answers: number[] = [];
    while (!imported) answers.push(await open(answers.length));
    expect(await all).toMatch(new RegExp(`^${CASES} traces: ${CASES} imported .*, 0 refused`));
    expect(new Set(answers)).toEqual(new Set([201]));
    const events = await ticketEvents(data);
    const byHand = events.filter(({ metadata }) => metadata['source'] === undefined);
    expect(byHand.map(({ data: { fields } }) => fields)).toEqual(
      answers.map((_, n) => expect.objectContaining({ title: `By hand ${n}`, reference: `hand ${n}` })),
    );
    const fromLog = events.filter(({ metadata }) => metadata['source'] !== undefined);
    expect(fromLog).toHaveLength(6 * CASES);
    expect(numbersOf(fromLog)).toEqual(gapless(CASES, 2024));
    expect(numbersOf(byHand)).toEqual(gapless(answers.length, new Date().getUTCFullYear()));
  });
});
