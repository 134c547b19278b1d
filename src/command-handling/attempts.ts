// Trying again where somebody else was faster: whoever appends to a stream that others append to as well.
import { setTimeout as sleep } from 'node:timers/promises';
import { builtInReason } from '../domain/reason.js';
import { Refused } from '../domain/refusal.js';

const ATTEMPTS = 10;
const LONGEST_PAUSE = 10;

/** Until there is something; undefined: somebody else was faster. Throws `Refused` UNAVAILABLE where it never comes to that. */
export async function untilWritten<T>(
  attempt: () => Promise<T | undefined>,
  attempts = ATTEMPTS,
): Promise<T> {
  for (let number = 1; number <= attempts; number++) {
    const written = await attempt();
    if (written !== undefined) return written;
    // Uneven, so that two processes do not meet again and again.
    await sleep(Math.random() * Math.min(number, LONGEST_PAUSE));
  }
  throw unavailableRefusal();
}

export const unavailableRefusal = (): Refused => new Refused([builtInReason('UNAVAILABLE')]);
