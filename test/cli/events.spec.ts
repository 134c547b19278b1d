import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { daybook, done, FIXTURES, MAIN, newFolder, PERMITS, remove, start } from './daybook-command.js';

interface Printed {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly metadata: { readonly actor: string; readonly effectiveAt?: string };
}

const folder = newFolder();
const data = join(folder, 'data');
let all: readonly Printed[];

const events = async (...words: string[]): Promise<readonly Printed[]> =>
  (await done(['events', '--json', ...words], { data }))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Printed);

beforeAll(async () => {
  await done(['publish', PERMITS], { data });
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], { data });
  all = await events();
});
afterAll(() => remove(folder));

describe('daybook events', () => {
  it('prints the whole log in its order, each event on a line', async () => {
    expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index + 1));
    const lines = (await done(['events'], { data })).trimEnd().split('\n');
    expect(lines).toHaveLength(all.length);
    expect(lines[0]).toMatch(
      /^ +1 {2}\d{4}-\S+Z {2}specification\.published {2}specification-permits@1 {2}by system /,
    );
    expect(lines.join()).not.toContain('\u001b');
  });

  it('prints what is asked for: stream, type, person, application, after, limit', async () => {
    const streams = all.filter(({ type }) => type === 'record.opened').map(({ stream }) => stream);
    const lengthOf = (each: string) => all.filter((event) => event.stream === each).length;
    const stream = streams.find((each) => lengthOf(each) > 2)!;
    const ofStream = all.filter((event) => event.stream === stream);
    expect(ofStream.length).toBeGreaterThan(2);
    expect(await events('--stream', stream)).toEqual(ofStream);
    const after = ofStream[0]!.position;
    expect(await events('--stream', stream, '--after', String(after), '--limit', '1')).toEqual([ofStream[1]]);
    const kinds = ['user.registered', 'specification.published'];
    expect(await events('--type', ...kinds)).toEqual(all.filter(({ type }) => kinds.includes(type)));
    const { actor } = all.find(
      ({ type, metadata }) => type === 'record.action-taken' && metadata.actor !== 'system',
    )!.metadata;
    expect(await events('--actor', actor, '--application', 'permits')).toEqual(
      all.filter(({ metadata }) => metadata.actor === actor),
    );
    expect(await events('--application', 'purchasing')).toEqual([]);
    expect(await events('--limit', '0')).toEqual([]);
  });

  it('says for whom a deputy acted', async () => {
    const other = join(folder, 'deputies');
    await done(['publish', PERMITS], { data: other });
    const store = openSqliteEventStore(join(other, 'events.sqlite'));
    const metadata = {
      actor: 'bert',
      recordedAt: '2026-11-20T10:00:00.000Z',
      commandId: 'c',
      correlationId: 'c',
      onBehalfOf: 'ada',
    };
    const data = { text: 'As agreed.' };
    await store.append(
      'permits.Application-1',
      [{ id: randomUUID(), type: 'record.commented', data, metadata }],
      0,
    );
    await store.close();
    expect(await done(['events', '--type', 'record.commented'], { data: other })).toContain(
      '@1  by bert for ada  ',
    );
  });

  it('says so where nothing fits, beside what is printed, and which type was meant', async () => {
    const none = `daybook: no event fits. The log ends at position ${all.length}.`;
    const said = async (...words: string[]) => daybook(['events', ...words], { data });
    for (const words of [
      ['--stream', 'permits.Application-nobody'],
      ['--application', 'purchasing', '--json'],
      ['--after', '99999'],
    ])
      expect([words, await said(...words)]).toEqual([
        words,
        expect.objectContaining({ code: 0, out: '', err: `${none}\n` }),
      ]);
    expect((await said('--type', 'record.open')).err).toBe(
      `${none} This Daybook knows no type “record.open”; did you mean \`record.opened\`?\n`,
    );
    expect((await said('--type', 'user.erased', 'x')).err).toBe(
      `${none} This Daybook knows no type “x”; docs/events.md has them all.\n`,
    );
    expect((await said('--actor', 'jonas')).err).toBe(
      `${none} --actor takes the id of a person: daybook events --type user.registered --personal.\n`,
    );
    expect((await said('--limit', '0')).err).toBe('');
  });

  it('prints what happened within a time, by the clock of what is told, not of its import', async () => {
    const moments = all.flatMap(({ metadata }) => metadata.effectiveAt ?? []).sort();
    const [since, until] = [moments[10]!, moments[40]!];
    const within = all.filter(
      ({ metadata: { effectiveAt: at } }) => at !== undefined && at >= since && at < until,
    );
    expect(within.length).toBeGreaterThan(10);
    expect(await events('--since', since, '--until', until)).toEqual(within);
  });

  it('goes on with what another process writes, until Ctrl-C, which is 130', async () => {
    const following = start(['events', '--follow', '--json', '--after', String(all.length)], { data });
    await done(['publish', 'specifications/blank.md'], { data });
    await following.says(/"stream":"specification-blank"/);
    following.process.kill('SIGINT');
    expect(await following.ended).toMatchObject({ code: 130, signal: null, err: '' });
  });

  it('ends quietly when who reads it has read enough', async () => {
    const printing = spawn(process.execPath, [MAIN, 'events', '--json', '--follow', '--data', data]);
    let told = '';
    printing.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    printing.stdout.once('data', () => printing.stdout.destroy());
    const ended = new Promise((resolve) => printing.once('close', (code) => resolve(code)));
    await new Promise((resolve) => printing.stdout.once('close', resolve));
    await done(['publish', 'specifications/capa.md'], { data });
    expect([await ended, told]).toEqual([0, '']);
  });

  it('makes no log where there is none, and names what it does not understand', async () => {
    const nowhere = join(folder, 'nowhere');
    const nothing = await daybook(['events', '--data', nowhere]);
    expect(nothing).toMatchObject({ code: 1, out: '' });
    expect(nothing.err).toContain(`there is no log at ${join(nowhere, 'events.sqlite')}. Start Daybook once`);
    expect((await daybook(['events', '--data', nowhere])).code).toBe(1);
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--until', '5'],
      ['--after', '-1'],
      ['--limit', 'few'],
    ]) {
      const { code, err } = await daybook(['events', ...wrong], { data });
      expect([code, err]).toEqual([2, expect.stringContaining(wrong[0]!)]);
    }
  });
});
