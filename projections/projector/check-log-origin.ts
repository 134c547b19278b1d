// Whether a generation was built from the log that is there now: the last event it has seen still stands where it stood, after the
// same events as then.
import type { EventStore } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

type ReachedEvent = Pick<GenerationInfo, 'last' | 'checkpoint'>;

/** changed: the last event it has seen is there, and something up to it is another than it was. other: that event is not there. */
export type LogOrigin = 'same' | 'changed' | 'other';

/** Generations of versions before know no event: they count as this log's unless they are further than it is. */
export async function findLogOrigin(
  store: Pick<EventStore, 'has' | 'head'>,
  { last, checkpoint }: ReachedEvent,
): Promise<LogOrigin> {
  if (!last) return checkpoint === 0 || checkpoint <= (await store.head()) ? 'same' : 'other';
  if (await store.has(last)) return 'same';
  const { link, ...event } = last;
  return link !== undefined && (await store.has(event)) ? 'changed' : 'other';
}

export const isFromThisLog = async (
  store: Pick<EventStore, 'has' | 'head'>,
  reached: ReachedEvent,
): Promise<boolean> => (await findLogOrigin(store, reached)) === 'same';
