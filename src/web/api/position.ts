// Reading one's own writes over the API: an answer to a write says where it stands in the log, and a later read may ask to be as new.
import type { Request } from 'express';
import type { RunningReadModels } from '../../query-handling/ports.js';
import { SEEN, readCookie } from '../cookies.js';

/** Header of answers to writes, and of reads that have to be at least as new. */
export const POSITION = 'Daybook-Position';

const MILLISECONDS = 2000;

/** Waits, for a bounded time, until the read models have passed what this client has written. */
export async function waitForOwnWrites(request: Request, readModels: RunningReadModels): Promise<void> {
  const asked = request.headers[POSITION.toLowerCase()] ?? readCookie(request, SEEN);
  const position = Number(asked ?? 0);
  if (Number.isSafeInteger(position) && position > 0) await readModels.waitFor(position, MILLISECONDS);
}
