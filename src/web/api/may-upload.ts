// Who may send the bytes of a file, for which field.
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import type { Field } from '#specification/model/specification.js';
import { writableFields } from '../display/listed-fields.js';
import { ROUTES } from '../records/route-table.js';

/** The field, where some role of the person lets them fill it in: in opening, changing, or in an action that asks for it. */
export function mayUpload(rights: ReadRights, key: string): Field | undefined {
  const field = writableFields(rights).find((each) => each.key === key && hasFiles(each));
  const { actions } = rights.entity.lifecycle;
  const ways = [
    ROUTES.form.permits(rights),
    ROUTES.edit.permits(rights),
    ...actions.map((action) => action.ask.includes(key) && ROUTES.action.permits(rights, action)),
  ];
  return ways.includes(true) ? field : undefined;
}
