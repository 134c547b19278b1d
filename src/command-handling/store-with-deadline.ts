// The event store as commands ask it: each question ends with the command's deadline, also where an engine does not answer at all.
import { EventStoreUnavailable, type EventStore } from '../event-store/event-store.js';
import { withTimeout } from '../platform/with-timeout.js';
import { deadline } from './command-deadline.js';

/** Milliseconds after the deadline: what the engine has to say about it then is better than what is said here. */
const AFTERWARDS = 250;

/** Throws `EventStoreUnavailable` once it is too late; of an append it is then not known whether it was written. */
export function storeWithDeadline(store: EventStore): Pick<EventStore, 'read' | 'append'> {
  const ask = <T>(question: (until: number) => Promise<T>): Promise<T> => {
    const until = deadline();
    const left = Math.max(0, Math.round(until - performance.now()));
    const late = () => new EventStoreUnavailable(`The event store has not answered for ${left} ms.`);
    return withTimeout(left + AFTERWARDS, question(until), late);
  };
  return {
    read: async (stream, from) => ask((until) => store.read(stream, from, until)),
    append: async (stream, events, expectedVersion) =>
      ask((until) => store.append(stream, events, expectedVersion, until)),
  };
}
