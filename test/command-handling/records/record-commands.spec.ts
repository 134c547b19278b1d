// Repeated, raced, merged and sealed commands.
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ValueClaimed } from '#domain/claim/claim-events.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { WrongExpectedVersion } from '#event-store/event-store.js';
import { act, change, comment, context, open, recordId, withPeople } from '../commands.js';
import { codesOf, refusal, writing, type Writing } from '../writing.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { AssignRecord, ImportRecord, OpenRecord } from '#domain/record/record-commands.js';

const stream = (index: number) =>
  streams.record(RecordRef.of({ application: 'purchasing', entity: 'Request', id: recordId(index) }));
const NUMBERS = streams.number('purchasing', 'Request', 'PR-2026-');

async function all({ store }: Writing) {
  for await (const events of store.all(0)) return events;
  throw new Error('nothing was written');
}

let here: Writing;
beforeEach(async () => {
  here = writing();
  await withPeople(here);
});

describe('one command', () => {
  it('is written with everything that says who, when and under what', async () => {
    await here.bus.execute(open(1, 'ada', { title: 'A saw' }, 'form-1'));
    const [event] = await here.events(stream(1));
    expect(event).toMatchObject({
      type: 'record.opened',
      version: 1,
      data: { number: 'PR-2026-0001', title: 'PR-2026-0001 A saw' },
      metadata: {
        actor: 'ada',
        commandId: 'form-1',
        correlationId: 'form-1',
        recordedAt: here.now,
        specification: { key: 'purchasing', version: 1 },
      },
    });
    expect(event!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('happens once, however often it is said', async () => {
    const first = await here.bus.execute(open(1, 'ada', { title: 'A saw' }, 'form-1'));
    await here.bus.execute(comment(1, 'ada', 'Soon, please.'));
    const again = await here.bus.execute(open(1, 'ada', { title: 'A saw' }, 'form-1'));
    expect(again).toEqual({ ...first, already: true });
    expect(await here.events(stream(1))).toHaveLength(2);
  });

  it('happens once when it is said twice at the same time, in one process or in two', async () => {
    const said = () => open(1, 'ada', { title: 'A saw' }, 'form-1');
    const { bus } = here.another();
    const all = await Promise.all([here.bus.execute(said()), here.bus.execute(said()), bus.execute(said())]);
    expect(new Set(all.map(({ position }) => position)).size).toBe(1);
    expect(await here.events(stream(1))).toHaveLength(1);
    expect(await here.events(NUMBERS)).toHaveLength(1);
  });

  it('that changes nothing writes nothing', async () => {
    const opened = await here.bus.execute(open(1, 'ada', { title: 'A saw' }));
    const same = await here.bus.execute(change(1, 'ada', { title: 'A saw' }, 1));
    expect(same).toEqual({ ...opened, already: true });
  });

  it('of nobody, of an erased person, on nothing or with a strange id is refused', async () => {
    expect(await codesOf(here.bus.execute(open(1, 'nobody', { title: 'x' })))).toEqual(['NOT_SIGNED_IN']);
    const erase = new ErasePerson({ id: 'fay', reason: 'She asked for it', context: context('root') });
    await here.bus.execute(erase);
    expect(await codesOf(here.bus.execute(open(1, 'fay', { title: 'x' })))).toEqual(['NOT_SIGNED_IN']);
    expect(await codesOf(here.bus.execute(comment(9, 'ada', 'Hello')))).toEqual(['NOT_FOUND']);
    const { data } = open(1, 'ada', { title: 'x' });
    for (const [wrong, code] of [
      [{ id: '1' }, 'BAD_REQUEST'],
      [{ entity: 'constructor' }, 'NOT_FOUND'],
      [{ application: 'nothing' }, 'NOT_FOUND'],
      [{ context: { ...data.context, effectiveAt: 'yesterday' } }, 'BAD_REQUEST'],
    ] as const) {
      expect(await codesOf(here.bus.execute(new OpenRecord({ ...data, ...wrong })))).toEqual([code]);
    }
  });
});

describe('two people on one record', () => {
  beforeEach(async () => {
    await here.bus.execute(open(1, 'ada', { title: 'A saw', note: 'old' }));
  });

  it('change different fields: both changes stand', async () => {
    await here.bus.execute(change(1, 'fay', { note: 'new', title: 'A saw' }, 1));
    await here.bus.execute(change(1, 'ada', { note: 'old', title: 'A big saw' }, 1));
    const events = await here.events(stream(1));
    expect(events.slice(1).map(({ data }) => (data as { changes: object }).changes)).toEqual([
      { note: { from: 'old', to: 'new' } },
      { title: { from: 'A saw', to: 'A big saw' } },
    ]);
  });

  it('change the same field: the second sees both values and the version to choose on', async () => {
    await here.bus.execute(change(1, 'fay', { note: 'hers' }, 1));
    const refused = await refusal(here.bus.execute(change(1, 'ada', { note: 'mine' }, 1)));
    expect(refused.reasons[0]).toMatchObject({ code: 'CHANGED_MEANWHILE', fields: ['note'] });
    expect(refused.version).toBe(2);
    const difference = { field: 'note', base: 'old', theirs: 'hers', yours: 'mine', by: 'fay', at: here.now };
    expect(refused.differences).toMatchObject([difference]);
    await here.bus.execute(change(1, 'ada', { note: 'mine' }, refused.version!));
    expect((await here.events(stream(1))).at(-1)!.data).toEqual({
      changes: { note: { from: 'hers', to: 'mine' } },
    });
  });

  it('cannot have seen a version that never was', async () => {
    for (const seen of [0, 2, 1.5, NaN]) {
      expect(await codesOf(here.bus.execute(change(1, 'ada', { note: 'x' }, seen)))).toEqual(['BAD_REQUEST']);
    }
  });

  it('race 32 at a time, and nobody is lost', async () => {
    const racers = Array.from({ length: 32 }, (_, index) =>
      here.bus.execute(comment(1, 'ada', `comment ${index}`)),
    );
    const written = await Promise.all(racers);
    expect(written.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 32 }, (_, i) => i + 2),
    );
  });

  it('race in two processes, and the same field is never overwritten unseen', async () => {
    const other = here.another().bus;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) =>
        (i % 2 ? here.bus : other).execute(change(1, 'ada', { note: `n${i}` }, 1)),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await here.events(stream(1))).toHaveLength(2);
  });
});

