// Appends five events at a time to its own stream until killed, printing each answer.
// argv: address, stream
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { comments } from '#test/event-store/sample-events.js';

const [url, stream] = process.argv.slice(2) as [string, string];
const store = await openEventStoreDb(url);
for (let version = 0; ; version += 5) {
  const { version: now } = await store.append(stream, comments(5), version);
  process.stdout.write(`${now}\n`);
}
