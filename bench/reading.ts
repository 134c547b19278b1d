// Measures only reading a log through the event store's port: what a replay is compared with.
import { openSqliteEventStore } from '../src/event-store/sqlite/sqlite-event-store.js';
import { tell } from './child.js';

const [path] = process.argv.slice(2);
const store = openSqliteEventStore(path!);
const head = await store.head();
const started = performance.now();
let events = 0;
if (head > 0)
  for await (const batch of store.all(0)) {
    events += batch.length;
    if (batch.at(-1)!.position >= head) break;
  }
tell({ events, seconds: (performance.now() - started) / 1000 });
