// Concurrent changes of other fields stay.
import type { RecordInScope } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/create-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import {
  diffFields,
  completeRecord,
  fillFieldsFromReferences,
  listActionFields,
  checkRules,
  isFieldMissing,
  createMissingFieldReason,
} from '../computed/complete-record.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { checkFieldPermissions, listReasonFields, checkEdit } from './offered-actions.js';
import { parseInput, listSentFields } from '../input/parse-input.js';
import type { RecordInput } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import { getFieldValue, replaceFieldValues, type RecordState } from '../record-state.js';
import { createConflict, mergeInput, getDisplayedState } from './edit-conflict.js';

export function changeRecord(
  state: RecordState,
  input: RecordInput,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const uneditable = checkEdit(context, state);
  const barred = checkFieldPermissions(context, state, listSentFields(context.entity, input));
  const { fields: base } = getDisplayedState(context, state);
  const parsed = parseInput(context, input, { base, barred: listReasonFields(barred) });
  const { values, differences } = mergeInput(context, state, parsed.values);
  const early = [
    ...uneditable,
    ...barred,
    ...parsed.reasons,
    ...checkMissingFields(context, state, parsed.values),
  ];
  if (differences.length > 0) throw createConflict(context, differences, early);
  if (values.size === 0 && early.length === 0) return [];
  const changed: RecordInScope = { ...state, fields: replaceFieldValues(state.fields, values) };
  const draft = fillFieldsFromReferences(context, state, changed);
  const { record, title, reasons } = completeRecord(context, draft);
  const all = [...early, ...reasons, ...checkRules(context, record, parsed.broken)];
  if (all.length > 0) throw new Refused(all);
  const hiddenKeys = new Set([...values.keys()].filter((key) => context.hidden?.has(key)));
  const retitled = title === state.title ? {} : { title };
  return [{ type: 'record.changed', data: { ...retitled, changes: diffFields(state, record, hiddenKeys) } }];
}

/** Filled required fields stay filled; empty ones may wait for the action that asks for them. */
function checkMissingFields(
  context: RecordDecisionContext,
  before: RecordInScope,
  values: ReadonlyMap<string, Value>,
): readonly Reason[] {
  const later = listActionFields(context.entity);
  const mayWait = (key: string) =>
    later.has(key) && !context.hidden?.has(key) && getFieldValue(before, key) === null;
  return context.entity.fields
    .filter(({ key }) => values.has(key) && !mayWait(key))
    .filter((field) => isFieldMissing(field, values.get(field.key)!))
    .map((field) => createMissingFieldReason(context, field));
}
