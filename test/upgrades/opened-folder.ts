// A copy of a kept folder, opened by this version at the moment that it was kept.
import { startDaybook, type Daybook } from '../web/daybook.js';

/** Starts none of the work that would change anything: calls wait. */
export async function openForAnswers(folder: string, at: string): Promise<Daybook> {
  return startDaybook({ folder, peopled: false, clock: () => at });
}
