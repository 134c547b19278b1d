// Checks that a generation was built from this log: its last event is still there, after the same events.
import type { EventStore } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

type ReachedEvent = Pick<GenerationInfo, 'last' | 'checkpoint'>;

/** changed: the last event is there, but an earlier one differs. other: it is not there. */
export type LogOrigin = 'same' | 'changed' | 'other';

/** Generations of earlier versions have no event: they belong to this log unless they are ahead of it. */
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
