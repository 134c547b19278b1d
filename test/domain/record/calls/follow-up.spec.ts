// Inputs of the action get fields of the answer; others are changed first.
import { describe, expect, it } from '@jest/globals';
import { followUp, type FollowUpConsequences } from '#domain/record/calls/follow-up.js';
import { acting, ada, after, bert, DRAFT, decisionContext, fay } from '#test/domain/given.js';

describe('given an approved request', () => {
  const approved = after(DRAFT, [ada, acting(ada, 'submit')], [bert, acting(bert, 'approve')]);
  const followed = (consequences: Partial<FollowUpConsequences>) =>
    followUp(approved, { input: {}, action: null, reason: '', ...consequences }, decisionContext(fay));

  it('when a response takes an action, then its answers belong to the action', () => {
    expect(followed({ action: 'pay', input: { paidOn: '2026-11-20' } })).toMatchObject([
      { type: 'record.action-taken', data: { action: 'pay', changes: { paidOn: { to: '2026-11-20' } } } },
    ]);
  });

  it('when a response sets more fields, then they are changed before the action', () => {
    expect(followed({ action: 'pay', input: { paidOn: '2026-11-20', note: 'Paid.' } })).toMatchObject([
      { type: 'record.changed', data: { changes: { note: { to: 'Paid.' } } } },
      { type: 'record.action-taken', data: { action: 'pay', changes: { paidOn: { to: '2026-11-20' } } } },
    ]);
  });

  it('when a response takes no action, then it changes fields or nothing', () => {
    expect(followed({ input: { note: 'Seen.' } })).toMatchObject([{ type: 'record.changed' }]);
    expect(followed({})).toEqual([]);
  });
});
