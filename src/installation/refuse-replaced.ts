// Once the log is known to be another one, nothing is read or written: not from the store, and not from what pages are made of.
import type { RunningProjections } from '#projections/running-projections.js';
import { LogReplaced, WrongExpectedVersion, type EventStore } from '../event-store/event-store.js';
import type { LogWatch } from './log-watch.js';

/** The store for everybody: refuses where the log is another one, and looks again where an answer cannot be of the same log. */
export function refusingReplaced(log: LogWatch, store: EventStore): EventStore {
  return {
    ...store,
    async read(stream, from = 1, until) {
      log.mustBeTheSame();
      const found = await store.read(stream, from, until);
      // Whoever asks from there has seen what is before it.
      if (from < Number.MAX_SAFE_INTEGER && found.version < from - 1) await log.look();
      return found;
    },
    async append(stream, events, expectedVersion, until) {
      log.mustBeTheSame();
      const before = log.position;
      try {
        const appended = await log.telling(() => store.append(stream, events, expectedVersion, until));
        // What is appended comes after what was seen; unless it was there already.
        if (appended.position <= before) await log.look();
        const last = events.at(-1);
        if (last) log.saw({ stream, id: last.id, ...appended });
        return appended;
      } catch (error) {
        if (error instanceof WrongExpectedVersion && error.actual < error.expected) await log.look();
        throw error;
      }
    },
    async *all(after, signal) {
      await log.look();
      let isFirst = true;
      try {
        for await (const batch of store.all(after, signal)) {
          if (isFirst) await log.look();
          isFirst = false;
          log.saw(batch.at(-1)!);
          yield batch;
        }
      } catch (error) {
        throw error instanceof LogReplaced ? await log.telling(() => Promise.reject(error)) : error;
      }
    },
    async head() {
      log.mustBeTheSame();
      return store.head();
    },
  };
}

type ReadableProjections = Pick<RunningProjections, 'generation' | 'waitFor'>;

/** Pages are of the log that was there before. */
export function refusingPages<Projections extends ReadableProjections>(
  log: LogWatch,
  projections: Projections,
): Projections {
  return {
    ...projections,
    generation(name: string) {
      log.mustBeTheSame();
      return projections.generation(name);
    },
    waitFor: async (...asked: Parameters<ReadableProjections['waitFor']>) => {
      log.mustBeTheSame();
      return projections.waitFor(...asked);
    },
  };
}
