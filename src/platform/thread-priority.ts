// Computing threads must not slow the one that answers requests.
import { constants, getPriority, setPriority } from 'node:os';

/** Call on the thread itself. Linux alone has a priority per thread. Does nothing where not permitted. */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // Same priority as the others then.
  }
}
