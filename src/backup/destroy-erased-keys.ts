// Keys in a copy whose owners' erasure has at least begun: no copy may revive them.
import { ERASURE_CERTIFICATE_TYPES, ERASURE_INTENT_TYPES } from '#domain/erasure-events.js';
import { createEventCodec, NO_UPCASTERS } from '#event-store/event-codec.js';
import type { RecordedEvent } from '#domain/event.js';
import { openPersonKeysFile } from '#event-store/personal-data/person-keys-file.js';
import { toPersonKeyState } from '#event-store/personal-data/person-keys-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { listKeyNamesOfSubject } from '#installation/key-consistency.js';
import { readEventsUpToHead } from './read-events-up-to-head.js';

export const isErasureEvent = ({ type }: Pick<RecordedEvent, 'type'>): boolean =>
  ERASURE_INTENT_TYPES.includes(type) || ERASURE_CERTIFICATE_TYPES.includes(type);

/** The file must not be open elsewhere. A begun erasure is certified at the next start. */
export async function destroyErasedKeys(log: string, keys: string): Promise<void> {
  const names = await erasedIn(log);
  if (names.size === 0) return;
  const file = openPersonKeysFile(keys);
  try {
    for (const [name, row] of file.find([...names])) if (toPersonKeyState(row) === 'kept') file.destroy(name);
  } finally {
    file.close();
  }
}

async function erasedIn(log: string): Promise<ReadonlySet<string>> {
  const streams = new Set<string>();
  const store = openSqliteEventStore(log, { codec: createEventCodec(NO_UPCASTERS), isReadOnly: true });
  try {
    for await (const event of readEventsUpToHead(store, 0))
      if (isErasureEvent(event)) streams.add(event.stream);
  } finally {
    await store.close();
  }
  return new Set([...streams].flatMap(listKeyNamesOfSubject));
}
