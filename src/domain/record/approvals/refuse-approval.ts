// Refuses to approve, with a reason, and takes back what one has said in a round.
import type { Action } from '#specification/model/specification.js';
import { getApprovingRoles } from '#domain/permissions.js';
import type { DecidedEvent } from '#domain/event.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import { isVoteOf } from './approval-events.js';
import { begunAgain, stepDetails, hiddenFieldNames } from './approve-action.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { actionNamed, seenWithPinned } from '../lifecycle/take-action.js';
import { actionReasons } from '../lifecycle/offered-actions.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';
import {
  missingApprovals,
  needsOfRound,
  refusalsThatEnd,
  rolesFor,
  roundOf,
  votesSaying,
  total,
  standingVotes,
  whyAgain,
  withPinned,
} from './approval-round.js';
import { checkWrittenText } from '#domain/check-written-text.js';
import { changedSince, conflict, isConflict } from '../lifecycle/edit-conflict.js';

/** What is refused was seen as it is, as with approving; the reason is always said. */
export function refuseApproval(
  state: RecordState,
  command: { readonly action: string; readonly reason: string },
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const action = actionNamed(context, command.action);
  const early = [...actionReasons(context, state, action), ...whyMissing(context, command.reason)];
  const pinned = withPinned(context, state, action);
  const differences = changedSince(context, pinned, new Map(), seenWithPinned(context, action));
  if (isConflict(context, state, action, differences.length)) throw conflict(context, differences, early);
  const needs = needsOfRound(context, state, action);
  const { approvals } = action;
  if ('depends' in needs || !approvals || total(needs) === 1)
    throw new Refused([...early, nobodyElse(context, action)]);
  if (early.length > 0) throw new Refused(early);
  const votes = standingVotes(context, state, action);
  const left = missingApprovals(needs, votesSaying(votes, 'yes'));
  const again =
    votes.length === roundOf(state, action).votes.length
      ? undefined
      : whyAgain(context, state, action, roundOf(state, action));
  return [
    ...(again === undefined ? [] : [begunAgain(action, again)]),
    {
      type: 'record.approval-refused',
      data: {
        action: action.key,
        needs,
        roles: rolesFor(approvals, { needs, left }, getApprovingRoles(context.user)),
        ...hiddenFieldNames(context),
        ends: votesSaying(votes, 'no').length + 1 >= refusalsThatEnd(approvals, needs),
      },
      ...stepDetails({ context, command }),
    },
  ];
}

function whyMissing(context: RecordDecisionContext, why: unknown): readonly Reason[] {
  if (typeof why !== 'string' || isBlank(why))
    return [createReason(context, 'REASON_REQUIRED', { fields: ['reason'] })];
  return checkWrittenText(context, 'reason', why);
}

const nobodyElse = (context: RecordDecisionContext, { title, place }: Action): Reason =>
  createReason(context, 'NO_ROUND', { with: { what: title }, place });

/** What one has said in a round: that one approves, or refuses to. As long as the action has not been taken. */
export function takeBackApproval(
  state: RecordState,
  { action: key }: { readonly action: string },
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const action = actionNamed(context, key);
  const { id } = context.user;
  if (roundOf(state, action).votes.some((vote) => isVoteOf(vote, id)))
    return [{ type: 'record.approval-taken-back', data: { action: action.key } }];
  const about = { with: { what: action.title }, place: action.place };
  throw new Refused([createReason(context, 'NOTHING_TO_TAKE_BACK', about)]);
}
