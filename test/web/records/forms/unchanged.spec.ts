import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ChangeRecord, OpenRecord } from '#domain/record/record-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { formAsShown } from '#test/web/browser-form.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';
import { numRuns } from '#test/property-runs.js';

const specification = (fields: string) =>
  documentOf({
    1: `key: desk
locale: de-DE
timeZone: Europe/Berlin
currency: EUR`,
    3: `entities:
  Ticket:
    title: "{subject}"
    fields:
      subject: text
${fields}
      body: { type: text, multiline: true }
      urgent: boolean
      known: { type: boolean, default: true }
      weight: { type: decimal, places: 3 }
      price: money
      on: date
      at: dateTime
      owner: user
      parent: { type: reference, to: Ticket }
      secret: { type: text, multiline: true }
      scans: { type: files }
      scan: { type: file }
      lines:
        type: table
        fields:
          item: text
          note: { type: text, multiline: true }
          gift: boolean
          at: dateTime
          price: money`,
    4: `lifecycles:
  Ticket:
    states: { open: {}, closed: {} }
    actions:
      close: { from: open, to: closed, ask: [at, kind, count] }`,
    6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions:
  Ticket:
    fields: { secret: { read: [boss], edit: [staff] } }`,
  });

const WIDE = specification(`      count: integer
      kind: { type: choice, of: [bug, wish, "old one", " padded"] }`);
const NARROW = specification(`      count: { type: integer, min: 10, max: 20 }
      kind: { type: choice, of: [bug, wish, "old one", " padded"], required: true }`);

/** An hour that occurs twice in Berlin. */
const TWICE = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'];

const lineBreaks = fc.constantFrom(
  '',
  'a',
  ' a ',
  'a\nb',
  '\n\na\n',
  'a\r\nb',
  'a\rb',
  '\ra',
  '\t',
  '<b>"&\'',
  ' ',
  'ä\u2028',
  '0012',
);
const text = fc.oneof(
  lineBreaks,
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((each) => !each.includes('\0')),
);
const moment = fc.oneof(
  fc.constantFrom(
    ...TWICE,
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '1890-01-01T00:00:00Z',
    '2026-11-20T10:00:00.123456789+05:30',
  ),
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);
const amount = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => (cents / 100).toFixed(2));
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const row = fc.record({
  item: maybe(text),
  note: maybe(text),
  gift: maybe(fc.boolean()),
  at: maybe(moment),
  price: maybe(amount),
});
const fields = fc.record({
  subject: maybe(text),
  body: maybe(text),
  secret: maybe(text),
  urgent: maybe(fc.boolean()),
  known: fc.option(fc.boolean()),
  weight: maybe(fc.integer({ min: -1e9, max: 1e9 }).map((grams) => (grams / 1000).toFixed(3))),
  price: maybe(amount),
  on: maybe(fc.constantFrom('0000-01-01', '0999-12-31', '2026-02-28', '9999-12-31')),
  at: maybe(moment),
  owner: maybe(fc.constantFrom(PEOPLE.boss.id, PEOPLE.clerk.id)),
  count: maybe(fc.integer({ min: -100, max: 100 })),
  kind: maybe(fc.constantFrom('bug', 'old one', ' padded')),
  lines: maybe(fc.array(row, { maxLength: 4 })),
});

describe('a form that is sent as it was shown', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    await daybook.send(new PublishSpecification({ text: WIDE, context: system() }));
    await daybook.settled();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

  const open = async (input: Readonly<Record<string, unknown>>): Promise<string> => {
    const id = uuid();
    const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
    await daybook.send(new OpenRecord({ application: 'desk', entity: 'Ticket', id, input, context }));
    return id;
  };
  const eventsOf = async (id: string) => (await daybook.installation.store.read(`desk.Ticket-${id}`)).events;
  const shown = async (path: string) => {
    const answer = await clerk.get(path);
    expect(answer.status).toBe(200);
    return formAsShown(answer.text);
  };
  const post = async (path: string, sent: Record<string, string>) => clerk.post(path).type('form').send(sent);
  const editOf = (id: string) => `/desk/tickets/${id}/edit`;
  const change = async (id: string, input: Readonly<Record<string, unknown>>) => {
    const context = { actor: PEOPLE.boss.id, commandId: uuid() };
    await daybook.send(new ChangeRecord({ application: 'desk', entity: 'Ticket', id, input, context }));
    await daybook.settled();
  };

  const changesNothing = () =>
    fc.assert(
      fc.asyncProperty(fields, async (input) => {
        const id = await open(input);
        await daybook.settled();
        const sent = await shown(editOf(id));
        const answer = await post(editOf(id), sent);
        expect([answer.status, await eventsOf(id)]).toEqual([303, [expect.anything()]]);

        const one = await post(editOf(id), { ...sent, _command: uuid(), body: 'mine' });
        const [, changed] = await eventsOf(id);
        expect([
          one.status,
          input.body === 'mine' ? ['body'] : Object.keys((changed?.data as { changes: object }).changes),
        ]).toEqual([303, ['body']]);
      }),
      { numRuns: numRuns(60) },
    );

  it(
    'changes nothing, and with one field changed that field alone, whatever a program has stored',
    changesNothing,
  );

  it('leaves the cells of a table that nobody touched as they are stored', async () => {
    const lines = [
      { item: 'a', at: TWICE[0], gift: true },
      { item: 'b', at: TWICE[1], note: 'x\r\ny' },
    ];
    const id = await open({ lines });
    await daybook.settled();
    const sent = await shown(editOf(id));
    await post(editOf(id), { ...sent, 'lines.1.item': 'c' });
    const [, changed] = await eventsOf(id);
    expect(changed).toMatchObject({
      data: {
        changes: {
          lines: {
            to: [
              { item: 'a', at: TWICE[0], gift: true, note: null, price: null },
              { item: 'c', at: TWICE[1], gift: null, note: 'x\ny', price: null },
            ],
          },
        },
      },
    });
  });

  it('takes an action without changing what it asks for', async () => {
    const id = await open({ subject: 'a', at: TWICE[1], kind: 'old one', count: 5 });
    await daybook.settled();
    const path = `/desk/tickets/${id}/actions/close`;
    expect((await post(path, await shown(path))).status).toBe(303);
    const [, taken] = await eventsOf(id);
    expect(taken).toMatchObject({ type: 'record.action-taken', data: { changes: {} } });
  });

  it('names no conflict over what was not touched, and undoes nothing of others, also once a conflict is settled', async () => {
    const id = await open({ subject: 'a', body: 'b' });
    await daybook.settled();
    const sent = await shown(editOf(id));
    await change(id, { urgent: true, body: 'theirs', at: TWICE[1] });
    const conflict = await post(editOf(id), { ...sent, body: 'mine' });
    expect(conflict.status).toBe(409);
    expect(conflict.text).toContain('choose.body');
    expect(conflict.text).not.toContain('choose.urgent');
    const settled = { ...formAsShown(conflict.text), 'choose.body': 'yours' };
    expect((await post(editOf(id), settled)).status).toBe(303);
    const last = (await eventsOf(id)).at(-1);
    expect(last).toMatchObject({ data: { changes: { body: { from: 'theirs', to: 'mine' } } } });
    expect(Object.keys((last!.data as { changes: object }).changes)).toEqual(['body']);
  });

  it('asks for a yes or no as a question with three answers, and keeps a box where there is a default', async () => {
    const { text: page } = await clerk.get('/desk/tickets/new');
    expect(page).toMatch(
      /<select[^>]*name="urgent"[^>]*><option value="" selected="">–<\/option><option value="true">Ja/,
    );
    expect(page).toMatch(/<select[^>]*name="lines.0.gift"/);
    expect(page).toMatch(/type="checkbox"[^>]*name="known"[^>]*checked/);
    const answer = await post('/desk/tickets/new', { ...formAsShown(page), subject: 'x' });
    const [opened] = await eventsOf(answer.headers['location']!.split('/').at(-1)!);
    const { fields: stored } = opened!.data as { fields: Record<string, unknown> };
    expect(stored).toEqual({ subject: 'x', known: true });
  });

  it('finds those that were not answered', async () => {
    await open({ subject: 'answered no', urgent: false });
    await open({ subject: 'never answered' });
    await daybook.settled();
    const { text: list } = await clerk.get('/desk/tickets?urgent=none');
    expect(list).toContain('never answered');
    expect(list).not.toContain('answered no');
  });

  it('tells nobody what a hidden value is by whether it is taken', async () => {
    const id = await open({ subject: 'a', secret: 'known only to the boss' });
    await daybook.settled();
    const sent = await shown(editOf(id));
    const guesses = ['known only to the boss', 'a guess'];
    const answers = [];
    for (const secret of guesses) {
      const before = (await eventsOf(id)).length;
      const { status } = await post(editOf(id), { ...sent, _command: uuid(), secret });
      answers.push([status, (await eventsOf(id)).length - before]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('is answered with 400 for a version that never was', async () => {
    const id = await open({ subject: 'a' });
    await daybook.settled();
    const sent = await shown(editOf(id));
    expect((await post(editOf(id), { ...sent, _form: '99' })).status).toBe(400);
  });

  describe('under a version of the specification that would not take its values today', () => {
    beforeAll(async () => {
      const ids = await Promise.all([open({ kind: 'old one', count: 5 }), open({ subject: 'no kind' })]);
      await daybook.send(new PublishSpecification({ text: NARROW, context: system() }));
      await daybook.settled();
      old.push(...ids);
    });
    const old: string[] = [];

    it('changes nothing', async () => {
      for (const id of old) {
        const sent = await shown(editOf(id));
        const { status } = await post(editOf(id), sent);
        expect([status, (await eventsOf(id)).length]).toEqual([303, 1]);
        await post(editOf(id), { ...sent, _command: uuid(), body: 'mine' });
        expect((await eventsOf(id))[1]).toMatchObject({ data: { changes: { body: { to: 'mine' } } } });
      }
    });
  });
});
