// Conditions are evaluated per record later, hence “some records”.
import { getFieldGrants, hasGrantedRole } from '#domain/permissions.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Field } from '#specification/model/specification.js';

export function listReadableFields({ entity, actor, canReadSome }: ReadRights): readonly Field[] {
  if (!canReadSome) return [];
  return entity.fields.filter((field) => hasGrantedRole(getFieldGrants(entity, field.key)?.read, actor));
}

export function listWritableFields({ entity, actor }: ReadRights): readonly Field[] {
  return entity.fields.filter(
    (field) => !field.computed && hasGrantedRole(getFieldGrants(entity, field.key)?.edit, actor),
  );
}
