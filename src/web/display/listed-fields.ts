// Fields that one person may read or write in some records; conditions are evaluated per record.
import { getFieldGrants, hasGrantedRole } from '#domain/permissions.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Field } from '#specification/model/specification.js';

export function readableFields({ entity, actor, any }: ReadRights): readonly Field[] {
  if (!any) return [];
  return entity.fields.filter((field) => hasGrantedRole(getFieldGrants(entity, field.key)?.read, actor));
}

export function writableFields({ entity, actor }: ReadRights): readonly Field[] {
  return entity.fields.filter(
    (field) => !field.computed && hasGrantedRole(getFieldGrants(entity, field.key)?.edit, actor),
  );
}
