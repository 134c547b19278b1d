import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { eventStores } from '#test/engines/test-engines.js';
import { eventStoreContract } from '../event-store.contract.js';

for (const { name, real, start } of eventStores()) {
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
  eventStoreContract(`the EventStoreDB store on ${name}`, open, real);
}
