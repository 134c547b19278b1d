// Answers say which of the records in them are not up to date, since an event broke them in the read model.
import type { Response } from 'express';
import { findOutdatedRecords } from '#query-handling/records/outdated-records.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';

/** Header of every answer of the API, feed and export with such records in it: how many they are. */
const OUTDATED = 'Daybook-Outdated';

/** The member of an answer in JSON; none where every record is up to date. Sets the header as well. */
export function markOutdated(
  response: Response,
  ids: readonly string[],
): { readonly outdated?: readonly string[] } {
  if (ids.length === 0) return {};
  response.setHeader(OUTDATED, ids.length);
  return { outdated: ids };
}

/** The same, for answers that handlers return. */
export const outdatedIn = (
  ids: readonly string[],
): {
  readonly headers: Record<string, number>;
  readonly members: { readonly outdated?: readonly string[] };
} =>
  ids.length === 0
    ? { headers: {}, members: {} }
    : { headers: { [OUTDATED]: ids.length }, members: { outdated: ids } };

/** Of one record. */
export const markIfOutdated = async (
  {
    sources,
    response,
  }: { readonly sources: Pick<QueryDependencies, 'readModels'>; readonly response: Response },
  of: Parameters<typeof findOutdatedRecords>[1],
  id: string,
) => markOutdated(response, await findOutdatedRecords(sources, of, [id]));
