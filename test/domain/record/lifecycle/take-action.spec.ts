import { describe, expect, it } from '@jest/globals';
import { at, expression, REQUEST } from '#test/domain/example-specification.js';
import { listOfferedActions } from '#domain/record/lifecycle/offered-actions.js';
import { RefuseApproval, TakeBackApproval } from '#domain/record/record-commands.js';
import { createUnopenedRecord } from '#domain/record/record-state.js';
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
  decisionContext,
  fay,
  ID,
  opening,
  SYSTEM,
  withEvents,
} from '#test/domain/given.js';

const SUBMIT = [ada, acting(ada, 'submit')] as const;
const draft = after(DRAFT);
const submitted = after(DRAFT, SUBMIT);
const approved = after(DRAFT, SUBMIT, [bert, acting(bert, 'approve')]);
const rejected = after(DRAFT, SUBMIT, [bert, acting(bert, 'reject', { reason: 'Too dear' })]);

describe('taking an action', () => {
  it('moves the record on', () => {
    expect(decision(draft, acting(ada, 'submit'), ada)).toEqual([
      {
        type: 'record.action-taken',
        data: { action: 'submit', from: 'draft', to: 'submitted', changes: {} },
      },
    ]);
    expect(approved.state).toBe('approved');
  });

  it('is refused like every command for a record that does not exist', () => {
    const nothing = createUnopenedRecord(ID);
    const on = { application: 'purchasing', entity: 'Request', id: ID, action: 'approve' };
    const context = { actor: 'bert', commandId: 'c1' };
    for (const command of [
      acting(bert, 'approve'),
      changing(bert, { title: 'Two saws' }),
      commenting(bert, 'Hello'),
      assigning(bert, 'ada'),
      new RefuseApproval({ ...on, context, reason: 'Too dear' }),
      new TakeBackApproval({ ...on, context }),
    ])
      expect([command.type, ...codes(decision(nothing, command, bert))]).toEqual([command.type, 'NOT_FOUND']);
  });

  it('may leave the state as it is', () => {
    expect(decision(draft, acting(ada, 'ping'), ada)).toMatchObject([
      { data: { from: 'draft', to: 'draft' } },
    ]);
  });

  it('requires its fields and refuses others', () => {
    expect(codes(decision(approved, acting(fay, 'pay'), fay))).toEqual(['REQUIRED']);
    expect(codes(decision(approved, acting(fay, 'pay', { input: { paidOn: 'x' } }), fay))).toEqual([
      'WRONG_TYPE',
    ]);
    const more = { paidOn: '2026-11-20', note: 'x', title: 'A saw' };
    expect(decision(approved, acting(fay, 'pay', { input: more }), fay)).toMatchObject({
      reasons: [
        { code: 'BAD_REQUEST', fields: ['title'] },
        { code: 'BAD_REQUEST', fields: ['note'] },
      ],
    });
    expect(decision(approved, acting(fay, 'pay', { input: { paidOn: '2026-11-20' } }), fay)).toMatchObject([
      { data: { to: 'paid', changes: { paidOn: { from: null, to: '2026-11-20' } } } },
    ]);
  });

  it('requires a reason that is not blank', () => {
    for (const reason of [
      undefined,
      '',
      ' \t\n',
      '\u00a0\u2007\u202f',
      '\u200b\u200c\u200d\u2060\ufeff',
      '\u3164\u115f\u2800',
      '\u00ad',
    ]) {
      expect(decision(submitted, acting(bert, 'reject', { reason }), bert)).toMatchObject({
        reasons: [{ code: 'REASON_REQUIRED', fields: ['reason'] }],
      });
    }
    expect(decision(submitted, acting(bert, 'reject', { reason: 'No.' }), bert)).toMatchObject([
      { metadata: { reason: 'No.' } },
    ]);
    expect(decision(submitted, acting(bert, 'reject', { reason: 'x'.repeat(501) }), bert)).toMatchObject({
      reasons: [{ code: 'TOO_LONG', fields: ['reason'] }],
    });
  });

  it('is refused for state, role, separation of duties and guard at once', () => {
    const outcome = decision(draft, acting(ada, 'approve'), ada) as Refused;
    expect(outcome.reasons).toMatchObject([
      {
        code: 'WRONG_STATE',
        message: 'Approve is not possible while it is “Draft”.',
        remedy: 'It is possible in: Waiting for approval.',
        place: { section: 4, line: 50 },
      },
      { code: 'NOT_PERMITTED', remedy: 'Allowed for: Budget holder.' },
      { code: 'SEPARATION_OF_DUTIES', place: { section: 4, line: 51 } },
    ]);
  });

  it('is refused if its guard fails or cannot be evaluated', () => {
    const dear = { ...approved, fields: { ...approved.fields, amount: 2_000_000 } };
    const pay = acting(fay, 'pay', { input: { paidOn: '2026-11-20' } });
    expect(decision({ ...approved, fields: {} }, pay, fay)).toMatchObject({
      reasons: [
        {
          code: 'GUARD',
          message: '“Pay” is not possible now.',
          remedy: 'This is possible only if Amount is less than €10,000.',
          place: { section: 4, line: 52 },
        },
      ],
    });
    expect(codes(decision(dear, pay, fay))).toContain('GUARD');
  });

  it('is refused if a rule of the next state fails', () => {
    const free = after([ada, opening(ada, { title: 'Nothing' })]);
    expect(codes(decision(free, acting(ada, 'submit'), ada))).toEqual(['AMOUNT_MISSING']);
  });

  it('is refused with the known actions if it is unknown', () => {
    expect(decision(draft, acting(ada, 'constructor'), ada)).toMatchObject({
      reasons: [{ code: 'NO_SUCH_ACTION', kind: 'not found' }],
    });
  });

  it('by the system needs no role, but obeys rules and lifecycle', () => {
    expect(codes(decision(submitted, acting(SYSTEM, 'approve'), SYSTEM))).toEqual([]);
    expect(codes(decision(draft, acting(SYSTEM, 'approve'), SYSTEM))).toEqual(['WRONG_STATE']);
    const lines = [{ item: 'Saw', quantity: 1, price: 1 }];
    const own = after([SYSTEM, opening(SYSTEM, { title: 'x', lines })], [SYSTEM, acting(SYSTEM, 'submit')]);
    expect(codes(decision(own, acting(SYSTEM, 'approve'), SYSTEM))).toEqual([]);
  });

  it('can leave a final state', () => {
    expect(decision(rejected, acting(bert, 'reopen'), bert)).toMatchObject([{ data: { to: 'draft' } }]);
  });
});

