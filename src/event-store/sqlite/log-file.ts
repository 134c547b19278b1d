// The event log as a SQLite file: one table, in commit order.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { mayBeWritten } from '#platform/read-only.js';
import { inTransaction } from '#platform/sqlite.js';
import { openDatabaseFile, type FileFormat } from './database-file.js';

const EVENT_LOG: FileFormat = {
  name: 'event log',
  applicationId: 0x4459424b, // 'DYBK'
  version: 1,
  schema: `
    CREATE TABLE event (
      position INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      version INTEGER NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      metadata TEXT NOT NULL,
      checksum INTEGER -- NULL: written before there were any
    ) STRICT;
    CREATE UNIQUE INDEX event_stream ON event (stream, version);
    CREATE UNIQUE INDEX event_id ON event (id);
    CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
      BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
    CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event
      BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END`,
  pragmas: `PRAGMA synchronous = FULL; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 67108864;`,
};

/** Milliseconds the event loop may stand still for a lock of another process; after that, the writer waits without blocking. */
const LOCK_WAIT = 50;

export interface LogFile {
  /** undefined: the file may not be written. */
  readonly writer: DatabaseSyncInstance | undefined;
  /** A connection of its own: it never blocks the writer, nor the writer it. */
  readonly reader: DatabaseSyncInstance;
}

export interface LogFileSettings {
  /** Pages of 4 KiB the file may grow to; stands for a full disk. */
  readonly pageLimit?: number;
  /** Nothing is made or changed. */
  readonly onlyLooks?: boolean;
}

export function openLogFile(path: string, { pageLimit, onlyLooks = false }: LogFileSettings = {}): LogFile {
  const reader = openDatabaseFile(path, EVENT_LOG, { onlyLooks });
  if (onlyLooks || !mayBeWritten(path)) return { writer: undefined, reader };
  addChecksums(reader);
  const writer = openDatabaseFile(path, EVENT_LOG, { wait: LOCK_WAIT });
  if (pageLimit !== undefined) writer.exec(`PRAGMA max_page_count = ${pageLimit}`);
  reader.exec('PRAGMA query_only = ON');
  return { writer, reader };
}

/** Logs of older versions get the column. Older versions go on reading and writing the file: they leave it NULL. */
function addChecksums(database: DatabaseSyncInstance): void {
  if (hasChecksums(database)) return;
  inTransaction(database, () => {
    // Another process may have done it meanwhile.
    if (!hasChecksums(database)) database.exec('ALTER TABLE event ADD COLUMN checksum INTEGER');
  });
}

export const hasChecksums = (database: DatabaseSyncInstance): boolean =>
  database.prepare(`SELECT 1 FROM pragma_table_info('event') WHERE name = 'checksum'`).get() !== undefined;
