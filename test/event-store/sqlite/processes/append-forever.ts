// Appends pairs of events until killed, printing each written stream.
// argv: log file
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { comments, newStream } from '#test/event-store/sample-events.js';

const store = openSqliteEventStore(process.argv[2]!);

async function appendForever(): Promise<never> {
  for (;;) {
    const stream = newStream();
    const { position } = await store.append(stream, comments(2), 0);
    process.stdout.write(`${stream} ${position}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, appendForever));
