import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportReport } from '#import/import-report.js';
import { cpSync, existsSync } from 'node:fs';
import { daybook, done, FIXTURES, newFolder, PERMITS, remove, type Ended } from './daybook-command.js';

const folder = newFolder();
const empty = join(folder, 'published');
afterAll(() => remove(folder));
beforeAll(async () => {
  await done(['publish', PERMITS], { data: empty });
});

/** With nothing but the specification. */
function fresh(name: string): string {
  const data = join(folder, name);
  cpSync(empty, data, { recursive: true });
  return data;
}

const into = (data: string, log: string, ...more: string[]): Promise<Ended> =>
  daybook(['import', log, '--into', 'permits.Application', ...more], { data, cwd: FIXTURES });

const eventsIn = async (data: string) =>
  (await done(['events', '--json', '--application', 'permits'], { data }))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { stream: string; type: string; data: { source?: { log: string } } });

const recordsIn = async (data: string) =>
  new Set(
    (await eventsIn(data)).map(({ stream }) => stream).filter((stream) => stream.includes('.Application-')),
  );

/** An import sends no mails. */
const UNSENT = '10 calls and mails not sent: a history tells of the past\n';

describe('daybook import', () => {
  it.each([
    ['an import', []],
    ['a dry run', ['--dry-run']],
  ])('makes no installation where there is none, and says what to do: %s', async (_, more) => {
    const missing = join(folder, 'missing');
    const { code, err } = await into(missing, 'permits-small.xes', ...more);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^daybook: there is no log at \S+missing\S+\. Publish the specification of permits there first/,
      ),
    ]);
    expect(existsSync(missing)).toBe(false);
  });

  it('takes every trace as a record with its history, and takes it once, gzipped or not', async () => {
    const data = fresh('whole');
    const first = await into(data, 'permits-small.xes');
    expect(first).toMatchObject({
      code: 0,
      out: `12 traces: 12 imported (94 events), 0 here already, 0 refused\n${UNSENT}`,
    });
    const events = await eventsIn(data);
    expect(events.filter(({ type }) => type === 'record.opened')).toHaveLength(12);
    expect(events.filter(({ type }) => type === 'record.action-taken')).toHaveLength(82);
    const again = await into(data, 'permits-small.xes.gz', '--json');
    const report: ImportReport = {
      ...{
        traces: 12,
        imported: 0,
        grown: 0,
        already: 12,
        events: 0,
        refused: 0,
        twice: 0,
        unsent: 0,
        ofTheLog: 1,
      },
      refusals: [],
      causes: [],
      leftOut: {},
      notMet: [],
    };
    expect([again.code, JSON.parse(again.out)]).toEqual([0, report]);
    expect(await eventsIn(data)).toEqual(events);
  });

  it('takes a gzipped log as the first', async () => {
    const { code, out } = await into(fresh('gzipped'), 'permits-small.xes.gz');
    expect([code, out]).toEqual([
      0,
      `12 traces: 12 imported (94 events), 0 here already, 0 refused\n${UNSENT}`,
    ]);
  });

  it.each([
    ['permits-unknown-activity.xes', /T99 Make coffee/],
    ['permits-wrong-order.xes', /./],
    ['permits-no-timestamp.xes', /the event has no time/],
    ['permits-unknown-attribute.xes', /no field of Application takes the attribute/],
    ['permits-unknown-channel.xes', /./],
    ['permits-rule-broken.xes', /./],
  ])('of %s takes two traces, and nothing of the one that does not fit', async (log, why) => {
    const data = fresh(log);
    const { code, out } = await into(data, log);
    expect(code).toBe(1);
    const told = new RegExp(`^${log}:(\\d+): (.+)$`, 'm').exec(out);
    expect(Number(told?.[1])).toBeGreaterThan(1);
    expect(told?.[2]).toMatch(why);
    expect(out).toMatch(/^3 traces: 2 imported \(\d+ events\), 0 here already, 1 refused$/m);
    expect((await recordsIn(data)).size).toBe(2);
  });

  it('takes nothing of what is cut off or no log, and says where', async () => {
    const data = fresh('nothing');
    for (const log of [
      'permits-cut-in-tag.xes',
      'permits-cut-after-trace.xes',
      'permits-cut.xes.gz',
      'not-a-log.xes',
    ]) {
      const { code, out, err } = await into(data, log);
      expect([log, code, out]).toEqual([log, 1, '']);
      expect(err).toMatch(new RegExp(`^daybook: ${log}:\\d+:\\d+: .+\\. Nothing was imported\\.\n$`));
    }
    for (const log of ['not-xml.xes', 'empty.xes'])
      expect(await into(data, log)).toMatchObject({ code: 1, out: '' });
    expect(await eventsIn(data)).toHaveLength(1);
  });

  it('says what is not there: log, application, entity', async () => {
    const data = fresh('missing');
    const words = async (...args: string[]) => {
      const { code, out, err } = await daybook(['import', ...args], { data, cwd: FIXTURES });
      expect(out).toBe('');
      return [code, err];
    };
    const small = 'permits-small.xes';
    expect(await words('nowhere.xes', '--into', 'permits.Application')).toEqual([
      1,
      'daybook: nowhere.xes cannot be read: there is no such file.\n',
    ]);
    expect(await words('..', '--into', 'permits.Application')).toEqual([
      1,
      'daybook: .. cannot be read: it is a folder, not a file.\n',
    ]);
    expect(await words(small, '--into', 'premits.Application')).toEqual([
      1,
      'daybook: there is no application “premits”. Publish its specification first: daybook publish FILE.\n',
    ]);
    expect(await words(small, '--into', 'permits.constructor')).toEqual([
      1,
      'daybook: permits has no entity “constructor”. It has: Application.\n',
    ]);
    expect((await words(small, '--into', 'permits'))[0]).toBe(2);
  });
});
