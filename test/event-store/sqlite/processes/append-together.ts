// Appends to a shared stream and its own, then prints what it wrote.
// argv: log file, shared stream, number of events
import { WrongExpectedVersion } from '#event-store/event-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { comment, newStream } from '#test/event-store/sample-events.js';

const [path, shared, count] = process.argv.slice(2) as [string, string, string];
const store = openSqliteEventStore(path);
const own = newStream();
const written: string[] = [];

for (let version = 0; version < Number(count); version++) {
  const event = comment();
  await Promise.all([append(event), store.append(own, [comment()], version)]);
  written.push(event.id);
}
await store.close();
process.stdout.write(JSON.stringify({ own, written }));

async function append(event: ReturnType<typeof comment>): Promise<void> {
  for (;;)
    try {
      await store.append(shared, [event], (await store.read(shared)).version);
      return;
    } catch (error) {
      if (!(error instanceof WrongExpectedVersion)) throw error;
    }
}
