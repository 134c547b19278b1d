// Takes an action of the lifecycle: moves the record on, and fills in what the action asks for.
import type { Action } from '#specification/specification.js';
import { type Value, isBlank } from '#specification/value.js';
import type { Decided } from '../event.js';
import { reason } from '../reason.js';
import { Refused, type Reason } from '../refusal.js';
import { approved } from './approve.js';
import { completed } from './completed.js';
import { dutyReasonsAfter } from './duties.js';
import type { RecordDecisionContext } from './decision-context.js';
import { fieldsNotPermitted, fieldsOf, sentFields } from './field-permissions.js';
import { followReferences } from './follow-references.js';
import { changedSince, conflict } from './merge.js';
import { actionReasons } from './offers.js';
import { parseInput, type ParsedInput } from './parse-input.js';
import { mayEditField } from '../permissions.js';
import type { RecordInput, Signing } from './record-commands.js';
import type { RecordEvent } from './record-events.js';
import type { RecordInRounds } from './round.js';
import { signingReasons } from './signing.js';
import { fieldValue, withValues, type OpenedRecord, type RecordState } from './record-state.js';
import { brokenRules, isFieldMissing, requiredReason } from './rules.js';
import { writtenText } from '../written-text.js';

export interface ActionToTake {
  readonly action: string;
  readonly input: RecordInput;
  readonly reason?: string;
  readonly signing?: Signing;
}

export function takeAction(
  state: RecordState,
  command: ActionToTake,
  environment: RecordDecisionContext,
): readonly Decided<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([reason(environment, 'NOT_FOUND')]);
  const action = actionNamed(environment, command.action);
  const impossible = actionReasons(environment, state, action);
  const barred = barredFields(environment, state, action, command.input);
  const parsed = parseInput(environment, command.input, { current: state.fields, barred: fieldsOf(barred) });
  const differences = changedSince(environment, state, parsed.values);
  const early = [
    ...impossible,
    ...barred,
    ...inputReasons(environment, state, action, parsed),
    ...reasonReasons(environment, action, command),
    ...signingReasons(environment, state, action, command.signing),
  ];
  if (isConflict(environment, state, action, differences.length))
    throw conflict(environment, differences, early);
  const filled: RecordInRounds = { ...state, fields: withValues(state.fields, parsed.values) };
  const draft: RecordInRounds = { ...state, ...followReferences(environment, state, filled) };
  const after = (to: string) => completed(environment, { ...draft, state: to });
  const taken = after(action.to ?? state.state);
  const afterwards = { ...taken.record, rounds: state.rounds };
  const all = [...early, ...taken.reasons, ...dutyReasonsAfter(environment, afterwards, action, early)];
  if (action.from.includes(state.state)) all.push(...brokenRules(environment, taken.record, parsed.broken));
  if (all.length > 0) throw new Refused(all);
  const unseen = new Set([...parsed.values.keys()].filter((key) => environment.hidden?.has(key)));
  const step = { environment, state, action, unseen, command };
  return approved(step, { taken, waiting: () => after(state.state) });
}

export function actionNamed(environment: RecordDecisionContext, key: string): Action {
  const { actions } = environment.entity.lifecycle;
  const action = actions.find((one) => one.key === key);
  if (action) return action;
  const words = {
    action: typeof key === 'string' ? key : 'what was sent',
    known: actions.map((one) => one.key).join(', '),
  };
  throw new Refused([
    reason(environment, 'NO_SUCH_ACTION', { with: words, place: environment.entity.place }),
  ]);
}

/** Nobody approves what they have not seen; where the record has moved on, its new state says enough. */
export function isConflict(
  { seen }: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  differences: number,
): boolean {
  if (!action.from.includes(state.state)) return false;
  return differences > 0 || (seen !== undefined && seen.state !== state.state);
}

function inputReasons(
  environment: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  { values, broken, reasons }: ParsedInput,
): readonly Reason[] {
  const asked = environment.entity.fields.filter(({ key }) => action.ask.includes(key));
  // What they may not see they are asked for anew: an answer must not tell whether there is something already.
  const { entity, user, now, hidden } = environment;
  const asksAnew = (key: string) => hidden?.has(key) === true && mayEditField(entity, key, state, user, now);
  const held = (key: string): Value => (asksAnew(key) ? null : fieldValue(state, key));
  const after = (key: string): Value => values.get(key) ?? (values.has(key) ? null : held(key));
  return [
    ...reasons,
    ...asked
      .filter((field) => !broken.has(field.key) && isFieldMissing(field, after(field.key)))
      .map((field) => requiredReason(environment, field)),
  ];
}

/** Fields that were sent and may not be, whatever is in them: not asked for, or not this person's to write. */
function barredFields(
  environment: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  input: unknown,
): readonly Reason[] {
  const sent = sentFields(environment.entity, input);
  return [
    ...sent.filter((key) => !action.ask.includes(key)).map((key) => notAsked(environment, action, key)),
    ...fieldsNotPermitted(environment, state, sent),
  ];
}

function notAsked(environment: RecordDecisionContext, action: Action, key: string): Reason {
  const why = `“${action.title}” does not ask for “${key}”`;
  return reason(environment, 'BAD_REQUEST', { with: { why }, fields: [key], place: action.place });
}

function reasonReasons(
  environment: RecordDecisionContext,
  action: Action,
  { reason: why }: ActionToTake,
): readonly Reason[] {
  if (action.reason === 'required' && isBlank(textOf(why))) {
    return [reason(environment, 'REASON_REQUIRED', { fields: ['reason'], place: action.place })];
  }
  return why === undefined || why === null ? [] : writtenText(environment, 'reason', why);
}

function textOf(why: unknown): string | undefined {
  return typeof why === 'string' ? why : undefined;
}
