// Read your own writes over the API.
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import type { RequestInput } from '../http/request-input.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';

/** Sent with write responses; required freshness of a read. */
export const POSITION_HEADER = 'Daybook-Position';

const MILLISECONDS = 2000;

/** Throws `Refused` NOT_YET after a timeout, and BAD_REQUEST. */
export async function waitForPosition(
  { headers }: Pick<RequestInput, 'headers'>,
  readModels: ProjectionProgress,
): Promise<void> {
  const text = String(headers[POSITION_HEADER.toLowerCase()] ?? '0');
  const position = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(position))
    throw createBuiltInRefusal('BAD_REQUEST', {
      why: `${POSITION_HEADER} has to be a position from an earlier response`,
    });
  if (position > 0 && !(await readModels.waitFor(position, MILLISECONDS)))
    throw createBuiltInRefusal('NOT_YET');
}
