// Threads that compute for long give way to the one that answers everybody, however few processors there are.
import { constants, getPriority, setPriority } from 'node:os';

/**
 * To be called on the thread itself. Linux alone has a priority for each thread: elsewhere it would be that of the whole
 * process. Where it is not allowed, the thread stays as it is.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // It is as quick as the others then.
  }
}
