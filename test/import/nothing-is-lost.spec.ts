// Whatever has no field is stored with the event, or reported.
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ImportSource } from '#domain/event.js';
import { DESK, Importing, log, TICKETS, trace, type Said } from './importing.js';

let here: Importing;
const given = (specification = DESK) => (here = new Importing(specification, TICKETS));
afterEach(() => here.remove());

const ASSIGNED: Said = { activity: 'Assign seriousness', at: '2024-03-01T09:00:00+01:00' };
const TAKEN: Said = { activity: 'Take in charge', at: '2024-03-01T10:00:00+01:00' };
const sources = async (): Promise<readonly ImportSource[]> =>
  (await here.events()).map(({ metadata }) => metadata.source!);
const kept = async (): Promise<readonly unknown[]> =>
  (await sources()).slice(1).map(({ attributes }) => attributes);

describe('what the log calls an activity', () => {
  const transition = (name: string) => `<string key="lifecycle:transition" value="${name}"/>`;

  it('is kept where the action is called otherwise', async () => {
    given();
    const said = [ASSIGNED, { ...TAKEN, activity: 'take in CHARGE' }, { ...TAKEN, activity: 'look' }];
    expect(await here.import(log([trace('1', said)]))).toMatchObject({ imported: 1 });
    expect(await kept()).toEqual([undefined, { 'concept:name': 'take in CHARGE' }, undefined]);
  });

  it('is kept with its transition, where that is not “complete”', async () => {
    given();
    const activity = ['concept:name', 'lifecycle:transition'];
    const said = ['start', 'suspend', 'complete', 'COMPLETE'].map((name) => ({
      ...TAKEN,
      more: transition(name),
    }));
    expect(await here.import(log([trace('1', said)]), { activity })).toMatchObject({ imported: 1 });
    expect(await kept()).toEqual([
      { 'lifecycle:transition': 'start' },
      { 'lifecycle:transition': 'suspend' },
      undefined,
      { 'lifecycle:transition': 'COMPLETE' },
    ]);
  });

  it('is kept where other attributes name it', async () => {
    given();
    const more = '<string key="step" value="Take in charge"/>';
    await here.import(log([trace('1', [{ ...ASSIGNED, activity: 'T01', more }])]), { activity: ['step'] });
    expect(await kept()).toEqual([{ 'concept:name': 'T01' }]);
  });
});

describe('a time that goes into a field', () => {
  const asking = DESK.replace('ask: [answer]', 'ask: [answer, openedOn]');
  const written = '2024-03-02T10:00:00.123456+05:30';

  it.each(['date', 'string'])('(a %s) is kept as it was written, of events as of cases', async (type) => {
    given(asking);
    const openedOn = `<${type} key="openedOn" value="${written}"/>`;
    const answered = { activity: 'Answer', at: '2024-03-02T10:00:00Z', more: openedOn };
    expect(await here.import(log([trace('1', [ASSIGNED, answered], openedOn)]))).toMatchObject({
      imported: 1,
    });
    const all = await sources();
    expect([all[0]!.attributes, all[2]!.attributes]).toEqual([{ openedOn: written }, { openedOn: written }]);
  });

  it('is not kept twice where it says nothing more', async () => {
    given();
    const plain = '<date key="openedOn" value="2024-03-02T04:30:00.000Z"/>';
    await here.import(log([trace('1', [ASSIGNED], plain)]));
    expect((await sources())[0]!.attributes).toBeUndefined();
  });
});

describe('an attribute of a case that has grown', () => {
  it('and was not there before is told, and goes nowhere without a word', async () => {
    given();
    await here.import(log([trace('1', [ASSIGNED])]));
    const grown = log([trace('1', [ASSIGNED, TAKEN], '<float key="effort" value="1"/>')]);
    for (const dryRun of [true, false]) {
      const { refusals } = await here.import(grown, { dryRun });
      expect(refusals[0]!.misfits).toMatchObject([
        {
          message: expect.stringMatching(
            /^Its attribute `effort`, which is new, is not what was imported before/,
          ),
          remedy: expect.stringContaining('--ignore effort'),
        },
      ]);
    }
    expect(await here.import(grown, { ignore: ['effort'] })).toMatchObject({ grown: 1, refused: 0 });
  });
});

describe('an element that is none of XES', () => {
  it.each([
    ['in an event', `<trace><event><text key="note" value="x"/></event></trace>`],
    ['in a trace', `<trace><String key="note" value="x"/></trace>`],
    ['in an attribute', `<trace><string key="a" value="b"><note key="c" value="d"/></string></trace>`],
  ])('%s is told by name and line, not passed over', async (_, xml) => {
    given();
    await expect(here.import(`<log>\n${xml}</log>`)).rejects.toThrow(
      /:2:\d+: <(text|String|note)> is not an element of XES/,
    );
  });
});
