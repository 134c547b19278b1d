// The files of a posted form: taken before the form is read, for inputs that whoever sent it may fill in at all.
import { readRightsOf } from '#query-handling/read-rights.js';
import { hasFiles } from '#specification/field-types/type-of.js';
import type { RefusedFile } from '#specification/field-types/uploaded-file.js';
import { isMultipart } from '../body.js';
import type { Exchange } from '../exchange.js';
import { readMultipart } from '../multipart.js';
import type { RecordRequest } from '../record-request.js';
import type { WriteKind } from '../record-writes.js';
import { writableFields } from './described-fields.js';
import { ROUTES } from './route-table.js';

const NONE: ReadonlyMap<string, RefusedFile> = new Map();

/**
 * The body becomes the form, with references where files stood. Returns those that were not taken. What somebody may not fill in is
 * refused by the domain; its bytes are let go past. Throws `Refused`, `FileStoreFailure`.
 */
export async function receiveFiles(
  { request, sources, uploads }: Exchange,
  asked: RecordRequest,
  kind: WriteKind,
): Promise<ReadonlyMap<string, RefusedFile>> {
  if (!isMultipart(request)) return NONE;
  const { specification, entity, viewer, route } = asked;
  const rights = readRightsOf({ specification, entity, viewer, now: sources.now() });
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  const fields = ROUTES[kind].permits(rights, action) ? writableFields(rights).filter(hasFiles) : [];
  return readMultipart(request, (input, sent) => {
    const field = fields.find(({ key }) => key === input);
    return field && uploads.take(asked, field, sent);
  });
}
