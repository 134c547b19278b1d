// Whether the log records the erasure of whoever a destroyed key belonged to: without one the key is missing, and nobody is erased.
import { isErasureRecorded } from '../domain/erasure-events.js';
import { isPersonId, streams } from '../domain/stream-names.js';
import type { EventStore } from '../event-store/event-store.js';
import type { FindRecordedErasures } from '../event-store/personal-data/personal-data.js';

type Log = Pick<EventStore, 'read'>;

/** Asked of the streams themselves, since read models may be behind. */
export function findErasuresInLog(log: Log | Promise<Log>): FindRecordedErasures {
  return async (names) => {
    const store = await log;
    const found = await Promise.all(
      names.map(async (name) => ((await isRecorded(store, name)) ? [name] : [])),
    );
    return new Set(found.flat());
  };
}

async function isRecorded(store: Log, name: string): Promise<boolean> {
  if (!isPersonId(name)) return isErasureRecorded((await store.read(name)).events);
  const { events } = await store.read(streams.user(name));
  // An id that no person has is that of a record, under which an older Daybook kept its key.
  return events.length === 0 || isErasureRecorded(events);
}
