// Explanations contain nothing the reader may not see.
import { describe, expect, it } from '@jest/globals';
import { checkAction } from '#domain/record/lifecycle/offered-actions.js';
import { checkRules } from '#domain/record/computed/complete-record.js';
import { translateReason } from '#domain/create-reason.js';
import { toActor } from '#domain/permissions.js';
import type { RecordWithRounds } from '#domain/record/approvals/approval-round.js';
import { documentOf, valid } from '../specification/documents.js';

const specification = valid(
  documentOf({
    1: 'currency: EUR',
    3: 'entities: { Claim: { fields: { amount: { type: money }, salary: { type: money }, owner: { type: user } } } }',
    4: `lifecycles:
  Claim:
    states: { open: {}, paid: {} }
    actions:
      pay: { from: open, to: paid, guard: record.amount < EUR(500) }
      raise: { from: open, to: paid, guard: record.salary < EUR(1234) }
      order: { from: open, to: paid, guard: record.amount > constants.limit }
      keep: { from: open, to: paid, guard: record.owner == user.id }
      check: { from: open, to: paid, guard: "record.owner.matches('^A')" }`,
    5: 'rules: { R1: { on: Claim, in: [paid], check: record.salary > EUR(77), error: RULE } }',
    9: 'constants: { limit: [{ value: 1000 EUR }, { value: 5000 EUR, from: 2026-11-01 }, { value: 9000 EUR, from: 2027-01-01 }] }',
    6: 'roles: { staff: {}, boss: {} }\npermissions: { Claim: { read: [staff, boss], open: [staff], fields: { salary: { read: [boss] } } } }',
  }),
);
const entity = specification.entities['Claim']!;
const now = '2026-11-26T12:00:00.000Z';
const person = (role: string, id = 'p') =>
  toActor(specification, { id, name: 'P', roles: { [specification.key]: [role] } });

const record = {
  entity: 'Claim',
  id: 'c',
  number: null,
  state: 'open',
  openedBy: 'p',
  openedAt: now,
  assignee: null,
  fields: { amount: 90_000, salary: 987_654, owner: 'p' },
  rounds: {},
} as unknown as RecordWithRounds;

const whyNot = (role: string, key: string, id = 'p') => {
  const action = entity.lifecycle.actions.find((each) => each.key === key)!;
  return checkAction({ specification, entity, user: person(role, id), now }, record, action);
};

describe('the guard of a refused action', () => {
  it('is explained in words, with its expression in the details', () => {
    expect(whyNot('staff', 'pay')).toMatchObject([
      {
        code: 'GUARD',
        remedy: 'This is possible only if Amount is less than €500.',
        conditions: ['record.amount < EUR(500)'],
      },
    ]);
  });

  it('quotes the value of a constant on the day of the decision', () => {
    expect(whyNot('staff', 'order')).toMatchObject([
      { remedy: 'This is possible only if Amount is more than €5,000 (Limit).' },
    ]);
  });

  it('names the field whose person alone is permitted, in both languages', () => {
    const [refusal] = whyNot('staff', 'keep', 'somebody else');
    expect(refusal).toMatchObject({ remedy: 'Only the person under “Owner” can do this.' });
    expect(translateReason(refusal!, 'de')).toMatchObject({
      remedy: 'Das kann nur die Person, die unter „Owner“ steht.',
    });
  });

  it('that cannot be put into words refers to the specification', () => {
    expect(whyNot('staff', 'check')).toMatchObject([
      {
        remedy: '“How this works” explains when it is possible.',
        conditions: ["record.owner.matches('^A')"],
      },
    ]);
  });

  it('about a hidden field is concealed', () => {
    expect(whyNot('boss', 'raise')).toMatchObject([
      {
        remedy: 'This is possible only if Salary is less than €1,234.',
        conditions: ['record.salary < EUR(1234)'],
      },
    ]);
    const [told] = whyNot('staff', 'raise');
    expect(told).toMatchObject({ code: 'GUARD', remedy: '“How this works” explains when it is possible.' });
    expect(JSON.stringify(told)).not.toMatch(/salary|1,?234|9,?876/i);
  });
});

describe('a rule without a message', () => {
  it('is explained by its condition unless a field is hidden', () => {
    const poor = { ...record, state: 'paid', fields: { ...record.fields, salary: 1 } };
    const broken = (role: string) => checkRules({ specification, entity, user: person(role), now }, poor);
    expect(broken('boss')).toMatchObject([
      { message: 'Rule R1 does not hold.', remedy: 'This is possible only if Salary is more than €77.' },
    ]);
    expect(broken('staff')).toMatchObject([{ remedy: 'See the rule in the specification.' }]);
    expect(JSON.stringify(broken('staff'))).not.toMatch(/salary|77/i);
  });
});
