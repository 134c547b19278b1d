// Activities, numbers, times and people; problems are reported.
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ImportSource } from '#domain/event.js';
import { ErasePerson } from '#domain/user/user-commands.js';
import { DESK, Importing, log, TICKETS, trace, type Said } from './importing.js';

let here: Importing;
const given = () => (here = new Importing(DESK, TICKETS));
afterEach(() => here.remove());

const ASSIGNED: Said = { activity: 'Assign seriousness', at: '2024-03-01T09:00:00+01:00', by: 'Ada Kovač' };
const TAKEN: Said = { activity: 'Take in charge', at: '2024-03-01T10:00:00+01:00', by: 'Bert' };
const CLOSED: Said = { activity: 'Closed', at: '2024-03-03T10:00:00+01:00' };
const transition = (name: string) => `<string key="lifecycle:transition" value="${name}"/>`;
const CLASSIFIER = '<classifier name="Activity classifier" keys="concept:name lifecycle:transition"/>';
const sources = async (opened = false): Promise<readonly ImportSource[]> =>
  (await here.events(opened)).map(({ metadata }) => metadata.source!);

describe('transitions', () => {
  const events = [
    { ...ASSIGNED, more: transition('complete') },
    { ...TAKEN, more: transition('start') },
    { ...TAKEN, more: transition('suspend') },
    { ...CLOSED, more: transition('COMPLETE') },
  ];

  it('are part of the activity where the log says so: what is complete needs no other name', async () => {
    given();
    expect(await here.import(log([trace('1', events)], CLASSIFIER))).toMatchObject({
      imported: 1,
      events: 5,
    });
  });

  it('are so where the operator says so, and otherwise refused with both ways out', async () => {
    given();
    const { causes, refusals } = await here.import(log([trace('1', events)]));
    expect(causes.map(({ cause, count }) => [cause, count])).toEqual([
      ['the event is a `start`, not a `complete`', 1],
      ['the event is a `suspend`, not a `complete`', 1],
    ]);
    expect(refusals[0]!.misfits.map(({ line }) => line)).toEqual([5, 6]);
    expect(causes[0]!.remedy).toMatch(/--activity "concept:name lifecycle:transition".*--only complete/);
    const activity = ['concept:name', 'lifecycle:transition'];
    expect(await here.import(log([trace('1', events)]), { activity })).toMatchObject({
      imported: 1,
      events: 5,
    });
  });

  it('are left out where only some are wanted, and counted', async () => {
    given();
    expect(await here.import(log([trace('1', events)], CLASSIFIER), { only: ['complete'] })).toMatchObject({
      imported: 1,
      events: 3,
      leftOut: { start: 1, suspend: 1 },
    });
  });
});

