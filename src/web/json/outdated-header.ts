// An event that breaks a projection leaves its records outdated.
import type { Response } from 'express';

/** Number of outdated records in an API response, feed or export. */
const OUTDATED = 'Daybook-Outdated';

/** Omitted if all records are up to date; also sets the header. */
export function setOutdatedHeader(
  response: Response,
  ids: readonly string[],
): { readonly outdated?: readonly string[] } {
  if (ids.length === 0) return {};
  response.setHeader(OUTDATED, ids.length);
  return { outdated: ids };
}

export const createOutdatedHeaderAndMember = (
  ids: readonly string[],
): {
  readonly headers: Record<string, number>;
  readonly members: { readonly outdated?: readonly string[] };
} =>
  ids.length === 0
    ? { headers: {}, members: {} }
    : { headers: { [OUTDATED]: ids.length }, members: { outdated: ids } };
