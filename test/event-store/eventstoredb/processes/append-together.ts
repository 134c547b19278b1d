// Appends to a shared stream, then prints what it wrote.
// argv: address, shared stream, number of events
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { WrongExpectedVersion } from '#event-store/event-store.js';
import { comment } from '#test/event-store/sample-events.js';

const [url, shared, count] = process.argv.slice(2) as [string, string, string];
const store = await openEventStoreDb(url);
const written: string[] = [];

while (written.length < Number(count)) {
  const event = comment();
  try {
    await store.append(shared, [event], (await store.read(shared)).version);
    written.push(event.id);
  } catch (error) {
    if (!(error instanceof WrongExpectedVersion)) throw error;
  }
}
await store.close();
process.stdout.write(JSON.stringify(written));
