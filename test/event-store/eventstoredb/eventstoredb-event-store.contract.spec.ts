// The contract, kept by the EventStoreDB store: on the small server, and on a real one where the environment names it.
import { AppendTooLarge } from '#event-store/event-store.js';
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { eventStores, type Engine } from '#test/engines/test-engines.js';
import { eventStoreContract } from '../event-store.contract.js';
import { comment, newStream } from '../sample-events.js';

for (const engine of eventStores()) {
  const { name, start } = engine;
  const open = async () => {
    const server = await start();
    const opened = [await openEventStoreDb(server.url)];
    return {
      store: opened[0]!,
      reopen: async () => {
        opened.push(await openEventStoreDb(server.url));
        return opened.at(-1)!;
      },
      dispose: async () => {
        await Promise.all(opened.map((store) => store.close()));
        await server.stop();
      },
    };
  };
  eventStoreContract(`the EventStoreDB store on ${name}`, open, await tooSmall(engine));
}

/** A real one is as it was started, mostly with 1 MiB. */
async function tooSmall({ real, start }: Engine): Promise<string | undefined> {
  if (!real) return undefined;
  const store = await openEventStoreDb((await start()).url);
  try {
    await store.append(newStream(), [comment('z'.repeat(4_000_000))], 0);
    return undefined;
  } catch (error) {
    if (error instanceof AppendTooLarge) return error.message;
    throw error;
  } finally {
    await store.close();
  }
}
