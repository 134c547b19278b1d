import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NeededApprovals } from '#domain/record/approvals/approval-events.js';
import { hasPercentApprovals } from '#domain/permissions.js';
import {
  isRoundInvalidatedBy,
  maxRequirements,
  computeNeeds,
  computeRefusalLimit,
} from '#domain/record/approvals/approval-round.js';
import type { ApprovalNeed, Approvals } from '#specification/model/specification.js';
import { at, expression, REQUEST } from '#test/domain/example-specification.js';
import { ada, DRAFT, after, decisionContext } from '#test/domain/given.js';

const place = at(4, 60);
const approvals = (...of: readonly ApprovalNeed[]): Approvals => ({
  of,
  inTurn: false,
  refusal: 'one',
  place,
});
const fixed = (count: number, role?: string): ApprovalNeed => ({
  ...(role !== undefined && { role }),
  count: expression(String(count), place, () => count),
  place,
});
const share: ApprovalNeed = { count: { percent: 50 }, place };
const approve = REQUEST.lifecycle.actions.find(({ key }) => key === 'approve')!;

/** With these approval needs. */
function where(...of: readonly ApprovalNeed[]) {
  const actions = REQUEST.lifecycle.actions.map((one) =>
    one === approve ? { ...one, approvals: approvals(...of) } : one,
  );
  return { ...REQUEST, lifecycle: { ...REQUEST.lifecycle, actions } };
}

describe('given a round', () => {
  const needs = (...of: readonly ApprovalNeed[]) =>
    computeNeeds(decisionContext(ada), after(DRAFT), { ...approve, approvals: approvals(...of) });

  it('when one of a role has to approve, then other roles do not count', () => {
    expect(needs(fixed(1, 'finance'))).toEqual([{ role: 'finance', count: 1 }]);
  });

  it('when the number is zero, then one approval of any role is needed', () => {
    expect(needs(fixed(0, 'finance'), fixed(-2, 'budgetHolder'))).toEqual([{ role: null, count: 1 }]);
  });

  it('when a percentage has to approve, then the holders of the role count', () => {
    expect(hasPercentApprovals(where(fixed(2, 'finance'), share))).toBe(true);
    expect(hasPercentApprovals(where(fixed(2, 'finance'), fixed(1)))).toBe(false);
    expect(hasPercentApprovals(REQUEST)).toBe(false);
  });
});

describe('given the needs before and after the answers', () => {
  const ROLES = ['finance', 'budgetHolder'];
  const counts = fc
    .tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }))
    .filter(([one, other]) => one + other > 0)
    .map((both): readonly NeededApprovals[] => both.map((count, index) => ({ role: ROLES[index]!, count })));
  const alone: readonly NeededApprovals[] = [{ role: null, count: 1 }];

  it('then of each role the larger number counts', () => {
    fc.assert(
      fc.property(counts, counts, (before, now) => {
        expect(maxRequirements(before, now)).toEqual(
          before.map(({ role, count }, index) => ({ role, count: Math.max(count, now[index]!.count) })),
        );
      }),
    );
  });

  it('then a need of roles replaces a single approval of any role', () => {
    fc.assert(
      fc.property(counts, (named) => {
        expect(maxRequirements(alone, named)).toEqual(named);
        expect(maxRequirements(named, alone)).toEqual(named);
      }),
    );
  });

  it('then several approvals of any role keep their number', () => {
    const several = [{ role: null, count: 3 }];
    expect(maxRequirements(several, [{ role: null, count: 2 }])).toEqual(several);
    expect(maxRequirements([{ role: null, count: 2 }], several)).toEqual(several);
  });
});

describe('given that the majority refuses', () => {
  it('then just more than half of all ends the round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat({ max: 50 }), (one, other) => {
        const ends = computeRefusalLimit({ refusal: 'majority' }, [
          { role: 'finance', count: one },
          { role: null, count: other },
        ]);
        expect(ends * 2).toBeGreaterThan(one + other);
        expect((ends - 1) * 2).toBeLessThanOrEqual(one + other);
      }),
    );
  });
});

describe('given a round without votes', () => {
  const field = fc.constantFrom('title', 'amount', 'note', 'department');
  const fields = fc.uniqueArray(field);

  it('then no change of the record invalidates it', () => {
    fc.assert(
      fc.property(fc.option(fields, { nil: undefined }), fields, fields, (pins, ask, changed) => {
        const pinning = { ...approvals(), ...(pins && { pins }) };
        const changes = Object.fromEntries(changed.map((key) => [key, { from: 'a', to: 'b' }]));
        const empty = { needs: [{ role: null, count: 2 }], votes: [] };
        expect(isRoundInvalidatedBy({ ...approve, ask, approvals: pinning }, empty, changes)).toBe(false);
      }),
    );
  });
});
