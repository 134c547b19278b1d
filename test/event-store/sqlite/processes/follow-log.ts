// Only follows the log.
// argv: log file
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';

const store = openSqliteEventStore(process.argv[2]!);

async function follow(): Promise<void> {
  for await (const batch of store.all()) process.stdout.write(`${batch.length}\n`);
}

void follow();
