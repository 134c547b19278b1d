import { z } from 'zod';
import type { RecordInput } from '#domain/record/record-commands.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Action, Field } from '#specification/model/specification.js';
import { createSentFieldSchema, createOptionalFieldSchemas } from '../json/field-schemas.js';
import type { WriteKind } from '../requests/record-submission.js';
import { listWritableFields } from '../display/readable-and-writable-fields.js';
import { ROUTES } from '../records/route-table.js';

/** `action`: for kind `action` only. */
export function describeBody(kind: WriteKind, rights: ReadRights, action?: Action): z.ZodObject {
  const fields = listWritableFields(rights);
  const { bodyWith } = ROUTES[kind].api;
  if (kind !== 'action') return bodyWith(fieldsSchema(fields));
  const every = bodyWith(fieldsSchema(fields.filter(({ key }) => action?.ask.includes(key))));
  const whole = action?.approvals ? every : every.omit({ for: true });
  const body =
    action?.sign === undefined ? whole.omit({ signature: true }) : whole.required({ signature: true });
  if (action?.reason === 'none') return body.omit({ reason: true });
  return action?.reason === 'required' ? body.required({ reason: true }) : body;
}

const fieldsSchema = (fields: readonly Field[]): z.ZodType<RecordInput> =>
  z.strictObject(createOptionalFieldSchemas(fields, createSentFieldSchema));
