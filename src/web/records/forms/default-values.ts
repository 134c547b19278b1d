import { evaluateStorable } from '#domain/evaluate-expressions.js';
import type { Entity, RecordInScope, UserInScope } from '#specification/model/specification.js';
import type { Fields, Value } from '#specification/model/stored-value.js';

interface DefaultsContext {
  readonly record: RecordInScope;
  readonly user: UserInScope;
  readonly now: string;
}

/** Later defaults may refer to earlier ones. */
export function defaultValues(entity: Entity, { record, user, now }: DefaultsContext): Fields {
  const fields: Record<string, Value> = {};
  const draft = { ...record, fields };
  for (const field of entity.fields) {
    if (!field.default) continue;
    const value = evaluateStorable(field.default, field, { record: draft, user, now });
    if (typeof value !== 'symbol' && value !== null) fields[field.key] = value;
  }
  return fields;
}
