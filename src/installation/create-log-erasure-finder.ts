// A destroyed key without a recorded erasure counts as missing.
import { hasErasureBegun } from '../domain/erasure-events.js';
import { isPersonId, streams } from '../domain/stream-names.js';
import type { EventStore } from '../event-store/event-store.js';
import type { FindRecordedErasures } from '../event-store/personal-data/personal-data.js';

type Log = Pick<EventStore, 'read'>;

/** From the streams, since read models may lag. */
export function createLogErasureFinder(log: Log | Promise<Log>): FindRecordedErasures {
  return async (names) => {
    const store = await log;
    const found = await Promise.all(
      names.map(async (name) => ((await isRecorded(store, name)) ? [name] : [])),
    );
    return new Set(found.flat());
  };
}

async function isRecorded(store: Log, name: string): Promise<boolean> {
  if (!isPersonId(name)) return hasErasureBegun((await store.read(name)).events);
  const { events } = await store.read(streams.user(name));
  // Older versions stored keys under the record's id.
  return events.length === 0 || hasErasureBegun(events);
}
