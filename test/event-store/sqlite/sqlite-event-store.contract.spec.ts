import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { eventStoreContract } from '../event-store.contract.js';

eventStoreContract('the SQLite event store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-log-'));
  const path = join(folder, 'events.db');
  const opened = [openSqliteEventStore(path)];
  return {
    store: opened[0]!,
    reopen: async () => {
      opened.push(openSqliteEventStore(path));
      return opened.at(-1)!;
    },
    dispose: async () => {
      await Promise.all(opened.map((store) => store.close()));
      rmSync(folder, { recursive: true });
    },
  };
});
