// What comes of an action that may be taken: it happens, or, where several have to approve, this approval is written down, and with
// the last of them it happens. Whatever is decided: rounds that are no longer about what was approved begin again, in the
// same append.
import type { Action } from '#specification/model/specification.js';
import { getApprovingRoles } from '#domain/permissions.js';
import { isBlank } from '#specification/model/stored-value.js';
import { type DecidedEvent, type MetadataOverrides } from '#domain/event.js';
import type { NeededApprovals, Vote, Changes } from './approval-events.js';
import type { RecordInScope } from '#specification/model/specification.js';
import { changesBetween, type CompletedRecord } from '../computed/complete-record.js';
import { isUnseenField } from '../lifecycle/edit-conflict.js';
import type { RecordDecisionContext, DecisionContext } from '../decision-context.js';
import type { Signing } from '../record-commands.js';
import type { RecordEvent, NewRecordEvents } from '../record-events.js';
import { type OpenedRecord, evolveDecided, type RecordState } from '../record-state.js';
import {
  isRoundTouchedBy,
  larger,
  missingApprovals,
  type NewRoundCause,
  needsOf,
  rolesFor,
  roundOf,
  votesSaying,
  total,
  touches,
  whyAgain,
} from './approval-round.js';
import { signatureOf } from './separation-of-duties.js';
import { onBehalf } from './on-behalf-of.js';

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

interface ApprovalOutcomes {
  /** The record with what was filled in. */
  readonly draft: RecordInScope;
  /** The record as it will be once the action is taken. */
  readonly taken: CompletedRecord;
}

/** Nothing is written to the record before the round is over: until then, what the action asks for stands with the votes. */
export function approved(step: ApprovalStep, { draft, taken }: ApprovalOutcomes): NewRecordEvents {
  const { context, state, action, unseen } = step;
  const needs = neededIn(step, taken);
  const round = roundOf(state, action);
  if (context.elsewhere || (total(needs) === 1 && round.votes.length === 0))
    return [{ ...actionTaken(step, taken), ...stepDetails(step) }];
  const answers = changesBetween(step.pinned, draft, unseen);
  const again = touches(action, round, answers)
    ? 'changed'
    : (whyAgain(context, state, action, round) ?? whyAgain(context, taken.record, action, round));
  const before = again === undefined ? votesSaying(round.votes, 'yes') : [];
  const left = missingApprovals(needs, before);
  const held = getApprovingRoles(context.user);
  const roles = action.approvals ? rolesFor(action.approvals, { needs, left }, held) : [];
  const mine: Vote = { by: context.user.id, at: '', says: 'yes', roles, unseen: [] };
  const isComplete = total(missingApprovals(needs, [...before, mine])) === 0;
  return [
    ...(again === undefined || round.votes.length === 0 ? [] : [begunAgain(action, again)]),
    approvalGiven(step, { needs, roles, proposed: proposedBy(step, draft, answers) }),
    ...(isComplete ? [takenByAll(step, taken)] : []),
  ];
}

/** All that the action would write by what this person has seen or said: what is hidden from them, others have approved. */
function proposedBy(
  { context, state, unseen }: ApprovalStep,
  draft: RecordInScope,
  answers: Changes,
): Changes {
  const all = Object.entries(changesBetween(state, draft, unseen));
  const isTheirs = (key: string) => !isUnseenField(context, key) || Object.hasOwn(answers, key);
  return Object.fromEntries(all.filter(([key]) => isTheirs(key)));
}

function neededIn(
  { context, state, action }: ApprovalStep,
  { record }: CompletedRecord,
): readonly NeededApprovals[] {
  const [before, after] = [needsOf(context, state, action), needsOf(context, record, action)];
  // A history from elsewhere is not asked how many there were.
  if ('depends' in before || 'depends' in after) return [{ role: null, count: 1 }];
  return larger(before, after);
}

interface GivenApproval {
  readonly needs: readonly NeededApprovals[];
  readonly roles: readonly string[];
  readonly proposed: Changes;
}

function approvalGiven(
  step: ApprovalStep,
  { needs, roles, proposed }: GivenApproval,
): DecidedEvent<RecordEvent> {
  const { context, action } = step;
  return {
    type: 'record.approval-given',
    data: {
      action: action.key,
      needs,
      roles,
      ...hiddenFieldNames(context),
      proposed,
      ...signed(step, proposed),
    },
    ...stepDetails(step),
  };
}

/** After the last approval, which has the signature and the reason already. */
function takenByAll(step: ApprovalStep, taken: CompletedRecord): DecidedEvent<RecordEvent> {
  return { ...actionTaken({ ...step, command: {} }, taken), ...onBehalf(step.context) };
}

function actionTaken(step: ApprovalStep, { record, title }: CompletedRecord): DecidedEvent<RecordEvent> {
  const { action, unseen, state: before } = step;
  const changes = changesBetween(before, record, unseen);
  return {
    type: 'record.action-taken',
    data: {
      action: action.key,
      from: before.state,
      to: record.state,
      ...retitled(before, { title }),
      changes,
      ...signed(step, changes),
    },
  };
}

const retitled = ({ title: before }: { readonly title: string }, { title }: { readonly title: string }) =>
  title === before ? {} : { title };

function signed({ context, pinned, action, command }: ApprovalStep, changes: Changes) {
  const signature = signatureOf(context, pinned, action, { ...command, changes });
  return signature ? { signature } : {};
}

export const begunAgain = ({ key }: Action, because: NewRoundCause): DecidedEvent<RecordEvent> => ({
  type: 'record.approvals-begun-again',
  data: { action: key, because },
});

/** Names of fields that are hidden from whoever speaks: their changes do not concern what was said. */
export function hiddenFieldNames({ hidden }: RecordDecisionContext): { readonly unseen?: readonly string[] } {
  return hidden && hidden.size > 0 ? { unseen: [...hidden].sort() } : {};
}

/** For whom it was done, and the reason given. */
export function stepDetails({ context, command: { reason } }: Pick<ApprovalStep, 'context' | 'command'>): {
  readonly metadata?: MetadataOverrides;
} {
  const { metadata } = onBehalf(context);
  if (isBlank(reason)) return metadata ? { metadata } : {};
  return { metadata: { ...metadata, reason } };
}

/** The events, and the rounds that begin again because of them. */
export function withRoundsBegunAgain(
  before: RecordState,
  events: NewRecordEvents,
  decisionContext: DecisionContext,
): NewRecordEvents {
  if (events.length === 0 || before.status !== 'opened') return events;
  if (Object.keys(before.rounds).length === 0) return events;
  const after = evolveDecided(before, events, decisionContext);
  if (after.status !== 'opened') return events;
  const again = decisionContext.entity.lifecycle.actions.flatMap((action): NewRecordEvents => {
    const round = roundOf(after, action);
    const isChanged = events.some(
      ({ type, data }) =>
        type !== 'record.approval-given' &&
        'changes' in data &&
        isRoundTouchedBy(action, round, data.changes),
    );
    const because = isChanged ? 'changed' : whyAgain(decisionContext, after, action, round);
    return because === undefined ? [] : [begunAgain(action, because)];
  });
  return [...events, ...again];
}
