import type { Action } from '#specification/model/specification.js';
import { getApprovingRoles } from '#domain/permissions.js';
import { isBlank } from '#specification/model/stored-value.js';
import { type DecidedEvent, type MetadataOverrides } from '#domain/event.js';
import type { NeededApprovals, Vote, FieldChanges } from './approval-events.js';
import type { RecordInScope } from '#specification/model/specification.js';
import { diffFields, type CompletedRecord } from '../computed/complete-record.js';
import { isHiddenField } from '../lifecycle/edit-conflict.js';
import type { RecordDecisionContext, DecisionContext } from '../decision-context.js';
import type { SigningProof } from '../record-commands.js';
import type { RecordEvent, NewRecordEvents } from '../record-events.js';
import { type OpenedRecord, evolveDecidedEvents, type RecordState } from '../record-state.js';
import {
  isRoundInvalidatedBy,
  maxRequirements,
  computeMissingApprovals,
  type RestartReason,
  computeNeeds,
  listRepresentedRoles,
  getRound,
  filterVotes,
  countRequiredApprovals,
  invalidatesRound,
  findRestartReason,
} from './approval-round.js';
import { createSignature } from './separation-of-duties.js';
import { createDelegationMetadata } from './create-delegation-metadata.js';

interface ApprovalStep {
  readonly context: RecordDecisionContext;
  readonly state: OpenedRecord;
  readonly pinned: OpenedRecord;
  readonly action: Action;
  readonly hiddenKeys: ReadonlySet<string>;
  readonly command: { readonly reason?: string; readonly signing?: SigningProof };
}

interface ActionOutcome {
  readonly draft: RecordInScope;
  readonly taken: CompletedRecord;
}

/** Only the votes hold the answers until the round is complete. */
export function takeOrApproveAction(step: ApprovalStep, { draft, taken }: ActionOutcome): NewRecordEvents {
  const { context, state, action, hiddenKeys } = step;
  const needs = computeStepNeeds(step, taken);
  const round = getRound(state, action);
  if (context.isImport || (countRequiredApprovals(needs) === 1 && round.votes.length === 0))
    return [{ ...createActionTaken(step, taken), ...createStepMetadata(step) }];
  const answers = diffFields(step.pinned, draft, hiddenKeys);
  const again = invalidatesRound(action, round, answers)
    ? 'changed'
    : (findRestartReason(context, state, action, round) ??
      findRestartReason(context, taken.record, action, round));
  const before = again === undefined ? filterVotes(round.votes, 'yes') : [];
  const left = computeMissingApprovals(needs, before);
  const held = getApprovingRoles(context.user);
  const roles = action.approvals ? listRepresentedRoles(action.approvals, { needs, left }, held) : [];
  const mine: Vote = { by: context.user.id, at: '', says: 'yes', roles, unseen: [] };
  const isComplete = countRequiredApprovals(computeMissingApprovals(needs, [...before, mine])) === 0;
  return [
    ...(again === undefined || round.votes.length === 0 ? [] : [createApprovalsRestarted(action, again)]),
    createApprovalGiven(step, { needs, roles, proposed: listProposedChanges(step, draft, answers) }),
    ...(isComplete ? [createActionTakenByAll(step, taken)] : []),
  ];
}

/** Leaves hidden fields out, which other voters approved. */
function listProposedChanges(
  { context, state, hiddenKeys }: ApprovalStep,
  draft: RecordInScope,
  answers: FieldChanges,
): FieldChanges {
  const all = Object.entries(diffFields(state, draft, hiddenKeys));
  const isTheirs = (key: string) => !isHiddenField(context, key) || Object.hasOwn(answers, key);
  return Object.fromEntries(all.filter(([key]) => isTheirs(key)));
}

function computeStepNeeds(
  { context, state, action }: ApprovalStep,
  { record }: CompletedRecord,
): readonly NeededApprovals[] {
  const [before, after] = [computeNeeds(context, state, action), computeNeeds(context, record, action)];
  if ('depends' in before || 'depends' in after) return [{ role: null, count: 1 }];
  return maxRequirements(before, after);
}

interface ApprovalDetails {
  readonly needs: readonly NeededApprovals[];
  readonly roles: readonly string[];
  readonly proposed: FieldChanges;
}

function createApprovalGiven(
  step: ApprovalStep,
  { needs, roles, proposed }: ApprovalDetails,
): DecidedEvent<RecordEvent> {
  const { context, action } = step;
  return {
    type: 'record.approval-given',
    data: {
      action: action.key,
      needs,
      roles,
      ...toUnseenFieldsData(context),
      proposed,
      ...signStep(step, proposed),
    },
    ...createStepMetadata(step),
  };
}

function createActionTakenByAll(step: ApprovalStep, taken: CompletedRecord): DecidedEvent<RecordEvent> {
  return { ...createActionTaken({ ...step, command: {} }, taken), ...createDelegationMetadata(step.context) };
}

function createActionTaken(
  step: ApprovalStep,
  { record, title }: CompletedRecord,
): DecidedEvent<RecordEvent> {
  const { action, hiddenKeys, state: before } = step;
  const changes = diffFields(before, record, hiddenKeys);
  return {
    type: 'record.action-taken',
    data: {
      action: action.key,
      from: before.state,
      to: record.state,
      ...pickNewTitle(before, { title }),
      changes,
      ...signStep(step, changes),
    },
  };
}

const pickNewTitle = (
  { title: before }: { readonly title: string },
  { title }: { readonly title: string },
) => (title === before ? {} : { title });

function signStep({ context, pinned, action, command }: ApprovalStep, changes: FieldChanges) {
  const signature = createSignature(context, pinned, action, { ...command, changes });
  return signature ? { signature } : {};
}

export const createApprovalsRestarted = (
  { key }: Action,
  because: RestartReason,
): DecidedEvent<RecordEvent> => ({
  type: 'record.approvals-begun-again',
  data: { action: key, because },
});

/** Later changes of hidden fields do not invalidate the vote. */
export function toUnseenFieldsData({ hidden }: RecordDecisionContext): {
  readonly unseen?: readonly string[];
} {
  return hidden && hidden.size > 0 ? { unseen: [...hidden].sort() } : {};
}

export function createStepMetadata({
  context,
  command: { reason },
}: Pick<ApprovalStep, 'context' | 'command'>): {
  readonly metadata?: MetadataOverrides;
} {
  const { metadata } = createDelegationMetadata(context);
  if (isBlank(reason)) return metadata ? { metadata } : {};
  return { metadata: { ...metadata, reason } };
}

export function appendRestartedRounds(
  before: RecordState,
  events: NewRecordEvents,
  decisionContext: DecisionContext,
): NewRecordEvents {
  if (events.length === 0 || before.status !== 'opened') return events;
  if (Object.keys(before.rounds).length === 0) return events;
  const after = evolveDecidedEvents(before, events, decisionContext);
  if (after.status !== 'opened') return events;
  const again = decisionContext.entity.lifecycle.actions.flatMap((action): NewRecordEvents => {
    const round = getRound(after, action);
    const isChanged = events.some(
      ({ type, data }) =>
        type !== 'record.approval-given' &&
        'changes' in data &&
        isRoundInvalidatedBy(action, round, data.changes),
    );
    const because = isChanged ? 'changed' : findRestartReason(decisionContext, after, action, round);
    return because === undefined ? [] : [createApprovalsRestarted(action, because)];
  });
  return [...events, ...again];
}