describe('what does not fit', () => {
  it('is told of every step, by its own line, grouped by its cause, and nothing is written in a rehearsal', async () => {
    given();
    const wrong = [CLOSED, ASSIGNED, CLOSED, ASSIGNED];
    const report = await here.import(log([trace('1', wrong), trace('2', [...wrong, CLOSED])]), {
      dryRun: true,
    });
    expect(report.causes.map(({ cause, count, line, trace: first }) => [count, cause, line, first])).toEqual([
      [4, '“Assign seriousness” while “Closed”', 5, '1'],
      [2, '“Closed” while “Fresh”', 4, '1'],
    ]);
    expect(report).toMatchObject({ imported: 0, refused: 2, events: 0 });
    expect(await here.events()).toEqual([]);
  });

  it('of the mapping hides nothing of what does not fit the lifecycle, and leaves open what nobody knows', async () => {
    given();
    const said = [
      CLOSED,
      { ...TAKEN, activity: 'Make coffee' },
      // After an unknown state it may be assigned; afterwards it is answered for certain.
      { activity: 'Answer', at: 'yesterday' },
      { activity: 'Answer', at: '2024-03-04T10:00:00+01:00' },
    ];
    const more = '<string key="workgroup" value="A"/><float key="effort" value="NaN"/>';
    const both = log([trace('1', said, more), trace('2', [ASSIGNED])]);
    for (const dryRun of [true, false]) {
      const { refusals, imported, refused } = await here.import(both, { dryRun });
      expect([imported, refused]).toEqual([1, 1]);
      expect(refusals[0]!.misfits.map(({ line, cause, message }) => [line, cause ?? message])).toEqual([
        [3, 'no field of Ticket takes the attribute `workgroup`'],
        [3, '`effort` is not what Effort takes: numbers'],
        [4, '“Closed” while “Fresh”'],
        [5, 'no action of Ticket is called “Make coffee”'],
        [6, '`time:timestamp` is not a date and time'],
        [7, '“Answer” while “Answered”'],
      ]);
    }
    expect((await here.events()).map(({ type }) => type)).toEqual(['record.opened', 'record.action-taken']);
  });

  it.each([
    ['2020-02-30T10:00:00Z', /“2020-02-30T10:00:00Z” is not a date and time/],
    ['12', /“12” is not a date and time/],
    ['01.02.2020', /“01.02.2020” is not a date and time/],
    ['2024-03-31T02:30:00', /the clocks in Europe\/Berlin never showed/],
  ])('of a time (%s) is no time that was invented', async (at, words) => {
    given();
    const { refusals } = await here.import(log([trace('1', [{ ...ASSIGNED, at }])]));
    expect(refusals[0]!.misfits).toMatchObject([{ line: 4, message: expect.stringMatching(words) }]);
    expect(await here.events()).toEqual([]);
  });

  it('of a person refuses the trace, not the log', async () => {
    given();
    const traces = [' ', 'x'.repeat(300), 'Ada'].map((by, index) =>
      trace(String(index), [{ ...ASSIGNED, by }]),
    );
    expect(await here.import(log(traces), { dryRun: true })).toMatchObject({ imported: 1, refused: 2 });
    const { causes, ...report } = await here.import(log(traces));
    expect(report).toMatchObject({ imported: 1, refused: 2 });
    for (const { remedy } of causes) expect(remedy).toMatch(/--ignore org:resource/);
  });

  it('of a log without traces is said', async () => {
    given();
    await expect(here.import(log([]))).rejects.toThrow(/the log has no trace, so there is nothing to import/);
  });
});

describe('what fits', () => {
  it('keeps times as they were written, also before 1970 and without a zone', async () => {
    given();
    const times = ['1955-06-01T09:00:00+01:00', '2024-07-01T10:00:00'];
    const traces = times.map((at, index) => trace(String(index), [{ ...ASSIGNED, at }]));
    expect(await here.import(log(traces))).toMatchObject({ imported: 2 });
    const events = await here.events();
    expect(
      events.map(({ metadata }) => [metadata.effectiveAt, metadata.source!.at, metadata.source!.timeZone]),
    ).toEqual(
      [
        ['1955-06-01T08:00:00.000Z', times[0], undefined],
        ['2024-07-01T08:00:00.000Z', times[1], 'Europe/Berlin'],
      ].flatMap((each) => [each, each]),
    );
  });

  it('takes numbers as XML Schema writes them, and says where there is none', async () => {
    given();
    const effort = (value: string) => `<float key="effort" value="${value}"/>`;
    const values = ['1.5E2', '-0.05e1', '.5', '+7', '0.25'];
    const traces = [...values, 'NaN', 'INF'].map((value, index) =>
      trace(String(index), [ASSIGNED], effort(value)),
    );
    const report = await here.import(log(traces));
    expect(report).toMatchObject({ imported: 5, refused: 2 });
    expect(report.refusals[0]!.misfits[0]!.message).toBe('`effort` is NaN, and Effort takes numbers');
    const opened = (await here.events()).filter(({ type }) => type === 'record.opened');
    expect(opened.map(({ data }) => (data as { fields: { effort: number } }).fields.effort)).toEqual([
      15000, -50, 50, 700, 25,
    ]);
  });

  it('keeps what is nested, lists and what is given twice with the event', async () => {
    given();
    const more =
      '<string key="a" value="1"/><string key="a" value="2"/>' +
      '<list key="items"><values><int key="sealed" value="3"/></values></list>' +
      '<string key="b" value="x"><string key="c" value="y"/></string>';
    await here.import(log([trace('1', [{ ...ASSIGNED, more }])]));
    expect((await sources(true))[1]!.attributes).toEqual({
      a: ['1', '2'],
      items: { type: 'list', children: [{ key: 'sealed', is: '3' }] },
      b: { type: 'string', value: 'x', children: [{ key: 'c', is: 'y' }] },
    });
  });

  it('leaves attributes of events out, too, where it is asked to', async () => {
    given();
    const more = '<string key="room" value="12"/><string key="desk" value="4"/>';
    await here.import(log([trace('1', [{ ...ASSIGNED, more }])]), { ignore: ['room'] });
    expect((await sources())[1]!.attributes).toEqual({ desk: '4' });
  });
});

