// As if loading into servers had been killed near its end: later processes finish it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { copyLog } from '#log-copy/copy-log.js';
import type { EventStore } from '#event-store/event-store.js';
import type { NewPersonKey } from '#event-store/personal-data/person-keys-store.js';
import { openMongoPersonKeysStore } from '#event-store/personal-data/mongodb/mongo-person-keys-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { examples } from './examples.js';

/** Of the log. */
const SHARE = 0.9;

/** Returns the master key. */
export async function beginExamples(to: EventStore, keys: string): Promise<string> {
  const folder = await examples();
  const from = openSqliteEventStore(join(folder, 'events.sqlite'), { isReadOnly: true });
  const head = Math.floor(SHARE * (await from.head()));
  await copyLog({ ...from, all: (options) => from.all(options), head: async () => head }, to, {
    together: 1,
  });
  await from.close();
  await copyKeys(join(folder, 'keys.sqlite'), keys);
  return readFileSync(join(folder, 'master.key'), 'utf8').trim();
}

async function copyKeys(from: string, to: string): Promise<void> {
  const file = new DatabaseSync(from, { readOnly: true });
  const rows = file
    .prepare('SELECT person, wrapped, fingerprint FROM person_key')
    .all() as unknown as NewPersonKey[];
  const check = file.prepare('SELECT wrapped FROM master_key_check').get() as { wrapped: Uint8Array };
  file.close();
  const keys = await openMongoPersonKeysStore(to);
  await keys.findOrStoreCheck(() => Buffer.from(check.wrapped));
  await keys.add(rows.map((row) => ({ ...row, wrapped: Buffer.from(row.wrapped) })));
  await keys.close();
}