describe('an action on a record that has changed since its base version', () => {
  const dearer = { lines: [{ item: 'Saw', quantity: 9, price: '12.50' }] };
  const changed = withEvents(submitted, ada, decision(submitted, changing(ada, dearer), ada) as never);

  it('is refused as a conflict', () => {
    const outcome = decision(changed, acting(bert, 'approve'), bert, { baseState: submitted }) as Refused;
    expect(codes(outcome)).toEqual(['CHANGED_MEANWHILE']);
    expect(outcome.differences.map(({ field, by }) => [field, by])).toEqual([
      ['lines', 'ada'],
      ['amount', 'ada'],
      ['vat', 'ada'],
    ]);
  });

  it('is taken if only comments and assignments came in between', () => {
    const talked = withEvents(submitted, ada, [
      { type: 'record.commented', data: { text: 'Soon?' } },
      { type: 'record.assigned', data: { from: null, to: 'bert' } },
    ]);
    expect(codes(decision(talked, acting(bert, 'approve'), bert, { baseState: submitted }))).toEqual([]);
  });

  it('is refused for its state if that has changed', () => {
    expect(
      codes(decision(approved, acting(bert, 'reject', { reason: 'No' }), bert, { baseState: submitted })),
    ).toEqual(['WRONG_STATE']);
    expect(codes(decision(submitted, acting(ada, 'ping'), ada, { baseState: draft }))).toEqual([
      'CHANGED_MEANWHILE',
    ]);
  });
});

