// Takes an action of the lifecycle: moves the record on, and fills in what the action asks for.
import type { Action, RecordInScope } from '../../specification/specification.js';
import type { Value } from '../../specification/value.js';
import { isBlank } from '../blank.js';
import type { Decided } from '../decider.js';
import { reason } from '../reason.js';
import { Refused, type Reason } from '../refusal.js';
import { sameValue } from '../same-value.js';
import { changesBetween, completed } from './completed.js';
import type { Environment } from './environment.js';
import { fieldsNotPermitted } from './field-permissions.js';
import { changedSince, conflict } from './merge.js';
import { actionReasons } from './offers.js';
import { parseInput, type ParsedInput } from './parse-input.js';
import type { Input } from './record-commands.js';
import type { RecordEvent } from './record-events.js';
import { valueOf, withValues, type OpenedRecord, type RecordState } from './record-state.js';
import { brokenRules, isMissing, missing } from './rules.js';
import { writtenText } from './written-text.js';

export interface ActionToTake {
  readonly action: string;
  readonly input: Input;
  readonly reason?: string;
}

export function takeAction(
  state: RecordState,
  command: ActionToTake,
  environment: Environment,
): readonly Decided<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([reason(environment, 'NOT_FOUND')]);
  const action = actionNamed(environment, command.action);
  const impossible = actionReasons(environment, state, action);
  const parsed = parseInput(environment, command.input, state.fields);
  const differences = changedSince(environment, state, parsed.values);
  const early = [
    ...impossible,
    ...inputReasons(environment, state, action, parsed),
    ...reasonReasons(environment, action, command),
  ];
  if (isConflict(environment, state, action, differences.length))
    throw conflict(environment, differences, early);
  const to = action.to ?? state.state;
  const draft: RecordInScope = { ...state, state: to, fields: withValues(state.fields, parsed.values) };
  const { record, title, reasons } = completed(environment, draft);
  const all = [...early, ...reasons];
  if (action.from.includes(state.state)) all.push(...brokenRules(environment, record, parsed.broken));
  if (all.length > 0) throw new Refused(all);
  const retitled = title === state.title ? {} : { title };
  const data = {
    action: action.key,
    from: state.state,
    to,
    ...retitled,
    changes: changesBetween(state, record),
  };
  return [
    {
      type: 'record.action-taken',
      data,
      ...(isBlank(command.reason) ? {} : { said: { reason: command.reason } }),
    },
  ];
}

function actionNamed(environment: Environment, key: string): Action {
  const { actions } = environment.entity.lifecycle;
  const action = actions.find((one) => one.key === key);
  if (action) return action;
  const words = { action: String(key), known: actions.map((one) => one.key).join(', ') };
  throw new Refused([
    reason(environment, 'NO_SUCH_ACTION', { with: words, place: environment.entity.place }),
  ]);
}

/** Nobody approves what he has not seen; where the record has moved on, its new state says enough. */
function isConflict(
  { seen }: Environment,
  state: OpenedRecord,
  action: Action,
  differences: number,
): boolean {
  if (!action.from.includes(state.state)) return false;
  return differences > 0 || (seen !== undefined && seen.state !== state.state);
}

function inputReasons(
  environment: Environment,
  state: OpenedRecord,
  action: Action,
  { values, broken, reasons }: ParsedInput,
): readonly Reason[] {
  const asked = environment.entity.fields.filter(({ key }) => action.ask.includes(key));
  const after = (key: string): Value => values.get(key) ?? (values.has(key) ? null : valueOf(state, key));
  const written = [...values]
    .filter(([key, value]) => !sameValue(value, valueOf(state, key)))
    .map(([key]) => key);
  return [
    ...reasons,
    ...written.filter((key) => !action.ask.includes(key)).map((key) => notAsked(environment, action, key)),
    ...asked
      .filter((field) => !broken.has(field.key) && isMissing(field, after(field.key)))
      .map((field) => missing(environment, field)),
    ...fieldsNotPermitted(environment, state, written),
  ];
}

function notAsked(environment: Environment, action: Action, key: string): Reason {
  const why = `“${action.title}” does not ask for “${key}”`;
  return reason(environment, 'BAD_REQUEST', { with: { why }, fields: [key], place: action.place });
}

function reasonReasons(
  environment: Environment,
  action: Action,
  { reason: why }: ActionToTake,
): readonly Reason[] {
  if (action.reason === 'required' && isBlank(textOf(why))) {
    return [reason(environment, 'REASON_REQUIRED', { place: action.place })];
  }
  return why === undefined || why === null ? [] : writtenText(environment, 'The reason', why, 'reason');
}

function textOf(why: unknown): string | undefined {
  return typeof why === 'string' ? why : undefined;
}
