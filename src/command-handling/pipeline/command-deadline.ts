// One deadline for all that a command does: from when it came, over its waiting for others, to every question to the event store.
import type { NewEvent } from '#domain/event.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { contextVariable } from '#platform/context-variable.js';
import { withTimeout } from '#platform/timeouts.js';

/** Milliseconds. Longer than adapters try by themselves, so that their answer comes first where there is one. */
export const COMMAND_TIMEOUT_MS = 8_000;

/** One for all that a command does: from when it came, over its waiting for others, to every question to the event store. */
const deadlines = contextVariable<number>();

/** Whoever asks is told after so many milliseconds at the latest that it did not work. */
export const withDeadline = <T>(work: () => Promise<T>, milliseconds = COMMAND_TIMEOUT_MS): Promise<T> =>
  deadlines.run(performance.now() + milliseconds, work);

/** By `performance.now()`: of the command that is at work; of what is none (an import, a start), this question's own. */
export const currentDeadline = (): number => deadlines.get() ?? performance.now() + COMMAND_TIMEOUT_MS;

/** Milliseconds after the deadline: what the engine has to say about it then is better than what is said here. */
const GRACE_MS = 250;

/**
 * The event store as commands ask it: each question ends with the command's deadline, also where an engine does not answer at all. Throws
 * `EventStoreUnavailable` once it is too late; of an append it is then not known whether it was written.
 */
export function limitStoreByDeadline(store: EventStore): Pick<EventStore, 'read' | 'append' | 'assertFits'> {
  const ask = <T>(question: (until: number) => Promise<T>): Promise<T> => {
    const until = currentDeadline();
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
