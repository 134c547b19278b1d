// Keys in a copy whose owners the copied log calls erased, or whose erasure it says has begun: no copy brings them back.
import { ERASURE_CERTIFICATES, ERASURE_INTENTS } from '#domain/erasure-events.js';
import { createEventCodec, NO_UPCASTS } from '#event-store/event-codec.js';
import type { RecordedEvent } from '#domain/event.js';
import { openKeysFile } from '#event-store/personal-data/keys-file.js';
import { toKeyState } from '#event-store/personal-data/keys-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { keyNamesOf } from '#installation/keys-watch.js';
import { upToHead } from './up-to-head.js';

export const isOfErasure = ({ type }: Pick<RecordedEvent, 'type'>): boolean =>
  ERASURE_INTENTS.includes(type) || ERASURE_CERTIFICATES.includes(type);

/** Destroys them in the file of keys, which nobody else has open. An erasure that has only begun is certified at the next start. */
export async function destroyErasedKeys(log: string, keys: string): Promise<void> {
  const names = await erasedIn(log);
  if (names.size === 0) return;
  const file = openKeysFile(keys);
  try {
    for (const [name, row] of file.find([...names])) if (toKeyState(row) === 'kept') file.destroy(name);
  } finally {
    file.close();
  }
}

async function erasedIn(log: string): Promise<ReadonlySet<string>> {
  const streams = new Set<string>();
  const store = openSqliteEventStore(log, { codec: createEventCodec(NO_UPCASTS), isReadOnly: true });
  try {
    for await (const event of upToHead(store, 0)) if (isOfErasure(event)) streams.add(event.stream);
  } finally {
    await store.close();
  }
  return new Set([...streams].flatMap(keyNamesOf));
}
