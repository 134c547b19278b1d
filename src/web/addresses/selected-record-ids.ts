import { RECORD_IDS_PARAMETER } from '#views/addresses.js';
import { isRecordId } from '#domain/stream-names.js';

/** Size of a list page. */
export const MAX_SELECTED = 50;

/** undefined: an invalid id or too many. */
export function readSelectedIds(query: URLSearchParams): readonly string[] | undefined {
  const ids = [...new Set(query.getAll(RECORD_IDS_PARAMETER).filter((text) => text !== ''))];
  return ids.length <= MAX_SELECTED && ids.every(isRecordId) ? ids : undefined;
}