describe('offered actions', () => {
  const reasons = (record: typeof draft, user: typeof ada) =>
    Object.fromEntries(
      listOfferedActions(decisionContext(user), record).map((offer) => [
        offer.action.key,
        offer.reasons.map(({ code }) => code),
      ]),
    );

  it('give the reasons why an action cannot be taken', () => {
    expect(reasons(submitted, bert)).toEqual({
      submit: ['WRONG_STATE'],
      approve: [],
      reject: [],
      pay: ['WRONG_STATE', 'NOT_PERMITTED'],
      reopen: ['WRONG_STATE'],
      ping: [],
    });
    expect(reasons(submitted, { ...ada, roles: ['requester', 'budgetHolder'] })).toMatchObject({
      approve: ['SEPARATION_OF_DUTIES'],
    });
  });

  it('ignore fields that the action asks for', () => {
    expect(reasons(approved, fay)).toMatchObject({ pay: [] });
  });

  it('omit the guard if the state is wrong', () => {
    expect(reasons(after([ada, opening(ada, { title: 'x' })]), fay)).toMatchObject({ pay: ['WRONG_STATE'] });
  });

  it('ignore rules about fields that the action asks for', () => {
    const place = at(5, 62);
    const paid = expression(
      'record.paidOn != null',
      place,
      ({ record }) => record!.fields.paidOn !== undefined,
    );
    const rule = { id: 'R2', entity: 'Request', in: ['paid'], check: paid, error: 'RULE', fields: [], place };
    const entity = { ...REQUEST, rules: [...REQUEST.rules, rule] };
    const [offer] = listOfferedActions(decisionContext(fay, { entity }), approved).filter(
      ({ action }) => action.key === 'pay',
    );
    expect(offer!.reasons).toEqual([]);
    expect(codes(decision(approved, acting(fay, 'pay'), fay, { entity }))).toEqual(['REQUIRED', 'RULE']);
  });

  it('include rules of the next state that fail', () => {
    expect(reasons(after([ada, opening(ada, { title: 'x' })]), ada)).toMatchObject({
      submit: ['AMOUNT_MISSING'],
    });
  });
});

describe('comments and assignments', () => {
  it('are recorded as written, also in final states', () => {
    expect(decision(rejected, commenting(ada, ' Why?\r\n '), ada)).toEqual([
      { type: 'record.commented', data: { text: ' Why?\n ' } },
    ]);
    for (const [text, code] of [
      [' \u200b', 'EMPTY_COMMENT'],
      ['x'.repeat(1001), 'TOO_LONG'],
      ['a\ud800', 'WRONG_TYPE'],
    ] as const)
      expect(decision(draft, commenting(ada, text), ada)).toMatchObject({
        reasons: [{ code, fields: ['text'] }],
      });
  });

  it('are refused to people who cannot read the record', () => {
    const other = { ...ada, id: 'other' };
    expect(codes(decision(draft, commenting(other, 'Hello'), other))).toEqual(['NOT_PERMITTED']);
  });

  it('assign to registered people, once', () => {
    expect(decision(draft, assigning(ada, 'bert'), ada)).toMatchObject([
      { data: { from: null, to: 'bert' } },
    ]);
    expect(codes(decision(draft, assigning(ada, 'nobody'), ada))).toEqual(['NO_SUCH_PERSON']);
    expect(decision(draft, assigning(ada, null), ada)).toEqual([]);
    expect(codes(decision(rejected, assigning(ada, 'bert'), ada))).toEqual(['FINAL_STATE']);
  });

  it('conflict with a concurrent assignment', () => {
    const assigned = withEvents(draft, fay, [{ type: 'record.assigned', data: { from: null, to: 'fay' } }]);
    const outcome = decision(assigned, assigning(ada, 'bert'), ada, { baseState: draft }) as Refused;
    expect(outcome.differences).toMatchObject([
      { field: 'assignee', base: null, theirs: 'fay', yours: 'bert', by: 'fay' },
    ]);
    const changed = withEvents(draft, ada, decision(draft, changing(ada, { note: 'x' }), ada) as never);
    expect(codes(decision(changed, assigning(ada, 'bert'), ada, { baseState: draft }))).toEqual([]);
  });

  it.each([
    ['as somebody else did meanwhile', 'fay'],
    ['as it was seen, and leave what somebody else did meanwhile', null],
  ])('assign nothing anew %s', (_what, to) => {
    const assigned = withEvents(draft, fay, [{ type: 'record.assigned', data: { from: null, to: 'fay' } }]);
    expect(decision(assigned, assigning(ada, to), ada, { baseState: draft })).toEqual([]);
  });
});
