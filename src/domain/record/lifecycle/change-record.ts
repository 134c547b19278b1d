// Changes fields of a record. What others changed meanwhile stays, unless both changed the same field.
import type { RecordInScope } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import {
  changesBetween,
  completed,
  followReferences,
  fieldsOfActions,
  brokenRules,
  isFieldMissing,
  requiredReason,
} from '../computed/complete-record.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { fieldsNotPermitted, fieldsOf, editReasons } from './offered-actions.js';
import { parseInput, sentFields } from '../input/parse-input.js';
import type { RecordInput } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import { fieldValue, withValues, type RecordState } from '../record-state.js';
import { conflict, merge, shownTo } from './edit-conflict.js';

export function change(
  state: RecordState,
  input: RecordInput,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const uneditable = editReasons(context, state);
  // Asked of every field that was sent, before any value is looked at.
  const barred = fieldsNotPermitted(context, state, sentFields(context.entity, input));
  const { fields: base } = shownTo(context, state);
  const parsed = parseInput(context, input, { base, barred: fieldsOf(barred) });
  const { values, differences } = merge(context, state, parsed.values);
  const early = [
    ...uneditable,
    ...barred,
    ...parsed.reasons,
    ...missingFields(context, state, parsed.values),
  ];
  if (differences.length > 0) throw conflict(context, differences, early);
  if (values.size === 0 && early.length === 0) return [];
  const changed: RecordInScope = { ...state, fields: withValues(state.fields, values) };
  const draft = followReferences(context, state, changed);
  const { record, title, reasons } = completed(context, draft);
  const all = [...early, ...reasons, ...brokenRules(context, record, parsed.broken)];
  if (all.length > 0) throw new Refused(all);
  const unseen = new Set([...values.keys()].filter((key) => context.hidden?.has(key)));
  const retitled = title === state.title ? {} : { title };
  return [{ type: 'record.changed', data: { ...retitled, changes: changesBetween(state, record, unseen) } }];
}

/** A field that was filled in stays so; one an action will ask for may wait for it. */
function missingFields(
  context: RecordDecisionContext,
  before: RecordInScope,
  values: ReadonlyMap<string, Value>,
): readonly Reason[] {
  const later = fieldsOfActions(context.entity);
  const mayWait = (key: string) =>
    later.has(key) && !context.hidden?.has(key) && fieldValue(before, key) === null;
  return context.entity.fields
    .filter(({ key }) => values.has(key) && !mayWait(key))
    .filter((field) => isFieldMissing(field, values.get(field.key)!))
    .map((field) => requiredReason(context, field));
}
