import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import type { Action, Approvals, RecordInScope } from '#specification/model/specification.js';
import { importHistory } from '#domain/record/import/import-history.js';
import { listOfferedActions } from '#domain/record/lifecycle/offered-actions.js';
import { createUnopenedRecord, type OpenedRecord } from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import { at, expression, field, needed, REQUEST } from '#test/domain/example-specification.js';
import {
  acting,
  ada,
  after,
  bert,
  changing,
  codes,
  decision,
  decisionContext,
  fay,
  ID,
  LINES,
  NOW,
  opening,
  SYSTEM,
} from '#test/domain/given.js';

const submitted = after([ada, opening(ada, { title: 'A saw', lines: LINES })], [ada, acting(ada, 'submit')]);

/** With another `approve`. */
function declaring(more: Partial<Action>, fields = REQUEST.fields) {
  const actions = REQUEST.lifecycle.actions.map((one) => (one.key === 'approve' ? { ...one, ...more } : one));
  return { entity: { ...REQUEST, fields, lifecycle: { ...REQUEST.lifecycle, actions } } };
}

const approvals = (source: string, evaluate: (record: RecordInScope) => number): Approvals => {
  const place = at(4, 60);
  const count = expression(source, place, ({ record }) => evaluate(record!));
  return { of: [{ count, place }], inTurn: false, refusal: 'one', place };
};
const byAmount = approvals('record.amount > 10 ? 2 : 1', (record) =>
  needed<number>(record, 'amount') > 1_000 ? 2 : 1,
);

describe('given an action that needs the approval of two', () => {
  const two = declaring({ approvals: byAmount });

  it('when Daybook itself takes it, then it is refused with the line that asks for two', () => {
    expect(decision(submitted, acting(SYSTEM, 'approve'), SYSTEM, two)).toMatchObject({
      reasons: [
        {
          code: 'APPROVALS_NEEDED',
          kind: 'conflict',
          message: 'Approve needs the approval of 2 people.',
          place: { section: 4, line: 60 },
        },
      ],
    });
  });

  it('when it needs only one here, then it is taken', () => {
    const small = { ...submitted, fields: { ...submitted.fields, amount: 1 } };
    const cheap = declaring({ approvals: approvals('1', () => 1) });
    expect(types(decision(small, acting(bert, 'approve'), bert, cheap))).toEqual(['record.action-taken']);
  });

  it('when the number of approvals cannot be computed, then it is refused with what it depends on', () => {
    const unclear = declaring({
      approvals: approvals('record.risk > 3 ? 2 : 1', () => {
        throw new NotEvaluable('risk is missing');
      }),
    });
    expect(decision(submitted, acting(bert, 'approve'), bert, unclear)).toMatchObject({
      reasons: [{ code: 'APPROVALS_UNCLEAR', remedy: 'Fill in what it depends on: record.risk > 3 ? 2 : 1' }],
    });
  });

  it('when the answers raise the need to two, then it waits', () => {
    const fields = [...REQUEST.fields, field('limit', 'integer')];
    const growing = declaring(
      {
        ask: ['limit'],
        approvals: approvals('record.limit', (record) => Number(record.fields['limit'] ?? 1)),
      },
      fields,
    );
    const raised = acting(bert, 'approve', { input: { limit: '2' } });
    expect(types(decision(submitted, raised, bert, growing))).toEqual(['record.approval-given']);
    const kept = acting(bert, 'approve', { input: { limit: '1' } });
    expect(types(decision(submitted, kept, bert, growing))).toEqual(['record.action-taken']);
  });

  it('whatever the number, then one person takes the action exactly where it is one or less', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 50 }), (people) => {
        const many = declaring({ approvals: approvals(String(people), () => people) });
        const taken = types(decision(submitted, acting(bert, 'approve'), bert, many));
        expect(taken).toEqual([people <= 1 ? 'record.action-taken' : 'record.approval-given']);
      }),
    );
  });
});

const types = (outcome: Refused | readonly { readonly type: string }[]) =>
  outcome instanceof Refused ? codes(outcome) : outcome.map(({ type }) => type);

describe('given an action that needs a signature', () => {
  const signed = declaring({ sign: 'I approve this spending' });

  it('when somebody takes it unsigned, then it is refused with the meaning of the signature', () => {
    expect(decision(submitted, acting(bert, 'approve'), bert, signed)).toMatchObject({
      reasons: [
        {
          code: 'SIGNATURE_NEEDED',
          message: 'Approve needs a signature: “I approve this spending”.',
          place: { section: 4, line: 50 },
        },
      ],
    });
  });

  it('when Daybook itself takes it, then it signs nothing', () => {
    expect(codes(decision(submitted, acting(SYSTEM, 'approve'), SYSTEM, signed))).toEqual([
      'SIGNATURE_NEEDED',
    ]);
  });
});

describe('given a history of another system in which such an action was taken', () => {
  it('when it is imported, then approvals and signatures are not required', () => {
    const both = declaring({ sign: 'I approve', approvals: byAmount });
    const step = { input: {}, at: NOW, source: { line: 3, fingerprint: 'x' } };
    const history = {
      application: 'purchasing',
      entity: 'Request',
      id: ID,
      log: 'old.xes',
      source: { line: 1, fingerprints: {} },
      context: { actor: 'system', commandId: 'c1' },
      input: { title: 'A saw', lines: LINES, requestedBy: 'ada' },
      openedBy: 'ada',
      openedAt: NOW,
      steps: [
        { ...step, action: 'submit', actor: 'ada' },
        { ...step, action: 'approve', actor: 'ada' },
      ],
    };
    const events = importHistory(createUnopenedRecord(ID), history, decisionContext(SYSTEM, both));
    expect(events.map(({ type }) => type)).toEqual([
      'record.opened',
      'record.action-taken',
      'record.action-taken',
    ]);
  });
});

