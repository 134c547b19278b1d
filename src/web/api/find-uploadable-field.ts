import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import type { Field } from '#specification/model/specification.js';
import { listWritableFields } from '../display/readable-and-writable-fields.js';
import { ROUTES } from '../records/route-table.js';

/** The file field, if a role of the person may fill it in on creation, change or in an action. */
export function findUploadableField(rights: ReadRights, key: string): Field | undefined {
  const field = listWritableFields(rights).find((each) => each.key === key && hasFiles(each));
  const { actions } = rights.entity.lifecycle;
  const ways = [
    ROUTES.form.permits(rights),
    ROUTES.edit.permits(rights),
    ...actions.map((action) => action.ask.includes(key) && ROUTES.action.permits(rights, action)),
  ];
  return ways.includes(true) ? field : undefined;
}
