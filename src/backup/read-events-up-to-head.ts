// Without events written meanwhile.
import type { EventStore } from '#event-store/event-store.js';

export async function* readEventsUpToHead(store: EventStore, after: number) {
  const head = await store.head();
  if (after >= head) return;
  for await (const batch of store.all(after)) {
    yield* batch;
    if (batch.at(-1)!.position >= head) return;
  }
}
