// Previews values copied from a chosen reference, as saving would copy them.
import type { RecordInput } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { FindRecord } from '#query-handling/records/records-view.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { formatForForm } from '#specification/field-types/format-for-form.js';
import { findField, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Field } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import type { QueryContext } from '#web/requests/request-context.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { isRecordId } from '#domain/stream-names.js';
import type { FormDefinition } from './form-definition.js';
import { peopleFor } from './choice-options.js';

interface ChosenReference {
  readonly kind: FormDefinition;
  readonly input: RecordInput;
  readonly reference: string;
}

/** Fills untouched fields, with readable values only. */
export async function fillFieldsFromReference(
  context: QueryContext,
  recordRequest: RecordRequest,
  { kind, input, reference }: ChosenReference,
): Promise<RecordInput> {
  const record = await chosenRecord(context, recordRequest, reference, input[reference]);
  if (!record) return input;
  const manner = { locale: recordRequest.locale, timeZone: recordRequest.timeZone };
  const filled: Record<string, unknown> = { ...input };
  for (const field of kind.fields) {
    const { key, follows } = field;
    if (follows?.reference !== reference || record.hidden.has(follows.field)) continue;
    const before = formatForForm(field, kind.values[key] ?? null, manner);
    if (
      kind.unreadable.has(key) ||
      kind.fixed(field) !== undefined ||
      !['', before].includes(textOf(input[key]))
    )
      continue;
    const value = record.fields[follows.field] ?? null;
    filled[key] = (await mayComeAlong(context, recordRequest, field, value))
      ? formatForForm(field, value, manner)
      : '';
  }
  return filled;
}

const textOf = (typed: unknown): string => (typeof typed === 'string' ? typed : '');

/** undefined: none chosen, or not readable. */
async function chosenRecord(
  { queries }: QueryContext,
  { published, specification, entity, viewer }: RecordRequest,
  reference: string,
  id: unknown,
): Promise<VisibleRecord | undefined> {
  const target = specification.entities[findField(entity, reference)?.to ?? ''];
  if (!target || typeof id !== 'string' || !isRecordId(id)) return undefined;
  try {
    return (await queries.execute(new FindRecord({ published, entity: target, viewer }, id))).visible;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

async function mayComeAlong(
  { queries, sources }: QueryContext,
  { published, entity, viewer, t }: RecordRequest,
  field: Field,
  value: Value,
): Promise<boolean> {
  if (getFieldType(field).pointsTo !== 'person') return true;
  const people = await peopleFor({ queries, sources, published, entity, viewer, t }, field.roles);
  return people.some(({ id }) => id === value);
}
