import { describe, expect, it } from '@jest/globals';
import { createUnopenedRecord } from '#domain/record/record-state.js';
import type { Grant } from '#specification/model/specification.js';
import { at, EXAMPLE, expression, REQUEST } from '#test/domain/example-specification.js';
import type { Refused } from '#domain/refusal.js';
import {
  ada,
  after,
  bert,
  codes,
  decision,
  DRAFT,
  decisionContext,
  fay,
  ID,
  LINES,
  opening,
  SUPPLIER_ID,
  SYSTEM,
} from '#test/domain/given.js';

const open = (input: Record<string, unknown>, user = ada, more = {}) =>
  decision(createUnopenedRecord(ID), opening(user, input), user, more);

describe('opening a record', () => {
  it('records every first value with defaults and computed fields', () => {
    const events = open({ title: 'A saw', lines: LINES, supplier: SUPPLIER_ID }, ada, {
      number: 'PR-2026-0001',
    });
    expect(events).toEqual([
      {
        type: 'record.opened',
        data: {
          entity: 'Request',
          number: 'PR-2026-0001',
          title: 'PR-2026-0001 A saw',
          state: 'draft',
          fields: {
            title: 'A saw',
            supplier: SUPPLIER_ID,
            lines: [{ item: 'Saw', quantity: 2, price: 1250 }],
            requestedBy: 'ada',
            amount: 2500,
            vat: 475,
          },
        },
      },
    ]);
  });

  it('leaves a field with a default empty where it was sent empty', () => {
    const state = after([ada, opening(ada, { title: 'A saw' })]);
    expect(state.fields.requestedBy).toBe('ada');
    const emptied = after([SYSTEM, opening(SYSTEM, { title: 'A saw', requestedBy: '' })]);
    expect(emptied.fields).toEqual({ title: 'A saw' });
  });

  it('reports every problem at once with field and line', () => {
    const outcome = open({
      titel: 'x',
      amount: '5',
      neededOn: '2026-02-30',
      department: 'Kitchen',
      lines: [{ item: '', quantity: '0' }],
      supplier: ID,
    });
    expect(codes(outcome)).toEqual([
      'UNKNOWN_FIELD',
      'NOT_A_CHOICE',
      'NO_SUCH_RECORD',
      'REQUIRED',
      'TOO_SMALL',
      'COMPUTED_FIELD',
      'WRONG_TYPE',
      'REQUIRED',
    ]);
    const { reasons } = outcome as Refused;
    expect(reasons.map(({ fields }) => fields)).toEqual([
      ['titel'],
      ['department'],
      ['supplier'],
      ['lines.0.item'],
      ['lines.0.quantity'],
      ['amount'],
      ['neededOn'],
      ['title'],
    ]);
    expect(reasons.at(-1)).toMatchObject({
      message: 'Enter title',
      kind: 'invalid',
      place: { section: 3, line: 20 },
    });
    expect(reasons[3]!.message).toBe('Enter item in row 1');
  });

  it('does not require fields that an action asks for', () => {
    expect(codes(open({ title: 'A saw' }))).toEqual([]);
  });

  it('treats white space as a missing value', () => {
    for (const title of [' ', '\u3000', '\u200b\u2060', '\ufeff', '\n\t'])
      expect(codes(open({ title }))).toEqual(['REQUIRED']);
  });

  it('is refused without a permitted role, naming the permitted ones', () => {
    const stranger = { ...ada, roles: [] };
    expect(open({ title: 'A saw' }, stranger)).toMatchObject({
      reasons: [
        {
          code: 'NOT_PERMITTED',
          message: 'You may not open “Request”.',
          remedy: 'Allowed for: Staff.',
          kind: 'not permitted',
          place: { section: 6, line: 70 },
        },
      ],
    });
  });

  it('is refused over the daily limit, except for the system', () => {
    const known = { records: new Map(), people: new Set<string>(), opensToday: 50 };
    expect(open({ title: 'A saw' }, ada, { known })).toMatchObject({
      reasons: [{ code: 'LIMIT_REACHED', kind: 'too often', place: { section: 9, line: 90 } }],
    });
    expect(codes(open({ title: 'A saw' }, SYSTEM, { known }))).toEqual([]);
  });

  it('refuses fields that the person cannot edit', () => {
    const nobody = { ...ada, roles: ['budgetHolder', 'requester'] };
    expect(codes(open({ title: 'A saw', iban: 'DE12' }, nobody))).toEqual([]);
    const outsider = { ...bert, roles: ['budgetHolder'] };
    expect(codes(open({ title: 'A saw', iban: 'DE12' }, outsider))).toEqual(['NOT_PERMITTED']);
  });

  it('checks permission for every sent field, also one equal to its default', () => {
    const edit = { roles: { finance: true }, place: REQUEST.place } as const;
    const permissions = { ...REQUEST.permissions, fields: { requestedBy: { edit } } };
    const entity = { ...REQUEST, permissions };
    expect(codes(open({ title: 'A saw' }, ada, { entity }))).toEqual([]);
    for (const requestedBy of ['ada', 'bert', '', null])
      expect(codes(open({ title: 'A saw', requestedBy }, ada, { entity }))).toEqual(['FIELD_NOT_PERMITTED']);
  });

  it('does not apply rules to unreadable fields', () => {
    const entity = { ...REQUEST, rules: REQUEST.rules.map((rule) => ({ ...rule, in: undefined })) };
    expect(codes(open({ title: 'x', lines: 'none' }, ada, { entity }))).toEqual(['WRONG_TYPE']);
    expect(codes(open({ title: 'x' }, ada, { entity }))).toEqual(['AMOUNT_MISSING']);
  });

  it('does not reveal a used id to a person who cannot open records', () => {
    const nobody = { ...fay, roles: [] };
    const whoOpens = { roles: { finance: true as const }, place: at(6, 1) };
    const conditional = {
      roles: { requester: expression('false', at(6, 2), () => false) },
      place: at(6, 1),
    };
    const restricted = (open: Grant) => ({
      entity: { ...REQUEST, permissions: { ...REQUEST.permissions, open } },
    });
    for (const [who, open] of [
      [nobody, whoOpens],
      [ada, whoOpens],
      [ada, conditional],
      [bert, conditional],
    ] as const) {
      const attempts = [createUnopenedRecord(ID), after(DRAFT)].map((state) =>
        decision(state, opening(who, { title: 'Mine' }), who, restricted(open)),
      );
      const taken = { ...decisionContext(who).known, idTaken: true };
      attempts.push(
        decision(createUnopenedRecord(ID), opening(who, { title: 'Mine' }), who, {
          ...restricted(open),
          known: taken,
        }),
      );
      for (const attempt of attempts) expect(codes(attempt)).toEqual(['NOT_PERMITTED']);
    }
    const worn = { ...decisionContext(ada).known, opensToday: 99, idTaken: true };
    const limited = { ...EXAMPLE, limits: { ...EXAMPLE.limits, opensPerUserPerDay: 5 } };
    expect(
      codes(
        decision(createUnopenedRecord(ID), opening(ada, { title: 'Mine' }), ada, {
          specification: limited,
          known: worn,
        }),
      ),
    ).toEqual(['LIMIT_REACHED']);
  });

  it('is refused if the record is open already', () => {
    expect(codes(decision(after(DRAFT), opening(fay, { title: 'Again' }), fay))).toEqual(['ID_TAKEN']);
    expect(codes(decision(after(DRAFT), opening(ada, { title: 'Again' }), ada))).toEqual(['ALREADY_OPEN']);
  });
});
