import { canStartFrom } from '#specification/model/allowed-transitions.js';
import type { Action, Field } from '#specification/model/specification.js';
import { type Value, isSameValue } from '#specification/model/stored-value.js';
import { createReason } from '#domain/create-reason.js';
import { Refused, type Reason, type FieldDifference } from '#domain/refusal.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { getFieldValue, type OpenedRecord, type LastWrite } from '../record-state.js';
import { findField } from '#specification/field-types/find-field-type.js';

export const getDisplayedState = (
  { formState, baseState }: RecordDecisionContext,
  record: OpenedRecord,
): OpenedRecord => formState ?? baseState ?? record;

/** Approvals need current values; if the state changed, its error suffices. */
export function isActionConflict(
  { baseState, entity }: RecordDecisionContext,
  state: OpenedRecord,
  action: Action,
  differences: number,
): boolean {
  if (!canStartFrom(action, state.state, entity.lifecycle)) return false;
  return differences > 0 || (baseState !== undefined && baseState.state !== state.state);
}

export function findChangesSince(
  context: RecordDecisionContext,
  record: OpenedRecord,
  input: ReadonlyMap<string, Value>,
  baseState = context.baseState,
): readonly FieldDifference[] {
  if (!baseState || baseState === record) return [];
  return context.entity.fields
    .filter(
      ({ key }) =>
        !isHiddenField(context, key) &&
        !isSameValue(getFieldValue(baseState, key), getFieldValue(record, key)),
    )
    .map((field) => {
      const before = getFieldValue(baseState, field.key);
      return createDifference(record, field, before, input.get(field.key) ?? before);
    });
}

interface MergedInput {
  readonly values: ReadonlyMap<string, Value>;
  readonly differences: readonly FieldDifference[];
}

/** Three-way merge: a field left as shown is no change. */
export function mergeInput(
  context: RecordDecisionContext,
  record: OpenedRecord,
  input: ReadonlyMap<string, Value>,
): MergedInput {
  const baseState = context.baseState ?? record;
  const values = new Map<string, Value>();
  const differences: FieldDifference[] = [];
  for (const [key, yours] of input) {
    // Writes hidden fields even if unchanged, so that the response does not reveal their values.
    if (isHiddenField(context, key)) {
      values.set(key, yours);
      continue;
    }
    const [before, theirs] = [getFieldValue(baseState, key), getFieldValue(record, key)];
    if (isSameValue(yours, before) || isSameValue(yours, theirs)) continue;
    if (isSameValue(before, theirs)) values.set(key, yours);
    else differences.push(createDifference(record, getField(context, key), before, yours));
  }
  return { values, differences };
}

function createDifference(record: OpenedRecord, of: Field, base: Value, yours: Value): FieldDifference {
  const { key } = of;
  return { field: key, of, base: base, theirs: getFieldValue(record, key), yours, ...getTouch(record, key) };
}

function getTouch(record: OpenedRecord, field: string): LastWrite {
  const touch = Object.hasOwn(record.touched, field) ? record.touched[field] : undefined;
  return touch ?? { by: record.openedBy, at: record.openedAt };
}

const getField = ({ entity }: RecordDecisionContext, key: string): Field => findField(entity, key)!;

export const isHiddenField = ({ hidden }: RecordDecisionContext, key: string): boolean =>
  hidden?.has(key) === true;

/** The caller adds the current version. */
export function createConflict(
  context: RecordDecisionContext,
  differences: readonly FieldDifference[],
  others: readonly Reason[] = [],
): Refused {
  const fields = differences.map(({ field }) => field);
  return new Refused([createReason(context, 'CHANGED_MEANWHILE', { fields }), ...others], differences);
}
