// Fields with a permission of their own: refuses those this person may not write.
import type { RecordInScope } from '../../specification/specification.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import type { Circumstances } from './environment.js';
import { fieldGrants, mayEditField, whoMay } from './permissions.js';

export function fieldsNotPermitted(
  circumstances: Circumstances,
  record: RecordInScope,
  fields: Iterable<string>,
): readonly Reason[] {
  const { entity, user, now } = circumstances;
  return [...fields]
    .filter((key) => !mayEditField(entity, key, record, user, now))
    .map((key) => {
      const grant = fieldGrants(entity, key)!.edit!;
      const field = entity.fields.find((one) => one.key === key)!;
      const words = { field: field.title, who: whoMay(circumstances.specification, grant) };
      return reason(circumstances, 'FIELD_NOT_PERMITTED', { with: words, fields: [key], place: grant.place });
    });
}
