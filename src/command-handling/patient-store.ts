// The event store as commands ask it: an engine that does not answer at all counts as one that is away.
import { EventStoreUnavailable, type EventStore } from '../event-store/event-store.js';
import { inTime } from '../in-time.js';

/** Milliseconds. Longer than adapters try by themselves, so that their answer comes first where there is one. */
export const LONGEST_WAIT = 8_000;

/** Throws `EventStoreUnavailable` after `longest` milliseconds; of an append it is then not known whether it was written. */
export function patientStore(store: EventStore, longest = LONGEST_WAIT): Pick<EventStore, 'read' | 'append'> {
  const late = () => new EventStoreUnavailable(`The event store has not answered for ${longest} ms.`);
  return {
    read: async (...asked) => inTime(longest, store.read(...asked), late),
    append: async (...asked) => inTime(longest, store.append(...asked), late),
  };
}
