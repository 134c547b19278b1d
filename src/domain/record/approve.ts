// What comes of an action that may be taken: it happens, or, where several have to approve, this approval is written down, and with
// the last of them it happens. Whatever is decided: rounds that are no longer about what was approved begin again, in the
// same append.
import type { Action } from '#specification/specification.js';
import { approvingRoles } from '../permissions.js';
import { isBlank } from '#specification/value.js';
import { type Decided, type EventDetails } from '../event.js';
import { Refused } from '../refusal.js';
import type { NeededApprovals, Vote, Changes } from './approval-events.js';
import { changesBetween, type CompletedRecord, brokenRules } from './record-after.js';
import type { RecordDecisionContext, DecisionContext } from './decision-context.js';
import type { Signing } from './record-commands.js';
import type { RecordEvent, NewRecordEvents } from './record-events.js';
import { type OpenedRecord, evolveDecided, type RecordState } from './record-state.js';
import {
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
} from './round.js';
import { signatureOf } from './duties.js';

interface ApprovalStep {
  readonly context: RecordDecisionContext;
  readonly state: OpenedRecord;
  readonly action: Action;
  /** Fields that are written although the person does not see them. */
  readonly unseen: ReadonlySet<string>;
  readonly command: { readonly reason?: string; readonly signing?: Signing };
}

/** The record as it will be: with the action taken, or still waiting for others. */
interface ApprovalOutcomes {
  readonly taken: CompletedRecord;
  readonly waiting: () => CompletedRecord;
}

export function approved(step: ApprovalStep, { taken, waiting }: ApprovalOutcomes): NewRecordEvents {
  const { context, state, action, unseen } = step;
  const needs = neededIn(step, taken);
  const round = roundOf(state, action);
  if (context.elsewhere || (total(needs) === 1 && round.votes.length === 0))
    return [{ ...actionTaken(step, state, taken), ...stepDetails(step) }];
  const filledIn = waiting();
  const changes = changesBetween(state, filledIn.record, unseen);
  const again = touches(action, round, changes) ? 'changed' : whyAgain(context, state, action, round);
  const before = again === undefined ? votesSaying(round.votes, 'yes') : [];
  const left = missingApprovals(needs, before);
  const held = approvingRoles(context.user);
  const roles = action.approvals ? rolesFor(action.approvals, { needs, left }, held) : [];
  const mine: Vote = { by: context.user.id, at: '', says: 'yes', roles, unseen: [] };
  const isComplete = total(missingApprovals(needs, [...before, mine])) === 0;
  if (!isComplete) mustHold(context, filledIn);
  return [
    ...(again === undefined || round.votes.length === 0 ? [] : [begunAgain(action, again)]),
    approvalGiven(step, filledIn, { needs, roles, changes }),
    ...(isComplete ? [takenByAll(step, filledIn, taken)] : []),
  ];
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

/** What is filled in stays with the record as it waits: it has to be right there, too. */
function mustHold(context: RecordDecisionContext, { record, reasons }: CompletedRecord): void {
  const all = [...reasons, ...brokenRules(context, record)];
  if (all.length > 0) throw new Refused(all);
}

interface GivenApproval {
  readonly needs: readonly NeededApprovals[];
  readonly roles: readonly string[];
  readonly changes: Changes;
}

function approvalGiven(
  step: ApprovalStep,
  filledIn: CompletedRecord,
  { needs, roles, changes }: GivenApproval,
): Decided<RecordEvent> {
  const { context, state, action } = step;
  return {
    type: 'record.approval-given',
    data: {
      action: action.key,
      needs,
      roles,
      ...hiddenFieldNames(context),
      ...retitled(state, filledIn),
      changes,
      ...signed(step, changes),
    },
    ...stepDetails(step),
  };
}

/** After the last approval, which has the signature, the reason and what was filled in already. */
function takenByAll(
  step: ApprovalStep,
  { record, title }: CompletedRecord,
  taken: CompletedRecord,
): Decided<RecordEvent> {
  const afterwards = { ...step.state, ...record, title };
  return {
    ...actionTaken({ ...step, unseen: new Set(), command: {} }, afterwards, taken),
    ...onBehalf(step.context),
  };
}

function actionTaken(
  step: ApprovalStep,
  before: OpenedRecord,
  { record, title }: CompletedRecord,
): Decided<RecordEvent> {
  const { action, unseen } = step;
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

function signed({ context, state, action, command }: ApprovalStep, changes: Changes) {
  const signature = signatureOf(context, state, action, { ...command, changes });
  return signature ? { signature } : {};
}

export const begunAgain = ({ key }: Action, because: NewRoundCause): Decided<RecordEvent> => ({
  type: 'record.approvals-begun-again',
  data: { action: key, because },
});

/** Names of fields that are hidden from whoever speaks: their changes do not concern what was said. */
export function hiddenFieldNames({ hidden }: RecordDecisionContext): { readonly unseen?: readonly string[] } {
  return hidden && hidden.size > 0 ? { unseen: [...hidden].sort() } : {};
}

/** For whom it was done, and the reason given. */
export function stepDetails({ context, command: { reason } }: Pick<ApprovalStep, 'context' | 'command'>): {
  readonly said?: EventDetails;
} {
  const { said } = onBehalf(context);
  return isBlank(reason) && !said ? {} : { said: { ...said, ...(!isBlank(reason) && { reason }) } };
}

const onBehalf = ({ deputy, user }: RecordDecisionContext): { readonly said?: EventDetails } =>
  deputy ? { said: { onBehalfOf: user.id } } : {};

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
        'changes' in data && !isApprovalOf(action.key, type, data) && touches(action, round, data.changes),
    );
    const because = isChanged ? 'changed' : whyAgain(decisionContext, after, action, round);
    return because === undefined ? [] : [begunAgain(action, because)];
  });
  return [...events, ...again];
}

/** Who approves and fills something in has begun the round again already, where that was due. */
const isApprovalOf = (action: string, type: RecordEvent['type'], data: object): boolean =>
  type === 'record.approval-given' && 'action' in data && data.action === action;
