// Takes an action of the lifecycle: moves the record on, and fills in what the action asks for.
import { phrase } from '#specification/refusal-words/message-parameters.js';
import { canStartFrom } from '#specification/model/lifecycle-states.js';
import type { Action } from '#specification/model/specification.js';
import { type Value, isBlank } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import { approved } from '../approvals/approve-action.js';
import {
  completed,
  followReferences,
  brokenRules,
  isFieldMissing,
  requiredReason,
} from '../computed/complete-record.js';
import { dutyReasonsAfter, signingReasons } from '../approvals/separation-of-duties.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { fieldsNotPermitted, fieldsOf, actionReasons } from './offered-actions.js';
import { parseInput, type ParsedInput, sentFields } from '../input/parse-input.js';
import { canEditField } from '#domain/permissions.js';
import type { RecordInput, Signing } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import { withoutProposals } from '../approvals/approval-events.js';
import { withPinned, type RecordInRounds } from '../approvals/approval-round.js';
import { fieldValue, withValues, type OpenedRecord, type RecordState } from '../record-state.js';
import { checkWrittenText } from '#domain/check-written-text.js';
import { isConflict, changedSince, isUnseenField, conflict, shownTo } from './edit-conflict.js';

interface ActionToTake {
  readonly action: string;
  readonly input: RecordInput;
  readonly reason?: string;
  readonly signing?: Signing;
}

export function takeAction(
  state: RecordState,
  command: ActionToTake,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const action = actionNamed(context, command.action);
  const impossible = actionReasons(context, state, action);
  const pinned = withPinned(context, state, action);
  const barred = barredFields(context, state, action, command.input);
  const { fields: base } = withPinned(context, shownTo(context, state), action);
  const parsed = parseInput(context, command.input, { base, barred: fieldsOf(barred) });
  const differences = changedSince(context, pinned, parsed.values, seenWithPinned(context, action));
  const early = [
    ...impossible,
    ...barred,
    ...inputReasons(context, pinned, action, parsed),
    ...whyReasons(context, action, command),
    ...signingReasons(context, pinned, action, command.signing),
  ];
  if (isConflict(context, state, action, differences.length)) throw conflict(context, differences, early);
  const filled: RecordInRounds = { ...state, fields: withValues(pinned.fields, parsed.values) };
  const draft: RecordInRounds = { ...state, ...followReferences(context, pinned, filled) };
  const taken = completed(context, { ...draft, state: action.to ?? state.state });
  const afterwards = { ...taken.record, rounds: withoutProposals(state.rounds) };
  const all = [...early, ...taken.reasons, ...dutyReasonsAfter(context, afterwards, action, early)];
  if (canStartFrom(action, state.state, context.entity.lifecycle))
    for (const each of brokenRules(context, taken.record, parsed.broken)) all.push(each);
  if (all.length > 0) throw new Refused(all);
  const unseen = new Set([...parsed.values.keys()].filter((key) => isUnseenField(context, key)));
  const step = { context, state, pinned, action, unseen, command };
  return approved(step, { draft, taken });
}

/** What the person had before their eyes: the record of that version, and what its round had pinned. */
export function seenWithPinned(context: RecordDecisionContext, action: Action): OpenedRecord | undefined {
  return context.seen && withPinned(context, context.seen, action);
}

export function actionNamed(context: RecordDecisionContext, key: string): Action {
  const { actions } = context.entity.lifecycle;
  const action = actions.find((one) => one.key === key);
  if (action) return action;
  const words = {
    action: typeof key === 'string' ? key : phrase('unreadable'),
    known: actions.map((one) => one.key),
  };
  throw new Refused([createReason(context, 'NO_SUCH_ACTION', { with: words, place: context.entity.place })]);
}

/** Fields that were sent and may not be, whatever is in them: not asked for, or not this person's to write. */
function barredFields(
  context: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  input: unknown,
): readonly Reason[] {
  const sent = sentFields(context.entity, input);
  return [
    ...sent.filter((key) => !action.ask.includes(key)).map((key) => notAsked(context, action, key)),
    ...fieldsNotPermitted(context, state, sent),
  ];
}

function notAsked(context: RecordDecisionContext, action: Action, key: string): Reason {
  const why = phrase('why.ask-nothing', { action: action.title, field: key });
  return createReason(context, 'BAD_REQUEST', { with: { why }, fields: [key], place: action.place });
}

function inputReasons(
  context: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  { values, broken, reasons }: ParsedInput,
): readonly Reason[] {
  const asked = context.entity.fields.filter(({ key }) => action.ask.includes(key));
  // What they may not see they are asked for anew: an answer must not tell whether there is something already.
  const { entity, user, now } = context;
  const asksAnew = (key: string) =>
    isUnseenField(context, key) && canEditField(entity, key, state, user, now);
  const held = (key: string): Value => (asksAnew(key) ? null : fieldValue(state, key));
  const after = (key: string): Value => values.get(key) ?? (values.has(key) ? null : held(key));
  return [
    ...reasons,
    ...asked
      .filter((field) => !broken.has(field.key) && isFieldMissing(field, after(field.key)))
      .map((field) => requiredReason(context, field)),
  ];
}

function whyReasons(
  context: RecordDecisionContext,
  action: Action,
  { reason: why }: ActionToTake,
): readonly Reason[] {
  if (action.reason === 'required' && (typeof why !== 'string' || isBlank(why))) {
    return [createReason(context, 'REASON_REQUIRED', { fields: ['reason'], place: action.place })];
  }
  return why === undefined || why === null ? [] : checkWrittenText(context, 'reason', why);
}
