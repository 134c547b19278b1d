// Whether a generation was built from the log that is there now: the last event it has seen still stands where it stood.
import type { EventStore } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

/** Those of versions before know no event: they count as this log's unless they are further than it is. */
export async function isOfThisLog(
  store: Pick<EventStore, 'has' | 'head'>,
  { last, checkpoint }: Pick<GenerationInfo, 'last' | 'checkpoint'>,
): Promise<boolean> {
  if (last) return store.has(last);
  return checkpoint === 0 || checkpoint <= (await store.head());
}
