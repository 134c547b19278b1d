// Reading one's own writes over the API: an answer to a write says where it stands in the log, and a later read may ask to be as new.
import type { Request } from 'express';
import { builtInRefusal } from '../built-in-refusal.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';

/** Header of answers to writes, and of reads that have to be at least as new. Browsers have a cookie for the same. */
export const POSITION = 'Daybook-Position';

const MILLISECONDS = 2000;

/**
 * Waits, for a bounded time, until the read models have passed what this client has written. Throws `Refused` NOT_YET where
 * they have not, BAD_REQUEST where nothing stands there: a program that says how new an answer has to be is not given an older one.
 */
export async function waitForPosition(request: Request, readModels: RunningReadModels): Promise<void> {
  const said = String(request.headers[POSITION.toLowerCase()] ?? '0');
  const position = Number(said);
  if (!/^\d{1,16}$/.test(said) || !Number.isSafeInteger(position))
    throw builtInRefusal('BAD_REQUEST', { why: `${POSITION} has to be one that an answer has told` });
  if (position > 0 && !(await readModels.waitFor(position, MILLISECONDS))) throw builtInRefusal('NOT_YET');
}