describe('personal values', () => {
  const IBAN = 'DE89 3704 0044 0532 0130 00';

  it('never stand in the log as they are, and come back where they are decided on', async () => {
    await here.bus.execute(open(1, 'ada', { title: 'A saw', iban: IBAN, visitor: 'Grace Hopper' }));
    await here.bus.execute(change(1, 'ada', { iban: 'FR76 3000' }, 1));
    await here.bus.execute(change(1, 'ada', { visitor: '' }, 2));
    await here.bus.execute(change(1, 'ada', { iban: 'FR76 3000' }, 3));
    const events = await here.events(stream(1));
    // Ada may write but not read it: a missing event would reveal the equal value.
    expect(events).toHaveLength(4);
    const stored = JSON.stringify(events) + here.bytes();
    for (const secret of [IBAN, 'FR76', 'Grace']) expect(stored).not.toContain(secret);
    expect(events[0]!.data).toMatchObject({
      fields: { iban: { sealed: { person: 'ada' } }, visitor: { sealed: { person: stream(1) } } },
    });
    expect((events[2]!.data as { changes: object }).changes).toMatchObject({
      visitor: { from: { sealed: { person: stream(1) } }, to: null },
    });
    expect(await here.personalData.open(events[1]!.data)).toEqual({
      changes: { iban: { from: IBAN, to: 'FR76 3000' } },
    });
  });

  it('are sealed for the person they were about, and the new ones for the new person', async () => {
    await here.bus.execute(open(1, 'ada', { title: 'A saw', iban: IBAN }));
    await here.bus.execute(change(1, 'ada', { requestedBy: 'fay', iban: 'FR76' }, 1));
    const { changes } = (await here.events(stream(1)))[1]!.data as { changes: object };
    expect(changes).toMatchObject({
      iban: { from: { sealed: { person: 'ada' } }, to: { sealed: { person: 'fay' } } },
    });
  });

  it('are gone with their person, and the record goes on', async () => {
    await here.bus.execute(open(1, 'ada', { title: 'A saw', iban: IBAN }));
    await here.bus.execute(
      new ErasePerson({ id: 'ada', reason: 'She asked for it', context: context('root') }),
    );
    await here.bus.execute(change(1, 'fay', { title: 'A big saw' }, 1));
    expect(await codesOf(here.bus.execute(change(1, 'fay', { iban: IBAN }, 2)))).toEqual(['ERASED']);
    expect((await here.bus.execute(change(1, 'fay', { iban: '' }, 2))).already).toBe(true);
    await here.bus.execute(new RegisterUser({ id: 'eve', name: 'Eve', context: context('system') }));
    await here.bus.execute(change(1, 'fay', { requestedBy: 'eve', iban: IBAN }, 2));
    const { changes } = (await here.events(stream(1))).at(-1)!.data as { changes: object };
    expect(changes).toMatchObject({ iban: { from: { erased: true }, to: { sealed: { person: 'eve' } } } });
  });
});

