// Reimporting a log adds new events, and drops nothing unreported.
import { afterEach, describe, expect, it } from '@jest/globals';
import { DESK, Importing, log, TICKETS, trace, type Said } from './importing.js';

let here: Importing;
const given = () => (here = new Importing(DESK, TICKETS));
afterEach(() => here.remove());

const ASSIGNED: Said = { activity: 'Assign seriousness', at: '2024-03-01T09:00:00+01:00', by: 'Ada' };
const TAKEN: Said = { activity: 'Take in charge', at: '2024-03-01T10:00:00+01:00', by: 'Bert' };
const ANSWERED: Said = { activity: 'Answer', at: '2024-03-02T10:00:00+01:00', by: 'Bert' };
const CLOSED: Said = { activity: 'Closed', at: '2024-03-03T10:00:00+01:00', by: 'Ada' };

const streams = async () => new Set((await here.events()).map(({ stream }) => stream));
/** By case; the order of cases is undefined. */
const actions = async () => {
  const each = new Map<string, string[]>();
  for (const { stream, type, data } of await here.events()) {
    const action = type === 'record.opened' ? 'open' : (data as { action: string }).action;
    each.set(stream, [...(each.get(stream) ?? []), action]);
  }
  return [...each.values()].map((done) => done.join(' ')).sort();
};

describe('a log that is imported again', () => {
  it('given cases that have grown, adds their new steps, and only these, once', async () => {
    given();
    await here.import(log([trace('1', [ASSIGNED, TAKEN]), trace('2', [ASSIGNED])]));
    const before = await here.events();
    const grown = log([trace('1', [ASSIGNED, TAKEN, ANSWERED, CLOSED]), trace('2', [ASSIGNED])]);
    expect(await here.import(grown)).toMatchObject({
      imported: 0,
      grown: 1,
      already: 1,
      events: 2,
      refused: 0,
    });
    const after = await here.events();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await actions()).toEqual(['open assign', 'open assign look answer close']);
    expect(await here.import(grown)).toMatchObject({ grown: 0, already: 2, events: 0 });
    // An older export removes nothing.
    expect(await here.import(log([trace('1', [ASSIGNED])]))).toMatchObject({ already: 1, refused: 0 });
    expect(await here.events()).toEqual(after);
  });

  it.each([
    ['activity', [{ ...ASSIGNED, activity: 'Take in charge' }, TAKEN], 1],
    ['time', [ASSIGNED, { ...TAKEN, at: '2024-03-01T10:00:01+01:00' }], 2],
    ['person', [ASSIGNED, { ...TAKEN, by: 'Carl' }], 2],
    ['attribute', [ASSIGNED, { ...TAKEN, more: '<string key="room" value="12"/>' }], 2],
  ])('refuses by name a case of which a known %s is another one', async (_, changed, step) => {
    given();
    await here.import(log([trace('1', [ASSIGNED, TAKEN])]));
    const before = await here.events();
    const report = await here.import(log([trace('1', [...changed, ANSWERED]), trace('2', [ASSIGNED])]));
    expect(report).toMatchObject({ imported: 1, grown: 0, already: 0, refused: 1 });
    expect(report.refusals[0]).toMatchObject({
      trace: '1',
      misfits: [
        {
          message: expect.stringMatching(
            new RegExp(`^Step ${step} \\(“.+”\\) is not what was imported before from log.xes, line \\d+`),
          ),
        },
      ],
    });
    expect((await here.events()).slice(0, before.length)).toEqual(before);
  });

  it('takes the same moment in another zone for the same', async () => {
    given();
    await here.import(log([trace('1', [ASSIGNED])]));
    const moved = { ...ASSIGNED, at: '2024-03-01T08:00:00.000Z' };
    expect(await here.import(log([trace('1', [moved, TAKEN])]))).toMatchObject({ grown: 1, events: 1 });
  });

  it('says which attribute of a case has changed, and goes on without it', async () => {
    given();
    const effort = (value: string) => `<float key="effort" value="${value}"/>`;
    await here.import(log([trace('1', [ASSIGNED], effort('1'))]));
    const grown = log([trace('1', [ASSIGNED, TAKEN], effort('2'))]);
    const [refused] = (await here.import(grown)).refusals;
    expect(refused!.misfits[0]!.message).toMatch(/^Its attribute `effort` is not what was imported before/);
    expect(await here.import(grown, { ignore: ['effort'] })).toMatchObject({ grown: 1, refused: 0 });
  });

  it('does not fit where a person has closed the record meanwhile', async () => {
    given();
    await here.import(log([trace('1', [ASSIGNED, CLOSED])]));
    const report = await here.import(log([trace('1', [ASSIGNED, CLOSED, TAKEN])]));
    expect(report.refusals[0]!.misfits).toMatchObject([
      { line: 6, cause: '“Take in charge” while “Closed”' },
    ]);
  });
});

describe('two traces of one name', () => {
  it('are two cases, also where they begin at the same moment, and stay two', async () => {
    given();
    const twice = log([
      trace('1', [ASSIGNED, TAKEN]),
      trace('1', [ASSIGNED, CLOSED]),
      trace('1', [ASSIGNED, TAKEN]),
    ]);
    expect(await here.import(twice)).toMatchObject({ imported: 3, already: 0, events: 9 });
    expect((await streams()).size).toBe(3);
    expect(await here.import(twice)).toMatchObject({ imported: 0, already: 3, events: 0 });
    const grown = log([
      trace('1', [ASSIGNED, TAKEN]),
      trace('1', [ASSIGNED, CLOSED]),
      trace('1', [ASSIGNED, TAKEN, ANSWERED]),
    ]);
    expect(await here.import(grown)).toMatchObject({ grown: 1, already: 2, events: 1 });
  });

  it('do not share a unique value, in one log or in two', async () => {
    given();
    const claiming = (value: string) => `<string key="reference" value="${value}"/>`;
    const both = log([trace('1', [ASSIGNED], claiming('A-1')), trace('1', [ASSIGNED], claiming('a-1'))]);
    const rehearsed = await here.import(both, { dryRun: true });
    expect(rehearsed).toMatchObject({ imported: 1, refused: 1 });
    const report = await here.import(both);
    expect(report).toMatchObject({ imported: 1, refused: 1, events: 2 });
    expect(report.refusals[0]!.misfits[0]!.message).toMatch(/A-1/i);
    const another = log([trace('9', [ASSIGNED], claiming('A-1'))]);
    expect(await here.import(another, { dryRun: true })).toMatchObject({ imported: 0, refused: 1 });
    expect(await here.import(another)).toMatchObject({ imported: 0, refused: 1 });
  });
});

describe('an import that is run twice at once', () => {
  it('writes everything once', async () => {
    given();
    const all = log(
      Array.from({ length: 30 }, (_, index) => trace(String(index), [ASSIGNED, TAKEN, ANSWERED])),
    );
    await here.import(log([trace('0', [ASSIGNED])]));
    const reports = await Promise.all([here.import(all, {}, 'a.xes'), here.import(all, {}, 'b.xes')]);
    expect(reports.map(({ refused }) => refused)).toEqual([0, 0]);
    expect(await here.events()).toHaveLength(30 * 4);
  });
});
