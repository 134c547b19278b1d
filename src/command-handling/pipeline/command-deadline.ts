import type { NewEvent } from '#domain/event.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { createContextVariable } from '#platform/context-variable.js';
import { withTimeout } from '#platform/timeouts.js';

/** Adapters retry for a shorter time, so that their error comes first. */
export const COMMAND_TIMEOUT_MS = 8_000;

/** Covers queueing and every call of the event store. */
const deadlines = createContextVariable<number>();

export const runWithCommandDeadline = <T>(
  work: () => Promise<T>,
  milliseconds = COMMAND_TIMEOUT_MS,
): Promise<T> => deadlines.run(performance.now() + milliseconds, work);

/** As `performance.now()`. Outside of commands, the deadline is per call. */
export const getCommandDeadline = (): number => deadlines.get() ?? performance.now() + COMMAND_TIMEOUT_MS;

/** Prefers the engine's own error shortly after the deadline. */
const GRACE_MS = 250;

/** Throws `EventStoreUnavailable`; whether an append was written is then unknown. */
export function limitStoreByDeadline(store: EventStore): Pick<EventStore, 'read' | 'append' | 'assertFits'> {
  const ask = <T>(question: (until: number) => Promise<T>): Promise<T> => {
    const until = getCommandDeadline();
    const left = Math.max(0, Math.round(until - performance.now()));
    const late = () => new EventStoreUnavailable(`The event store has not answered for ${left} ms.`);
    return withTimeout(left + GRACE_MS, question(until), late);
  };
  return {
    read: async (stream, from) => ask((until) => store.read(stream, from, until)),
    append: async (stream, events, expectedVersion) =>
      ask((until) => store.append(stream, events, expectedVersion, until)),
    ...(store.assertFits && {
      assertFits: async (stream: string, events: readonly NewEvent[]) =>
        ask(() => store.assertFits!(stream, events)),
    }),
  };
}