describe('given a person with two roles who opens a record for another person', () => {
  const forAda = after(
    [bert, opening(bert, { title: 'A saw', lines: LINES, requestedBy: 'ada' })],
    [ada, acting(ada, 'submit')],
  );

  it('when the other person submits it, then the person who opened it cannot approve it', () => {
    expect(codes(decision(forAda, acting(bert, 'approve'), bert))).toEqual(['SEPARATION_OF_DUTIES']);
  });

  it('when a third person approves it, then it is approved', () => {
    const third = { ...fay, roles: ['requester', 'budgetHolder'] };
    expect(codes(decision(forAda, acting(third, 'approve'), third))).toEqual([]);
  });

  it('when the action asks for the excluded person, then naming another person does not help', () => {
    const asking = declaring({ ask: ['requestedBy'] });
    const own = acting(ada, 'approve', { input: { requestedBy: 'bert' } });
    const holder = { ...ada, roles: ['requester', 'budgetHolder'] };
    expect(codes(decision(submitted, own, holder, asking))).toEqual(['SEPARATION_OF_DUTIES']);
    const other = acting(bert, 'approve', { input: { requestedBy: 'bert' } });
    expect(codes(decision(submitted, other, bert, asking))).toEqual(['SEPARATION_OF_DUTIES']);
  });
});

describe('given an action whose `not` looks at a field', () => {
  const fields = [...REQUEST.fields, field('reviewer', 'user')];
  const who = expression('record.reviewer', at(4, 70), ({ record }) => needed<string>(record!, 'reviewer'));
  const reviewed = declaring({ not: [who] }, fields);

  it('when the field is blank, then the action is refused with what it depends on', () => {
    expect(decision(submitted, acting(bert, 'approve'), bert, reviewed)).toMatchObject({
      reasons: [
        {
          code: 'SEPARATION_UNCLEAR',
          kind: 'conflict',
          remedy: 'Fill in what it depends on: Reviewer',
          place: { section: 4, line: 70 },
        },
      ],
    });
  });

  it('when the action is offered, then the offer has the same reason', () => {
    const offered = listOfferedActions(decisionContext(bert, reviewed), submitted).find(
      ({ action }) => action.key === 'approve',
    );
    expect(offered?.reasons.map(({ code }) => code)).toEqual(['SEPARATION_UNCLEAR']);
  });

  it('when the action itself fills the field in, then it is refused all the same', () => {
    const asking = declaring({ not: [who], ask: ['reviewer'] }, fields);
    const named = acting(bert, 'approve', { input: { reviewer: 'ada' } });
    expect(codes(decision(submitted, named, bert, asking))).toEqual(['SEPARATION_UNCLEAR']);
  });

  it('when the specification declares a blank to mean nobody, then nobody is excluded', () => {
    const optional = expression("record.reviewer == null ? '' : record.reviewer", at(4, 70), ({ record }) =>
      typeof record!.fields['reviewer'] === 'string' ? record!.fields['reviewer'] : null,
    );
    const free = declaring({ not: [optional] }, fields);
    expect(codes(decision(submitted, acting(bert, 'approve'), bert, free))).toEqual([]);
  });

  it('whatever is blanked or named before, then only people whom no part excludes take it', () => {
    const parts = fc.array(fc.constantFrom('reviewer', 'requestedBy', 'checker'), { minLength: 1 });
    const person = fc.constantFrom('ada', 'bert', 'fay', null);
    const people = fc.record({ reviewer: person, requestedBy: person, checker: person });
    fc.assert(
      fc.property(parts, people, (named, values) => {
        const given = Object.entries(values).filter(([, value]) => value !== null);
        const record = { ...submitted, fields: { ...Object.fromEntries(given) } };
        const not = named.map((key) =>
          expression(`record.${key}`, at(4, 70), ({ record: one }) => needed<string>(one!, key)),
        );
        const entity = declaring({ not, guard: undefined }, [...fields, field('checker', 'user')]);
        const refused = codes(decision(record, acting(bert, 'approve'), bert, entity));
        const passes = named.every((key) => values[key] !== null && values[key] !== 'bert');
        expect(refused.some((code) => code.startsWith('SEPARATION_'))).toBe(!passes);
      }),
    );
  });
});

it('a person named by any part of `not` never takes the action (property)', () => {
  const people = [ada, bert, fay].map((one) => ({ ...one, roles: ['requester', 'budgetHolder', 'finance'] }));
  const person = fc.constantFrom(...people);
  fc.assert(
    fc.property(person, person, person, person, (opener, requester, changer, approver) => {
      const record: OpenedRecord = after(
        [opener, opening(opener, { title: 'A saw', lines: LINES, requestedBy: requester.id })],
        [changer, changing(changer, { title: 'Two saws' })],
        [requester, acting(requester, 'submit')],
      );
      const outcome = decision(record, acting(approver, 'approve'), approver);
      const kept = [opener.id, requester.id].includes(approver.id);
      expect(outcome instanceof Refused).toBe(kept);
    }),
  );
});
