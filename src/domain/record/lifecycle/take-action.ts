import { createPhrase } from '#specification/refusal-words/phrases.js';
import { canStartFrom } from '#specification/model/allowed-transitions.js';
import type { Action } from '#specification/model/specification.js';
import { type Value, isBlank } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/create-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import { takeOrApproveAction } from '../approvals/approve-action.js';
import {
  completeRecord,
  fillFieldsFromReferences,
  checkRules,
  isFieldMissing,
  createMissingFieldReason,
} from '../computed/complete-record.js';
import { checkDutiesBrokenByAnswers, checkSigning } from '../approvals/separation-of-duties.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { checkFieldPermissions, listReasonFields, checkAction } from './offered-actions.js';
import { parseInput, type ParsedInput, listSentFields } from '../input/parse-input.js';
import { canEditField } from '#domain/permissions.js';
import type { RecordInput, SigningProof } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import { removeProposedValues } from '../approvals/approval-events.js';
import { applyPinnedValues, type RecordWithRounds } from '../approvals/approval-round.js';
import { getFieldValue, replaceFieldValues, type OpenedRecord, type RecordState } from '../record-state.js';
import { checkWrittenText } from '#domain/check-written-text.js';
import {
  isActionConflict,
  findChangesSince,
  isHiddenField,
  createConflict,
  getDisplayedState,
} from './edit-conflict.js';

interface ActionToTake {
  readonly action: string;
  readonly input: RecordInput;
  readonly reason?: string;
  readonly signing?: SigningProof;
}

export function takeAction(
  state: RecordState,
  command: ActionToTake,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const action = getAction(context, command.action);
  const impossible = checkAction(context, state, action);
  const pinned = applyPinnedValues(context, state, action);
  const barred = checkSentFields(context, state, action, command.input);
  const { fields: base } = applyPinnedValues(context, getDisplayedState(context, state), action);
  const parsed = parseInput(context, command.input, { base, barred: listReasonFields(barred) });
  const differences = findChangesSince(
    context,
    pinned,
    parsed.values,
    getBaseWithPinnedValues(context, action),
  );
  const early = [
    ...impossible,
    ...barred,
    ...checkInput(context, pinned, action, parsed),
    ...checkActionReason(context, action, command),
    ...checkSigning(context, pinned, action, command.signing),
  ];
  if (isActionConflict(context, state, action, differences.length))
    throw createConflict(context, differences, early);
  const filled: RecordWithRounds = { ...state, fields: replaceFieldValues(pinned.fields, parsed.values) };
  const draft: RecordWithRounds = { ...state, ...fillFieldsFromReferences(context, pinned, filled) };
  const taken = completeRecord(context, { ...draft, state: action.to ?? state.state });
  const afterwards = { ...taken.record, rounds: removeProposedValues(state.rounds) };
  const all = [...early, ...taken.reasons, ...checkDutiesBrokenByAnswers(context, afterwards, action, early)];
  if (canStartFrom(action, state.state, context.entity.lifecycle))
    for (const each of checkRules(context, taken.record, parsed.broken)) all.push(each);
  if (all.length > 0) throw new Refused(all);
  const hiddenKeys = new Set([...parsed.values.keys()].filter((key) => isHiddenField(context, key)));
  const step = { context, state, pinned, action, hiddenKeys, command };
  return takeOrApproveAction(step, { draft, taken });
}

export function getBaseWithPinnedValues(
  context: RecordDecisionContext,
  action: Action,
): OpenedRecord | undefined {
  return context.baseState && applyPinnedValues(context, context.baseState, action);
}

export function getAction(context: RecordDecisionContext, key: string): Action {
  const { actions } = context.entity.lifecycle;
  const action = actions.find((one) => one.key === key);
  if (action) return action;
  const words = {
    action: typeof key === 'string' ? key : createPhrase('unreadable'),
    known: actions.map((one) => one.key),
  };
  throw new Refused([createReason(context, 'NO_SUCH_ACTION', { with: words, place: context.entity.place })]);
}

/** A refusal must not depend on values. */
function checkSentFields(
  context: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  input: unknown,
): readonly Reason[] {
  const sent = listSentFields(context.entity, input);
  return [
    ...sent
      .filter((key) => !action.ask.includes(key))
      .map((key) => createNotAskedReason(context, action, key)),
    ...checkFieldPermissions(context, state, sent),
  ];
}

function createNotAskedReason(context: RecordDecisionContext, action: Action, key: string): Reason {
  const why = createPhrase('why.ask-nothing', { action: action.title, field: key });
  return createReason(context, 'BAD_REQUEST', { with: { why }, fields: [key], place: action.place });
}

function checkInput(
  context: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  { values, broken, reasons }: ParsedInput,
): readonly Reason[] {
  const actionFields = context.entity.fields.filter(({ key }) => action.ask.includes(key));
  // Asks again for hidden fields, so that the response does not reveal whether they are filled.
  const { entity, user, now } = context;
  const asksAnew = (key: string) =>
    isHiddenField(context, key) && canEditField(entity, key, state, user, now);
  const held = (key: string): Value => (asksAnew(key) ? null : getFieldValue(state, key));
  const after = (key: string): Value => values.get(key) ?? (values.has(key) ? null : held(key));
  return [
    ...reasons,
    ...actionFields
      .filter((field) => !broken.has(field.key) && isFieldMissing(field, after(field.key)))
      .map((field) => createMissingFieldReason(context, field)),
  ];
}

function checkActionReason(
  context: RecordDecisionContext,
  action: Action,
  { reason: why }: ActionToTake,
): readonly Reason[] {
  if (action.reason === 'required' && (typeof why !== 'string' || isBlank(why))) {
    return [createReason(context, 'REASON_REQUIRED', { fields: ['reason'], place: action.place })];
  }
  return why === undefined || why === null ? [] : checkWrittenText(context, 'reason', why);
}