describe('numbers', () => {
  it('are given to 200 openers at once, from 1 to 200 without a gap', async () => {
    const openers = Array.from({ length: 200 }, (_, index) =>
      // Within the fifty openings a day allows.
      here.bus.execute(open(index + 1, ['ada', 'bert', 'fay', 'root'][index % 4]!, { title: 'x' })),
    );
    await Promise.all(openers);
    const numbers = await Promise.all(
      openers.map(
        async (_, index) => ((await here.events(stream(index + 1)))[0]!.data as { number: string }).number,
      ),
    );
    const expected = Array.from(
      { length: 200 },
      (_, index) => `PR-2026-${String(index + 1).padStart(4, '0')}`,
    );
    expect([...numbers].sort()).toEqual(expected);
  });

  it('are given by two processes at once without a gap', async () => {
    const other = here.another().bus;
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? here.bus : other).execute(open(i + 1, 'ada', { title: 'x' })),
      ),
    );
    const taken = (await here.events(NUMBERS)).map(({ data }) => (data as { sequence: number }).sequence);
    expect(taken).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it('stay with their record when two processes open it by different commands', async () => {
    const other = here.another().bus;
    const both = [here.bus, other].map(async (bus) => bus.execute(open(1, 'ada', { title: 'x' })));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await here.events(NUMBERS)).map(({ type }) => type)).toEqual(['number.taken']);
  });

  it('are not spent on what is refused', async () => {
    await codesOf(here.bus.execute(open(1, 'ada', {})));
    await here.bus.execute(open(2, 'ada', { title: 'x' }));
    expect((await here.events(stream(2)))[0]!.data).toMatchObject({ number: 'PR-2026-0001' });
  });

  it('are of the year in the time zone of the specification', async () => {
    here.now = '2026-12-31T23:30:00.000Z';
    await here.bus.execute(open(1, 'ada', { title: 'x' }));
    expect((await here.events(stream(1)))[0]!.data).toMatchObject({ number: 'PR-2027-0001' });
  });
});

describe('unique values', () => {
  it('go to one of many who want the same at once', async () => {
    const other = here.another().bus;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) =>
        (i % 2 ? here.bus : other).execute(
          open(i + 1, 'ada', { title: 'x', reference: i % 3 ? 'Ａbc  1' : 'abc 1' }),
        ),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    for (const reason of reasons)
      expect(reason).toMatchObject({ reasons: [{ code: 'NOT_UNIQUE', fields: ['reference'] }] });
  });

  it('are free again once their record has another one', async () => {
    await here.bus.execute(open(1, 'ada', { title: 'x', reference: 'one' }));
    expect(await codesOf(here.bus.execute(open(2, 'ada', { title: 'x', reference: 'ONE' })))).toEqual([
      'NOT_UNIQUE',
    ]);
    await here.bus.execute(change(1, 'ada', { reference: 'two' }, 1));
    await here.bus.execute(open(2, 'ada', { title: 'x', reference: 'ONE' }));
    expect(await codesOf(here.bus.execute(change(2, 'ada', { reference: 'two' }, 1)))).toEqual([
      'NOT_UNIQUE',
    ]);
    await here.bus.execute(change(1, 'ada', { reference: '' }, 2));
    await here.bus.execute(change(2, 'ada', { reference: 'two' }, 1));
  });

  it('cost no number where they are taken', async () => {
    await here.bus.execute(open(1, 'ada', { title: 'x', reference: 'one' }));
    await codesOf(here.bus.execute(open(2, 'ada', { title: 'x', reference: 'one' })));
    expect(await here.events(NUMBERS)).toHaveLength(1);
  });

  it('are taken over from a record that never came to be, after a minute', async () => {
    const claimed = await claimedBy('one', recordId(7));
    expect(await codesOf(here.bus.execute(open(1, 'ada', { title: 'x', reference: 'one' })))).toEqual([
      'NOT_UNIQUE',
    ]);
    here.now = '2026-11-20T10:02:00.000Z';
    await here.bus.execute(open(1, 'ada', { title: 'x', reference: 'one' }));
    expect((await here.events(claimed)).at(-1)!.data).toMatchObject({ record: recordId(1) });
  });

  /** As left by a process that dies right after. */
  async function claimedBy(value: string, record: string): Promise<string> {
    await here.bus.execute(open(8, 'ada', { title: 'x', reference: value }));
    await here.bus.execute(change(8, 'ada', { reference: '' }, 1));
    const claim = (await all(here)).find(({ type }) => type === 'value.claimed')!;
    const data: ValueClaimed['data'] = { field: 'reference', record };
    const id = '00000000-0000-8000-8000-000000000001';
    const { version } = await here.store.read(claim.stream);
    await here.store.append(
      claim.stream,
      [{ id, type: 'value.claimed', data, metadata: claim.metadata }],
      version,
    );
    return claim.stream;
  }
});

