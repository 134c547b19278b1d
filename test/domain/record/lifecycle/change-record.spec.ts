import { describe, expect, it } from '@jest/globals';
import type { Refused } from '#domain/refusal.js';
import {
  acting,
  ada,
  after,
  assigning,
  bert,
  changing,
  codes,
  commenting,
  decision,
  DRAFT,
  fay,
  LINES,
  NOW,
  withEvents,
} from '#test/domain/given.js';
import { REQUEST } from '#test/domain/example-specification.js';

const draft = after(DRAFT);

describe('changing a record', () => {
  it('records old and new values with computed fields and title', () => {
    const outcome = decision(
      draft,
      changing(ada, { title: 'A big saw', lines: [{ ...LINES[0], quantity: 3 }] }),
      ada,
    );
    expect(outcome).toEqual([
      {
        type: 'record.changed',
        data: {
          title: 'PR-2026-0001 A big saw',
          changes: {
            title: { from: 'A saw', to: 'A big saw' },
            lines: {
              from: [{ item: 'Saw', quantity: 2, price: 1250 }],
              to: [{ item: 'Saw', quantity: 3, price: 1250 }],
            },
            amount: { from: 2500, to: 3750 },
            vat: { from: 475, to: 713 },
          },
        },
      },
    ]);
  });

  it('to the same value is no event', () => {
    expect(decision(draft, changing(ada, { title: 'A saw', note: '' }), ada)).toEqual([]);
  });

  it('requires newly required fields, but not those an action asks for later', () => {
    const fields = REQUEST.fields.map((field) =>
      field.key === 'department' ? { ...field, required: true } : field,
    );
    const since = { entity: { ...REQUEST, fields } };
    expect(codes(decision(draft, changing(ada, { department: '' }), ada, since))).toEqual(['REQUIRED']);
    expect(codes(decision(draft, changing(ada, { department: 'Sales' }), ada, since))).toEqual([]);
    expect(codes(decision(draft, changing(ada, { paidOn: '' }), ada, since))).toEqual([]);
  });

  it('quotes at most two hundred characters of a wrong value', () => {
    const said = (letters: number) =>
      decision(draft, changing(ada, { department: 'x'.repeat(letters) }), ada) as Refused;
    expect(said(200).reasons[0]!.message).toContain('x'.repeat(200));
    expect(said(5_000).reasons[0]!.message).toMatch(/(?<!x)x{200}…/);
  });

  it('refuses any value for a computed field', () => {
    for (const amount of [2500, 2501, '25.00', '', null])
      expect(codes(decision(draft, changing(ada, { amount }), ada))).toEqual(['COMPUTED_FIELD']);
  });

  it('refuses a person who cannot read the record before anything else', () => {
    const outsider = { ...bert, roles: ['requester'] };
    const outcomes = [
      changing(outsider, { title: '' }, 0),
      acting(outsider, 'no such action'),
      commenting(outsider, ''),
      assigning(outsider, 'nobody'),
    ].map((command) => decision(draft, command, outsider));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        reasons: [{ code: 'NOT_PERMITTED', message: 'You may not read this Request.' }],
        differences: [],
      });
  });

  it('checks permission for every sent field before its value', () => {
    const fields = { note: { edit: { roles: { finance: true }, place: REQUEST.place } } } as const;
    const entity = { ...REQUEST, permissions: { ...REQUEST.permissions, fields } };
    const noted = { ...draft, fields: { ...draft.fields, note: 'so' } };
    const outcomes = ['so', 'other', '', null, 7].map((note) =>
      decision(noted, changing(ada, { note }), ada, { entity }),
    );
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(codes(outcomes[0]!)).toEqual(['FIELD_NOT_PERMITTED']);
  });

  it('writes a hidden field even if unchanged, without a conflict', () => {
    const before = { ...draft, fields: { ...draft.fields, iban: 'DE1' } };
    const meanwhile = { ...draft, fields: { ...draft.fields, iban: 'DE2' } };
    for (const state of [draft, before, meanwhile])
      for (const seen of [undefined, before])
        expect(decision(state, changing(ada, { iban: 'DE2' }), ada, { baseState: seen })).toMatchObject([
          { type: 'record.changed', data: { changes: { iban: { to: 'DE2' } } } },
        ]);
  });

  it('empties a field that is sent empty, unless it is required', () => {
    expect(decision(draft, changing(ada, { lines: [{ item: '', price: null }] }), ada)).toMatchObject([
      { data: { changes: { lines: { to: null }, amount: { from: 2500, to: null }, vat: { to: null } } } },
    ]);
    expect(codes(decision(draft, changing(ada, { title: ' ' }), ada))).toEqual(['REQUIRED']);
    expect(decision(draft, changing(ada, { paidOn: '' }), ada)).toEqual([]);
  });

  it('requires permission for the record and for the field', () => {
    expect(decision(draft, changing(bert, { title: 'x' }), bert)).toMatchObject({
      reasons: [
        {
          code: 'NOT_PERMITTED',
          remedy: 'Allowed for: Staff (the person under “RequestedBy”), Finance.',
        },
      ],
    });
    const clerk = { ...fay, roles: ['finance'] };
    expect(codes(decision(draft, changing(clerk, { iban: 'DE1' }), clerk))).toEqual([]);
    const stranger = { ...ada, id: 'x', roles: [] };
    expect(codes(decision(draft, changing(stranger, { iban: 'DE1' }), stranger))).toEqual(['NOT_PERMITTED']);
  });

  it('is refused by a rule of the state, with rule and line', () => {
    const submitted = after(DRAFT, [ada, acting(ada, 'submit')]);
    const outcome = decision(submitted, changing(ada, { lines: [] }), ada);
    expect(outcome).toMatchObject({
      reasons: [
        {
          code: 'AMOUNT_MISSING',
          rule: 'R1',
          message: 'PR-2026-0001 costs nothing yet.',
          fields: ['lines'],
          place: { section: 5, line: 61 },
        },
      ],
    });
    expect(codes(decision(draft, changing(ada, { lines: [] }), ada))).toEqual([]);
  });

  it('is refused in a final state', () => {
    const rejected = after(
      DRAFT,
      [ada, acting(ada, 'submit')],
      [bert, acting(bert, 'reject', { reason: 'Too dear' })],
    );
    expect(codes(decision(rejected, changing(ada, { title: 'x' }), ada))).toEqual(['FINAL_STATE']);
  });
});

