// What comes of an action that may be taken: it happens, or, where several have to approve, this approval is written down, and with
// the last of them it happens. Whatever is decided: rounds that are no longer about what was approved begin again, in the
// same append.
import type { Action } from '#specification/model/specification.js';
import { getApprovingRoles } from '#domain/permissions.js';
import { isBlank } from '#specification/model/stored-value.js';
import { type DecidedEvent, type MetadataOverrides } from '#domain/event.js';
import type { NeededApprovals, Vote, FieldChanges } from './approval-events.js';
import type { RecordInScope } from '#specification/model/specification.js';
import { diffFields, type CompletedRecord } from '../computed/complete-record.js';
import { isHiddenField } from '../lifecycle/edit-conflict.js';
import type { RecordDecisionContext, DecisionContext } from '../decision-context.js';
import type { Signing } from '../record-commands.js';
import type { RecordEvent, NewRecordEvents } from '../record-events.js';
import { type OpenedRecord, evolveDecided, type RecordState } from '../record-state.js';
import {
  isRoundInvalidatedBy,
  maxRequirements,
  computeMissingApprovals,
  type RestartReason,
  computeNeeds,
  listRepresentedRoles,
  getRound,
  filterVotes,
  sumNeeds,
  invalidatesRound,
  findRestartReason,
} from './approval-round.js';
import { createSignature } from './separation-of-duties.js';
import { createDelegationMetadata } from './on-behalf-of.js';

interface ApprovalStep {
  readonly context: RecordDecisionContext;
  readonly state: OpenedRecord;
  /** The record with what the round has pinned, as the person saw it. */
  readonly pinned: OpenedRecord;
  readonly action: Action;
  /** Fields that are written although the person does not see them. */
  readonly unseen: ReadonlySet<string>;
  readonly command: { readonly reason?: string; readonly signing?: Signing };
}

interface ActionOutcome {
  /** The record with what was filled in. */
  readonly draft: RecordInScope;
  /** The record as it will be once the action is taken. */
  readonly taken: CompletedRecord;
}

/** Nothing is written to the record before the round is over: until then, what the action asks for stands with the votes. */
export function takeOrApproveAction(step: ApprovalStep, { draft, taken }: ActionOutcome): NewRecordEvents {
  const { context, state, action, unseen } = step;
  const needs = computeStepNeeds(step, taken);
  const round = getRound(state, action);
  if (context.isImport || (sumNeeds(needs) === 1 && round.votes.length === 0))
    return [{ ...createActionTaken(step, taken), ...createStepMetadata(step) }];
  const answers = diffFields(step.pinned, draft, unseen);
  const again = invalidatesRound(action, round, answers)
    ? 'changed'
    : (findRestartReason(context, state, action, round) ??
      findRestartReason(context, taken.record, action, round));
  const before = again === undefined ? filterVotes(round.votes, 'yes') : [];
  const left = computeMissingApprovals(needs, before);
  const held = getApprovingRoles(context.user);
  const roles = action.approvals ? listRepresentedRoles(action.approvals, { needs, left }, held) : [];
  const mine: Vote = { by: context.user.id, at: '', says: 'yes', roles, unseen: [] };
  const isComplete = sumNeeds(computeMissingApprovals(needs, [...before, mine])) === 0;
  return [
    ...(again === undefined || round.votes.length === 0 ? [] : [createApprovalsRestarted(action, again)]),
    createApprovalGiven(step, { needs, roles, proposed: listProposedChanges(step, draft, answers) }),
    ...(isComplete ? [createActionTakenByAll(step, taken)] : []),
  ];
}

/** All that the action would write by what this person has seen or said: what is hidden from them, others have approved. */
function listProposedChanges(
  { context, state, unseen }: ApprovalStep,
  draft: RecordInScope,
  answers: FieldChanges,
): FieldChanges {
  const all = Object.entries(diffFields(state, draft, unseen));
  const isTheirs = (key: string) => !isHiddenField(context, key) || Object.hasOwn(answers, key);
  return Object.fromEntries(all.filter(([key]) => isTheirs(key)));
}

function computeStepNeeds(
  { context, state, action }: ApprovalStep,
  { record }: CompletedRecord,
): readonly NeededApprovals[] {
  const [before, after] = [computeNeeds(context, state, action), computeNeeds(context, record, action)];
  // A history from elsewhere is not asked how many there were.
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
      ...listHiddenFieldNames(context),
      proposed,
      ...signStep(step, proposed),
    },
    ...createStepMetadata(step),
  };
}

/** After the last approval, which has the signature and the reason already. */
function createActionTakenByAll(step: ApprovalStep, taken: CompletedRecord): DecidedEvent<RecordEvent> {
  return { ...createActionTaken({ ...step, command: {} }, taken), ...createDelegationMetadata(step.context) };
}

function createActionTaken(
  step: ApprovalStep,
  { record, title }: CompletedRecord,
): DecidedEvent<RecordEvent> {
  const { action, unseen, state: before } = step;
  const changes = diffFields(before, record, unseen);
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

/** Names of fields that are hidden from whoever speaks: their changes do not concern what was said. */
export function listHiddenFieldNames({ hidden }: RecordDecisionContext): {
  readonly unseen?: readonly string[];
} {
  return hidden && hidden.size > 0 ? { unseen: [...hidden].sort() } : {};
}

/** For whom it was done, and the reason given. */
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

/** The events, and the rounds that begin again because of them. */
export function withRestartedRounds(
  before: RecordState,
  events: NewRecordEvents,
  decisionContext: DecisionContext,
): NewRecordEvents {
  if (events.length === 0 || before.status !== 'opened') return events;
  if (Object.keys(before.rounds).length === 0) return events;
  const after = evolveDecided(before, events, decisionContext);
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
