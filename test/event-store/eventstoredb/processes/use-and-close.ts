// Uses everything once and during unavailability, then closes; nothing keeps the process alive.
// argv: address
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { comments, newStream } from '#test/event-store/sample-events.js';

const store = await openEventStoreDb(process.argv[2]!, { retryFor: 300, answerWithin: 200 });
const stream = newStream();
await store.append(stream, comments(3), 0);
for await (const batch of store.all()) if (batch.length > 0) break;
const head = await store.head();
const abort = new AbortController();
const following = (async () => {
  for await (const batch of store.all(head, abort.signal)) process.stdout.write(`${batch.length}`);
})().catch((error: Error) => error);
process.stdout.write('used\n');
for (let failure: Error | undefined; !failure;)
  failure = await store.read(stream).then(
    () => undefined,
    (error: Error) => error,
  );
abort.abort();
await following;
const failure = await store.head().catch((error: Error) => error);
await store.close();
process.stdout.write((failure as Error).name);
