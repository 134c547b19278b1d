import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { ReplayReport } from '#projections/replay/replay-report.js';
import { addressOf, daybook, done, FIXTURES, newFolder, PERMITS, remove, start } from './daybook-command.js';

const NAMES = [
  'records',
  'timeline',
  'specifications',
  'people',
  'calls',
  'deputies',
  'timers',
  'notices',
  'views',
  'tokens',
  'identities',
];
const folder = newFolder();
const data = join(folder, 'data');

beforeAll(async () => {
  await done(['publish', PERMITS], { data });
  await done(['import', join(FIXTURES, 'permits-small.xes'), '--into', 'permits.Application'], { data });
});
afterAll(() => remove(folder));

const replay = async (...words: string[]) =>
  JSON.parse(await done(['replay', '--json', ...words], { data })) as readonly ReplayReport[];

interface Generation {
  readonly projection: string;
  readonly number: number;
  readonly state: string;
}
const generations = async () =>
  (JSON.parse(await done(['status', '--json'], { data })) as { readModels: readonly Generation[] })
    .readModels;
const active = async () =>
  Object.fromEntries(
    (await generations())
      .filter(({ state }) => state === 'active')
      .map((each) => [each.projection, each.number]),
  );

/** Of a read model's stream. */
const lastDecision = async () => {
  const words = ['events', '--json', '--stream', 'projection-specifications'];
  const last = (await done(words, { data })).trim().split('\n').at(-1)!;
  const { type, data: content, metadata } = JSON.parse(last) as Readonly<Record<string, unknown>>;
  return { type, data: content, metadata };
};

const hashes = (report: readonly ReplayReport[]) =>
  report.flatMap(({ projection, comparison }) =>
    comparison!.collections.map(({ collection, rebuilt }) => [projection, collection, rebuilt]),
  );

