import type { EventStore } from '#event-store/event-store.js';
import type { GenerationInfo } from '../port/generation.js';

type ReachedEvent = Pick<GenerationInfo, 'last' | 'checkpoint'>;

/** changed: the last event is there, but an earlier one differs. other: it is not there. */
export type GenerationLogMatch = 'same' | 'changed' | 'other';

export async function matchLogOfGeneration(
  store: Pick<EventStore, 'has' | 'head'>,
  { last, checkpoint }: ReachedEvent,
): Promise<GenerationLogMatch> {
  if (!last) return checkpoint === 0 || checkpoint <= (await store.head()) ? 'same' : 'other';
  if (await store.has(last)) return 'same';
  const { link, ...event } = last;
  return link !== undefined && (await store.has(event)) ? 'changed' : 'other';
}

export const isFromThisLog = async (
  store: Pick<EventStore, 'has' | 'head'>,
  reached: ReachedEvent,
): Promise<boolean> => (await matchLogOfGeneration(store, reached)) === 'same';
