import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Action, Entity } from '#specification/model/specification.js';
import { mentionsIdentifier } from '#domain/evaluate-expressions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { checkAction } from '#domain/record/lifecycle/offered-actions.js';
import { isVoteBy } from '#domain/record/approvals/approval-events.js';
import {
  isRoundRefused,
  computeRoundNeeds,
  type RecordWithRounds,
  listStandingVotes,
  filterVotes,
} from '#domain/record/approvals/approval-round.js';
import type { Reason } from '#domain/refusal.js';

export const isOnwardAction = (entity: Entity, action: Action, state: string): boolean =>
  getLifecyclePresentation(entity).direction(action, state) === 'onward';

/** Towards a good end, or in an open round. */
export function isLeadingOnward(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): boolean {
  if (isOnwardAction(decisionContext.entity, action, record.state)) return true;
  return action.approvals !== undefined && listStandingVotes(decisionContext, record, action).length > 0;
}

/** One of alternative actions is next; a guard about the person may hold for another. */
export const canGuardHold = ({ guard }: Action, reasons: readonly Reason[]): boolean =>
  guard === undefined || mentionsIdentifier(guard, 'user') || !reasons.some(({ code }) => code === 'GUARD');

export interface BlockingRefusals {
  readonly refused: readonly Action[];
  readonly ways: readonly Action[];
}

export function findBlockingRefusals(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
): BlockingRefusals | undefined {
  const { entity } = decisionContext;
  if (Object.keys(record.rounds ?? {}).length === 0) return undefined;
  const applies = (action: Action) => canGuardHold(action, checkAction(decisionContext, record, action));
  const leading = entity.lifecycle.actions
    .filter(({ from }) => from.includes(record.state))
    .filter((action) => isLeadingOnward(decisionContext, record, action) && applies(action));
  const isRefused = (action: Action) =>
    isOnwardAction(entity, action, record.state) && hasRefusedRound(decisionContext, record, action);
  if (leading.length === 0 || !leading.every(isRefused)) return undefined;
  const ways = new Set(leading.flatMap((action) => listActionsPastRefusal(entity, action, record.state)));
  return { refused: leading, ways: [...ways].filter(applies) };
}

function hasRefusedRound(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): boolean {
  if (!action.approvals) return false;
  const needs = computeRoundNeeds(decisionContext, record, action);
  if ('depends' in needs) return false;
  return isRoundRefused(action.approvals, needs, listStandingVotes(decisionContext, record, action));
}

export function listActionsPastRefusal(entity: Entity, { by }: Action, state: string): readonly Action[] {
  const leaving = entity.lifecycle.actions.filter(
    (action) =>
      action.from.includes(state) &&
      action.to !== undefined &&
      action.to !== state &&
      !isOnwardAction(entity, action, state),
  );
  const ofThem = leaving.filter(
    (action) => action.by.length === 0 || action.by.some((role) => by.includes(role)),
  );
  return ofThem.length > 0 ? ofThem : leaving;
}

export const hasUserRefused = (
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): boolean =>
  filterVotes(listStandingVotes(decisionContext, record, action), 'no').some((vote) =>
    isVoteBy(vote, decisionContext.user.id),
  );