describe('daybook replay', () => {
  it('builds what is asked for, finds it the same, and switches; --dry-run does not; --back goes back', async () => {
    const before = await active();
    expect(before).toEqual({
      records: 1,
      timeline: 1,
      specifications: 1,
      people: 1,
      calls: 1,
      deputies: 1,
      timers: 1,
      notices: 1,
      views: 1,
      tokens: 1,
      identities: 1,
    });
    const dry = await replay('--dry-run');
    expect(dry.map(({ projection, outcome }) => [projection, outcome])).toEqual(
      NAMES.map((name) => [name, 'dry run']),
    );
    expect(dry.map(({ comparison }) => comparison?.different)).toEqual(NAMES.map(() => 0));
    expect(await active()).toEqual(before);

    const one = await replay('timeline');
    expect(one).toMatchObject([
      { projection: 'timeline', outcome: 'activated', comparison: { different: 0 } },
    ]);
    const { timeline, ...others } = await active();
    expect(timeline).toBe(one[0]!.generation);
    expect(others).toEqual({
      records: 1,
      specifications: 1,
      people: 1,
      calls: 1,
      deputies: 1,
      timers: 1,
      notices: 1,
      views: 1,
      tokens: 1,
      identities: 1,
    });

    expect(await done(['replay', '--back', 'timeline', '--reason', 'Looked odd'], { data })).toBe(
      'timeline: generation 1 is in use again\n',
    );
    expect(await active()).toEqual(before);

    const nothing = await daybook(['replay', '--back', '--reason', 'x'], { data });
    expect([nothing.code, nothing.out]).toEqual([1, '']);
    expect(nothing.err).toMatch(
      /^daybook: there is no earlier generation of \w+ to go back to\. Nothing was changed\.\n$/,
    );
    expect(await active()).toEqual(before);
  });

  it('tells in words what it did, and nothing else on standard output', async () => {
    const { code, out, err } = await daybook(['replay', 'people', 'specifications'], { data });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^specifications: generation \d+ is in use, up to position \d+; 2 documents, each the same/m,
    );
    expect(out).toMatch(
      /^people: generation \d+ is in use, up to position \d+; \d+ documents, each the same/m,
    );
    expect(out).toMatch(/^ {2}people sha256:[0-9a-f]{64}$/m);
    expect(out).not.toContain('\u001b');
  });

  it('does not switch to what nobody can explain, names it, and does when that is accepted', async () => {
    const before = await active();
    const readModels = openSqliteReadModels(join(data, 'reads'));
    const { number } = (await readModels.active('specifications'))!;
    const live = await readModels.open('specifications', number, () => undefined, { token: 999_999 });
    const permits = (await live.get<{ id: string; position: number }>('specifications', 'permits'))!;
    const document = { ...permits, version: 7 };
    const invented = { ...document, id: 'invented' };
    const text = { id: 'permits@1', position: 1, text: 'x'.repeat(3_000) };
    await live.write(
      [
        { collection: 'specifications', id: 'permits', document },
        { collection: 'specifications', id: 'invented', document: invented },
        { collection: 'texts', id: 'permits@1', document: text },
      ],
      await live.checkpoint(),
    );
    await live.close();
    await readModels.close();
    const named =
      /specifications permits version: until now 7, built 1 \(by the event at position 1, specification\.published\)/;

    const dry = await daybook(['replay', 'specifications', '--dry-run'], { data });
    expect([dry.code, dry.err]).toEqual([1, '']);
    expect(dry.out).toMatch(named);
    expect(dry.out).toMatch(
      /specifications invented: it is in use, last changed at position 1, and no event in the log makes it\. Either its events are missing/,
    );
    expect(dry.out).toMatch(/texts permits@1 text: until now "x{199}… \(3002 characters\), built /);
    const plain = await daybook(['replay', 'specifications', 'people'], { data });
    expect([plain.code, plain.err]).toEqual([1, '']);
    expect(plain.out).toMatch(named);
    expect(plain.out).toMatch(/To use what was built: daybook replay specifications --accept/);
    expect(await active()).toEqual({ ...before, people: expect.any(Number) });

    const unexplained = await daybook(['replay', 'specifications', '--accept'], { data });
    expect([unexplained.code, unexplained.out]).toEqual([2, '']);
    expect(unexplained.err).toMatch(/a reason is needed/);
    const accepted = await daybook(
      ['replay', 'specifications', '--accept', '--reason', 'Edited by hand', '--as', 'Olga'],
      { data },
    );
    expect([accepted.code, accepted.err]).toEqual([0, '']);
    expect(accepted.out).toMatch(named);
    const to = (await active())['specifications']!;
    const from = before['specifications']!;
    expect(to).toBeGreaterThan(from);
    expect(await lastDecision()).toEqual({
      type: 'projection.replay-accepted',
      data: { projection: 'specifications', from, to, differences: 3 },
      metadata: expect.objectContaining({ reason: 'Edited by hand', commandLine: { account: 'Olga' } }),
    });

    const plainBack = await daybook(['replay', 'specifications', '--back', '--reason', 'x'], { data });
    expect([plainBack.code, plainBack.out]).toEqual([1, '']);
    expect(plainBack.err).toMatch(
      new RegExp(
        `generation ${from} of specifications was found to differ in 3 documents.*daybook replay specifications --back --accept`,
      ),
    );
    expect((await active())['specifications']).toBe(to);
    const back = ['replay', 'specifications', '--back', '--accept', '--reason', 'Needed for the audit'];
    expect(await done(back, { data })).toBe(`specifications: generation ${from} is in use again\n`);
    expect((await active())['specifications']).toBe(from);
    expect(await lastDecision()).toEqual({
      type: 'projection.rolled-back',
      data: { projection: 'specifications', from: to, to: from, differences: 3 },
      metadata: expect.objectContaining({ reason: 'Needed for the audit' }),
    });
    await done(['replay', 'specifications', '--accept', '--reason', 'Whole again'], { data });
    // Without a server, the last decision reaches the read models with the next process.
    await done(['replay'], { data });
  });

  it('knows what there is to replay', async () => {
    const unknown = await daybook(['replay', 'timelines'], { data });
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    expect(unknown.err).toBe(
      `daybook: there is no projection “timelines”. There are: ${NAMES.join(', ')}.\n`,
    );
    const nowhere = await daybook(['replay'], { data: join(folder, 'nowhere') });
    expect(nowhere).toMatchObject({ code: 1, out: '' });
    expect(nowhere.err).toContain('there is no log at');
  });

  it('changes nothing while another process serves pages and writes, and pages are there all the while', async () => {
    const before = hashes(await replay('--dry-run'));
    const serving = start(['serve', '--port', '0', '--no-demo'], { data });
    const address = await addressOf(serving);
    let over = false;
    const statuses = (async () => {
      const seen: number[] = [];
      while (!over)
        for (const path of ['/-/sign-in', '/-/health']) seen.push((await fetch(address + path)).status);
      return seen;
    })();
    const report = await replay();
    over = true;
    const seen = await statuses;
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(seen)).toEqual(new Set([200]));
    expect(report.map(({ outcome, comparison }) => [outcome, comparison?.different])).toEqual(
      NAMES.map(() => ['activated', 0]),
    );
    expect(hashes(report)).toEqual(before);
    serving.process.kill('SIGINT');
    expect(await serving.ended).toMatchObject({ code: 0, err: '' });
  });
});