describe('two people who change one record', () => {
  const theirs = withEvents(draft, fay, decision(draft, changing(fay, { note: 'hers' }), fay) as never);
  const mine = (input: Record<string, unknown>) =>
    decision(theirs, changing(ada, input), ada, { baseState: draft });

  it('keep both changes of different fields, even if the form sends all fields', () => {
    expect(mine({ title: 'Mine', note: '', department: '' })).toMatchObject([
      { data: { changes: { title: { from: 'A saw', to: 'Mine' } } } },
    ]);
  });

  it('have no conflict if both wrote the same value', () => {
    expect(mine({ note: 'hers' })).toEqual([]);
  });

  it('have a conflict with both values if the field is the same', () => {
    const outcome = mine({ note: 'mine', title: 'x' }) as Refused;
    expect(codes(outcome)).toEqual(['CHANGED_MEANWHILE']);
    expect(outcome.differences).toMatchObject([
      { field: 'note', of: { key: 'note' }, base: null, theirs: 'hers', yours: 'mine', by: 'fay', at: NOW },
    ]);
  });

  it('get other reasons together with the conflict', () => {
    expect(codes(mine({ note: 'mine', neededOn: 'soon' }))).toEqual(['CHANGED_MEANWHILE', 'WRONG_TYPE']);
  });

  it('have no conflict over a hidden field: the later value stands', () => {
    const account = withEvents(draft, fay, decision(draft, changing(fay, { iban: 'DE1' }), fay) as never);
    const outcome = decision(account, changing(ada, { iban: 'FR2' }), ada, { baseState: draft });
    expect(outcome).toMatchObject([{ data: { changes: { iban: { from: 'DE1', to: 'FR2' } } } }]);
  });
});
