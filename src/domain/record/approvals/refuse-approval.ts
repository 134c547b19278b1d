import type { Action } from '#specification/model/specification.js';
import { getApprovingRoles } from '#domain/permissions.js';
import type { DecidedEvent } from '#domain/event.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createReason } from '#domain/create-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import { isVoteBy } from './approval-events.js';
import { createApprovalsRestarted, createStepMetadata, toUnseenFieldsData } from './approve-action.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { getAction, getBaseWithPinnedValues } from '../lifecycle/take-action.js';
import { checkAction } from '../lifecycle/offered-actions.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';
import {
  computeMissingApprovals,
  computeRoundNeeds,
  computeRefusalLimit,
  listRepresentedRoles,
  getRound,
  filterVotes,
  countRequiredApprovals,
  listStandingVotes,
  findRestartReason,
  applyPinnedValues,
} from './approval-round.js';
import { checkWrittenText } from '#domain/check-written-text.js';
import { findChangesSince, createConflict, isActionConflict } from '../lifecycle/edit-conflict.js';

export function refuseApproval(
  state: RecordState,
  command: { readonly action: string; readonly reason: string },
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const action = getAction(context, command.action);
  const early = [...checkAction(context, state, action), ...checkRefusalReason(context, command.reason)];
  const pinned = applyPinnedValues(context, state, action);
  const differences = findChangesSince(context, pinned, new Map(), getBaseWithPinnedValues(context, action));
  if (isActionConflict(context, state, action, differences.length))
    throw createConflict(context, differences, early);
  const needs = computeRoundNeeds(context, state, action);
  const { approvals } = action;
  if ('depends' in needs || !approvals || countRequiredApprovals(needs) === 1)
    throw new Refused([...early, createNoRoundReason(context, action)]);
  if (early.length > 0) throw new Refused(early);
  const votes = listStandingVotes(context, state, action);
  const left = computeMissingApprovals(needs, filterVotes(votes, 'yes'));
  const again =
    votes.length === getRound(state, action).votes.length
      ? undefined
      : findRestartReason(context, state, action, getRound(state, action));
  return [
    ...(again === undefined ? [] : [createApprovalsRestarted(action, again)]),
    {
      type: 'record.approval-refused',
      data: {
        action: action.key,
        needs,
        roles: listRepresentedRoles(approvals, { needs, left }, getApprovingRoles(context.user)),
        ...toUnseenFieldsData(context),
        ends: filterVotes(votes, 'no').length + 1 >= computeRefusalLimit(approvals, needs),
      },
      ...createStepMetadata({ context, command }),
    },
  ];
}

function checkRefusalReason(context: RecordDecisionContext, why: unknown): readonly Reason[] {
  if (typeof why !== 'string' || isBlank(why))
    return [createReason(context, 'REASON_REQUIRED', { fields: ['reason'] })];
  return checkWrittenText(context, 'reason', why);
}

const createNoRoundReason = (context: RecordDecisionContext, { title, place }: Action): Reason =>
  createReason(context, 'NO_ROUND', { with: { what: title }, place });

export function takeBackApproval(
  state: RecordState,
  { action: key }: { readonly action: string },
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const action = getAction(context, key);
  const { id } = context.user;
  if (getRound(state, action).votes.some((vote) => isVoteBy(vote, id)))
    return [{ type: 'record.approval-taken-back', data: { action: action.key } }];
  const about = { with: { what: action.title }, place: action.place };
  throw new Refused([createReason(context, 'NOTHING_TO_TAKE_BACK', about)]);
}
