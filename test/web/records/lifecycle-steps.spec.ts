import { describe, expect, it } from '@jest/globals';
import { presentLifecycleSteps } from '#web/records/lifecycle-steps.js';
import { documentOf, valid } from '#test/specification/documents.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Shop',
  3: 'entities:\n  Order:\n    fields: { title: text }',
  4: `lifecycles:
  Order:
    states: { draft: Draft, waiting: Waiting, approved: Approved, rejected: { title: Rejected, tone: bad }, ordered: Ordered, paid: { title: Paid, final: true } }
    actions:
      submit: { from: draft, to: waiting }
      approve: { from: waiting, to: approved }
      reject: { from: waiting, to: rejected }
      again: { from: rejected, to: draft }
      order: { from: approved, to: ordered }
      pay: { from: ordered, to: paid }`,
});
const entity = valid(DOCUMENT).entities['Order']!;
const steps = (state: string, ...before: string[]) =>
  presentLifecycleSteps(entity, { state, reached: new Set(before) }).map(({ key, reached }) =>
    reached ? key : `(${key})`,
  );

describe('the steps above a record', () => {
  it('leave exits out that were never reached', () => {
    expect(steps('waiting', 'draft')).toEqual(['draft', 'waiting', '(approved)', '(ordered)', '(paid)']);
  });

  it('end with the exit by which the record left the way', () => {
    expect(steps('rejected', 'draft', 'waiting')).toEqual(['draft', 'waiting', 'rejected']);
  });

  it('show an earlier exit before what is to come again', () => {
    expect(steps('draft', 'draft', 'waiting', 'rejected')).toEqual([
      ...['draft', 'waiting', 'rejected', '(approved)', '(ordered)', '(paid)'],
    ]);
  });
});
