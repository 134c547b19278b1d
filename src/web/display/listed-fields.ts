// Which fields one person may see or fill in, in some records at least: conditions are asked once there is one.
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
