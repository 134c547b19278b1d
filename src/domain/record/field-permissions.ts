// Fields with a permission of their own: refuses those this person may not write, whatever they wrote into them.
import { fieldOf } from '#specification/field-of.js';
import type { Entity, RecordInScope } from '#specification/specification.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import type { DecisionContext } from './decision-context.js';
import { fieldGrants, mayEditField, whoMay } from '../permissions.js';

/** Fields of the entity that an input names. What it says of them has not been looked at: a value must not decide. */
export function sentFields(entity: Entity, input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const raw = input as Readonly<Record<string, unknown>>;
  return entity.fields
    .map(({ key }) => key)
    .filter((key) => Object.hasOwn(raw, key) && raw[key] !== undefined);
}

export function fieldsNotPermitted(
  decisionContext: DecisionContext,
  record: RecordInScope,
  fields: Iterable<string>,
): readonly Reason[] {
  const { entity, user, now } = decisionContext;
  return [...fields]
    .filter((key) => !mayEditField(entity, key, record, user, now))
    .map((key) => {
      const grant = fieldGrants(entity, key)!.edit!;
      const field = fieldOf(entity, key)!;
      const words = { field: field.title, who: whoMay(decisionContext.specification, grant) };
      return reason(decisionContext, 'FIELD_NOT_PERMITTED', {
        with: words,
        fields: [key],
        place: grant.place,
      });
    });
}

/** The fields some reasons are about. */
export const fieldsOf = (reasons: readonly Reason[]): ReadonlySet<string> =>
  new Set(reasons.flatMap(({ fields }) => fields));