describe('people of a log whom --ignore leaves out', () => {
  it('are not recorded, and become nobody', async () => {
    given();
    await here.import(log([trace('1', [ASSIGNED, TAKEN])]), { ignore: ['org:resource'] });
    expect(new Set((await here.events()).map(({ metadata }) => metadata.actor))).toEqual(
      new Set(['not-recorded']),
    );
    expect(here.bytes()).not.toContain('Bert');
    const people = await here.work(async ({ installation: { projections } }) =>
      projections.generation('people').count('people', {}, 10),
    );
    expect(people.count).toBe(0);
  });
});

describe('people of a log', () => {
  const more =
    '<string key="Customer name" value="Zoë Quint"/>' +
    '<string key="owner" value="Ada Kovač"/>' +
    '<string key="note" value="Handed to Bert by Ada Kovač, in a hurry."/>' +
    '<list key="seen by"><string key="by" value="Ada Kovač"/></list>' +
    '<string key="reason" value="Ada Kovač said so"/>' +
    '<string key="room" value="12"/>';
  const said = log([trace('1', [{ ...ASSIGNED, more }, TAKEN])]);

  it('are not in what is stored, once they are erased, nor to be found again by their names', async () => {
    given();
    await here.import(said);
    const ours = await sources();
    expect(Object.entries(ours[1]!.attributes!).filter(([, value]) => typeof value === 'string')).toEqual([
      ['room', '12'],
    ]);
    expect((await sources(true))[1]!.attributes).toMatchObject({
      'Customer name': 'Zoë Quint',
      note: 'Handed to Bert by Ada Kovač, in a hurry.',
    });
    const [ada] = (await here.events()).map(({ metadata }) => metadata.actor);
    const erasing = { id: ada!, reason: 'asked to', context: { actor: 'system', commandId: 'erase' } };
    await here.work(async ({ send }) => send(new ErasePerson(erasing)));
    expect((await sources(true))[1]!.attributes).toEqual({
      'Customer name': 'Zoë Quint',
      owner: { erased: true },
      note: { erased: true },
      'seen by': { erased: true },
      reason: { erased: true },
      room: '12',
    });
    const bytes = here.bytes();
    for (const name of ['Kovač', 'Zoë', 'Quint'].map((text) => Buffer.from(text).toString('latin1')))
      expect(bytes).not.toContain(name);
  });

  it('who are erased stay so when the case grows, and it grows', async () => {
    given();
    await here.import(said);
    const [ada] = (await here.events()).map(({ metadata }) => metadata.actor);
    const erasing = { id: ada!, reason: 'asked to', context: { actor: 'system', commandId: 'erase' } };
    await here.work(async ({ send }) => send(new ErasePerson(erasing)));
    const grown = log([trace('1', [{ ...ASSIGNED, more }, TAKEN, { ...CLOSED, by: 'Ada Kovač' }])]);
    expect(await here.import(grown)).toMatchObject({ grown: 1, refused: 0, events: 1 });
    expect(here.bytes()).not.toContain(Buffer.from('Kovač').toString('latin1'));
  });

  it('have other ids in another installation', async () => {
    given();
    await here.import(said);
    const [first] = (await here.events()).map(({ metadata, stream }) => [metadata.actor, stream]);
    here.remove();
    given();
    await here.import(said);
    const [second] = (await here.events()).map(({ metadata, stream }) => [metadata.actor, stream]);
    expect(second![0]).not.toBe(first![0]);
    expect(second![1]).not.toBe(first![1]);
  });
});
