// Which actions take a record further: towards a good end, through a round of approvals that has begun, or past one that was refused.
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import type { Action, Entity } from '#specification/model/specification.js';
import { mentionsName } from '#domain/evaluate-expressions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { checkAction } from '#domain/record/lifecycle/offered-actions.js';
import { isVoteBy } from '#domain/record/approvals/approval-events.js';
import {
  isRoundRefused,
  computeRoundNeeds,
  type RecordInRounds,
  listStandingVotes,
  filterVotes,
} from '#domain/record/approvals/approval-round.js';
import type { Reason } from '#domain/refusal.js';

export const isOnward = (entity: Entity, action: Action, state: string): boolean =>
  getLifecycleCourse(entity).direction(action, state) === 'onward';

/** Whether a record waits for an action: it leads towards a good end, or a round of approvals has begun. */
export function isLeadingOnward(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): boolean {
  if (isOnward(decisionContext.entity, action, record.state)) return true;
  return action.approvals !== undefined && listStandingVotes(decisionContext, record, action).length > 0;
}

/** Of two actions of which one is for large and one for small, only one can be next. What a guard asks of the person may hold for another. */
export const canApply = ({ guard }: Action, reasons: readonly Reason[]): boolean =>
  guard === undefined || mentionsName(guard, 'user') || !reasons.some(({ code }) => code === 'GUARD');

export interface RefusedRounds {
  readonly refused: readonly Action[];
  /** What else can be done with the record where it stands. */
  readonly ways: readonly Action[];
}

/** Rounds that were refused, where nothing else leads on. undefined: there are none. */
export function listRefusedRounds(
  decisionContext: DecisionContext,
  record: RecordInRounds,
): RefusedRounds | undefined {
  const { entity } = decisionContext;
  if (Object.keys(record.rounds ?? {}).length === 0) return undefined;
  const applies = (action: Action) => canApply(action, checkAction(decisionContext, record, action));
  const leading = entity.lifecycle.actions
    .filter(({ from }) => from.includes(record.state))
    .filter((action) => isLeadingOnward(decisionContext, record, action) && applies(action));
  const isRefused = (action: Action) =>
    isOnward(entity, action, record.state) && hasRefusedRound(decisionContext, record, action);
  if (leading.length === 0 || !leading.every(isRefused)) return undefined;
  const ways = new Set(leading.flatMap((action) => listActionsPastRefusal(entity, action, record.state)));
  return { refused: leading, ways: [...ways].filter(applies) };
}

function hasRefusedRound(decisionContext: DecisionContext, record: RecordInRounds, action: Action): boolean {
  if (!action.approvals) return false;
  const needs = computeRoundNeeds(decisionContext, record, action);
  if ('depends' in needs) return false;
  return isRoundRefused(action.approvals, needs, listStandingVotes(decisionContext, record, action));
}

/** What leaves a state in which a round was refused: what those can do who are asked in it, or else what others can. */
export function listActionsPastRefusal(entity: Entity, { by }: Action, state: string): readonly Action[] {
  const leaving = entity.lifecycle.actions.filter(
    (action) =>
      action.from.includes(state) &&
      action.to !== undefined &&
      action.to !== state &&
      !isOnward(entity, action, state),
  );
  const ofThem = leaving.filter(
    (action) => action.by.length === 0 || action.by.some((role) => by.includes(role)),
  );
  return ofThem.length > 0 ? ofThem : leaving;
}

/** Whether a person has refused in a round, and could take it back. */
export const hasRefused = (
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): boolean =>
  filterVotes(listStandingVotes(decisionContext, record, action), 'no').some((vote) =>
    isVoteBy(vote, decisionContext.user.id),
  );
