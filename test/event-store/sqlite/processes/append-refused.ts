// Appends to one stream, where the last event says 'odd', and to another at once; prints each result and the log's length.
// argv: log file, number of events
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { comment, comments, newStream } from '#test/event-store/sample-events.js';

const [path, count] = process.argv.slice(2) as [string, string];
const store = openSqliteEventStore(path);
const stream = newStream();
const outcomes = await Promise.allSettled([
  store.append(stream, [...comments(Number(count) - 1), comment('odd')], 0),
  store.append(newStream(), [comment()], 0),
]);
const told = outcomes.map((each) =>
  each.status === 'fulfilled' ? each.value.version : (each.reason as Error).message,
);
const { version } = await store.read(stream);
const head = await store.head();
await store.close();
process.stdout.write(JSON.stringify({ told, version, head }));
