// Measures only reading a log through the event store's port: what a replay is compared with.
import { openEventStore } from '../src/installation/storage-engines.js';
import { sendResult } from './child-process.js';
import { configurationOf } from './measurement-folder.js';

const [folder] = process.argv.slice(2);
const store = await openEventStore(configurationOf(folder!));
const head = await store.head();
const started = performance.now();
let events = 0;
if (head > 0)
  for await (const batch of store.all(0)) {
    events += batch.length;
    if (batch.at(-1)!.position >= head) break;
  }
sendResult({ events, seconds: (performance.now() - started) / 1000 });
