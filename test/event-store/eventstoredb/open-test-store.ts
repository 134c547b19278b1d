// For one test; both are closed after it.
import { afterEach } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
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

/** Notices silence soon, and retries long enough for a busy machine. */
export const SOON_AGAIN = { answerWithin: 300, retryFor: 40_000 };

/** Retries for stores with a small retryFor. */
export async function persistently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
    }
}

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** From the beginning, until so many events have arrived. */
export async function take(
  store: EventStore,
  count: number,
  each: (taken: number) => unknown = () => {},
): Promise<RecordedEvent[]> {
  const taken: RecordedEvent[] = [];
  for await (const batch of store.all()) {
    taken.push(...batch);
    await each(taken.length);
    if (taken.length >= count) break;
  }
  return taken;
}

/** As `take`, while `arrived` tells how far it is. */
export function takeMeanwhile(store: EventStore, count: number) {
  let arrived = 0;
  const taken = take(store, count, (length) => (arrived = length));
  return {
    taken,
    /** Resolves once so many events have arrived. */
    async arrived(wanted: number): Promise<void> {
      while (arrived < wanted) await Promise.race([pause(5), taken]);
    },
  };
}
