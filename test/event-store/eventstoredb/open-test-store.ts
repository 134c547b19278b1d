// A small EventStoreDB and a store on it, for one test; both are closed after it.
import { afterEach } from '@jest/globals';
import {
  openEventStoreDb,
  type EventStoreDbSettings,
} from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import type { RecordedEvent } from '#domain/event.js';
import {
  startEventStoreDb,
  type EventStoreDbServer,
  type EventStoreDbSettings as ServerSettings,
} from '#test/engines/eventstoredb/start-eventstoredb.js';

const toClose: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

export async function startServer(settings: ServerSettings = {}): Promise<EventStoreDbServer> {
  const server = await startEventStoreDb(settings);
  toClose.push(() => server.stop());
  return server;
}

export async function openStore(url: string, settings: EventStoreDbSettings = {}): Promise<EventStore> {
  const store = await openEventStoreDb(url, settings);
  toClose.push(() => store.close());
  return store;
}

export async function opened(
  settings: EventStoreDbSettings = {},
): Promise<{ server: EventStoreDbServer; store: EventStore }> {
  const server = await startServer();
  return { server, store: await openStore(server.url, settings) };
}

/** Silence is soon noticed, and asking again has time: also on a machine that is busy with something else. */
export const SOON_AGAIN = { answerWithin: 300, retryFor: 40_000 };

/** Whatever it takes: for what a test needs done with a store that has little retryFor. */
export async function persistently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
    }
}

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** Follows the log from its beginning until so many events have come; then it ends by itself. */
export async function take(
  store: EventStore,
  count: number,
  each = async () => {},
): Promise<RecordedEvent[]> {
  const taken: RecordedEvent[] = [];
  for await (const batch of store.all()) {
    taken.push(...batch);
    await each();
    if (taken.length >= count) break;
  }
  return taken;
}