describe('a whole way', () => {
  it('leads from draft to paid, with everybody doing their part', async () => {
    const lines = [{ item: 'Saw', quantity: '2', price: '12.50' }];
    await here.bus.execute(open(1, 'ada', { title: 'A saw', lines }));
    await here.bus.execute(act(1, 'ada', 'submit', 1));
    expect(await codesOf(here.bus.execute(act(1, 'ada', 'approve', 2)))).toEqual([
      'NOT_PERMITTED',
      'SEPARATION_OF_DUTIES',
    ]);
    await here.bus.execute(act(1, 'bert', 'approve', 2));
    expect(await codesOf(here.bus.execute(act(1, 'fay', 'pay', 3)))).toEqual(['REQUIRED']);
    await here.bus.execute(act(1, 'fay', 'pay', 3, { paidOn: '2026-11-20' }));
    expect((await here.events(stream(1))).at(-1)!.data).toEqual({
      action: 'pay',
      from: 'approved',
      to: 'paid',
      changes: { paidOn: { from: null, to: '2026-11-20' } },
    });
    const { data } = comment(1, 'ada', '');
    const assign = new AssignRecord({ ...data, context: context('ada'), to: 'bert', baseVersion: 4 });
    expect(await codesOf(here.bus.execute(assign))).toEqual(['FINAL_STATE']);
  });

  it('is taken over from a log at once, or not at all', async () => {
    const { data } = open(
      1,
      'root',
      { title: 'Old', lines: [{ item: 'Saw', quantity: 1, price: 100 }] },
      'log-1',
    );
    const step = (line: number, action: string, at: string) => ({
      action,
      input: {},
      actor: 'clerk',
      at,
      source: { line, fingerprint: `${line} ${action}` },
    });
    const history = {
      ...data,
      openedBy: 'clerk',
      openedAt: '2011-10-11T13:45:40.276+02:00',
      log: 'old.xes',
      source: { line: 3, fingerprints: {} },
    };
    const steps = [step(9, 'submit', '2011-10-12T08:00:00Z'), step(12, 'approve', '2011-10-13T08:00:00Z')];
    const broken = new ImportRecord({
      ...history,
      steps: [...steps, step(15, 'submit', '2011-10-14T08:00:00Z')],
    });
    const refused = await refusal(here.bus.execute(broken));
    expect(refused.reasons).toMatchObject([
      { code: 'WRONG_STATE', message: expect.stringMatching(/^Line 15: /) },
    ]);
    expect(await here.events(stream(1))).toEqual([]);
    expect(await here.events(streams.number('purchasing', 'Request', 'PR-2011-'))).toEqual([]);

    await here.bus.execute(new ImportRecord({ ...history, steps }));
    const again = await here.bus.execute(new ImportRecord({ ...history, steps }));
    expect(again.already).toBe(true);
    const events = await here.events(stream(1));
    expect(
      events.map(({ type, metadata }) => [type, metadata.actor, metadata.effectiveAt, metadata.source?.line]),
    ).toEqual([
      ['record.opened', 'clerk', '2011-10-11T11:45:40.276Z', 3],
      ['record.action-taken', 'clerk', '2011-10-12T08:00:00.000Z', 9],
      ['record.action-taken', 'clerk', '2011-10-13T08:00:00.000Z', 12],
    ]);
    expect(events[0]!.data).toMatchObject({ number: 'PR-2011-0001' });
    expect(events[0]!.metadata.recordedAt).toBe(here.now);
    const byAda = new ImportRecord({ ...history, context: context('ada'), steps });
    expect(await codesOf(here.bus.execute(byAda))).toEqual(['NOT_PERMITTED']);
  });
});

describe('a store that keeps saying somebody was faster', () => {
  it('is asked again, but not for ever', async () => {
    const busy = writing((store) => ({
      ...store,
      read: async (...args) => store.read(...args),
      append: async (name, events, expected) => {
        if (name.includes('Request-')) throw new WrongExpectedVersion(name, expected, expected + 1);
        return store.append(name, events, expected);
      },
    }));
    await withPeople(busy);
    expect(await codesOf(busy.bus.execute(open(1, 'ada', { title: 'x', reference: 'one' })))).toEqual([
      'UNAVAILABLE',
    ]);
    const numbers = await busy.events(NUMBERS);
    expect(numbers.map(({ type }) => type)).toEqual(['number.taken', 'number.voided']);
    const claims = (await all(busy)).filter(({ stream: name }) => name.includes('.unique-'));
    expect(claims.map(({ type }) => type)).toEqual(['value.claimed', 'value.released']);
    expect(numbers[1]!.data).toMatchObject({ number: 'PR-2026-0001', why: 'Refused: UNAVAILABLE' });
  });
});
