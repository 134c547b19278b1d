// The same events into the same SQLite file by the same group commit, without anything around it.
import { randomUUID } from 'node:crypto';
import { openSqliteEventStore } from '../src/event-store/sqlite/sqlite-event-store.js';
import { sendResult } from './child-process.js';
import { recordHistory } from './synthetic-log.js';

const [path, atOnce, seconds, appendsEach] = process.argv.slice(2) as [string, string, string, string];
const store = openSqliteEventStore(path);
const until = performance.now() + Number(seconds) * 1000;
const started = performance.now();
let commands = 0;

async function work(): Promise<void> {
  while (performance.now() < until) {
    // As many durable appends, one after the other, as the command makes.
    for (let append = 0; append < Number(appendsEach); append++) {
      const [opened] = recordHistory(commands);
      await store.append(`purchasing.Request-${randomUUID()}`, [{ ...opened!, id: randomUUID() }], 0);
    }
    commands++;
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, work));
sendResult({ perSecond: commands / ((performance.now() - started) / 1000) });
await store.close();
