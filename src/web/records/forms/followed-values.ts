// What comes along with a reference that was just chosen in a form: shown before it is sent, as saving would bring it.
import type { RecordInput } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { findRecordById } from '#query-handling/records/records-view.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { formatForForm } from '#specification/field-types/format-for-form.js';
import { findField, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Field } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import type { PageContext } from '#web/requests/request-context.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { isId } from '#web/addresses/page-addresses.js';
import type { FormKind } from './form-kind.js';
import { peopleFor } from './choice-options.js';

interface ChosenReference {
  readonly kind: FormKind;
  readonly input: RecordInput;
  /** Key of the field. */
  readonly reference: string;
}

/** What was typed, and what comes along in fields that were left alone; nothing that the person may not read. */
export async function withFollowedValues(
  sources: PageContext['sources'],
  recordRequest: RecordRequest,
  { kind, input, reference }: ChosenReference,
): Promise<RecordInput> {
  const record = await chosenRecord(sources, recordRequest, reference, input[reference]);
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
    filled[key] = (await mayComeAlong(sources, recordRequest, field, value))
      ? formatForForm(field, value, manner)
      : '';
  }
  return filled;
}

const textOf = (typed: unknown): string => (typeof typed === 'string' ? typed : '');

/** undefined: none is chosen, or none that the person may read. */
async function chosenRecord(
  sources: PageContext['sources'],
  { published, specification, entity, viewer }: RecordRequest,
  reference: string,
  id: unknown,
): Promise<VisibleRecord | undefined> {
  const target = specification.entities[findField(entity, reference)?.to ?? ''];
  if (!target || typeof id !== 'string' || !isId(id)) return undefined;
  try {
    return (await findRecordById(sources, { published, entity: target, viewer }, id)).seen;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

async function mayComeAlong(
  sources: PageContext['sources'],
  { published, entity, viewer, t }: RecordRequest,
  field: Field,
  value: Value,
): Promise<boolean> {
  if (getFieldType(field).pointsTo !== 'person') return true;
  const people = await peopleFor({ sources, published, entity, viewer, t }, field.roles);
  return people.some(({ id }) => id === value);
}
