import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { isWritable } from '#platform/read-only-database.js';
import { openDatabaseFile, type FileFormat } from './database-file.js';
import {
  startHashChain,
  CHAINED_FORMAT_VERSION,
  CHAIN_TABLE_SQL,
  INSERT_CHAIN_START_SQL,
} from './hash-chain-table.js';

export const LOG_TABLES_SQL = `
    CREATE TABLE event (
      position INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      version INTEGER NOT NULL,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      metadata TEXT NOT NULL,
      checksum INTEGER, -- CRC-32, of events of versions before links
      link TEXT -- NULL: written before there were any, see the table chain
    ) STRICT;
    CREATE UNIQUE INDEX event_stream ON event (stream, version);
    CREATE UNIQUE INDEX event_id ON event (id);
    CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
      BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
    CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event
      BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END;
    ${CHAIN_TABLE_SQL};
    ${INSERT_CHAIN_START_SQL}`;

const EVENT_LOG: FileFormat = {
  name: 'event log',
  applicationId: 0x4459424b, // 'DYBK'
  version: CHAINED_FORMAT_VERSION,
  schema: LOG_TABLES_SQL,
  pragmas: `PRAGMA synchronous = FULL; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 67108864;`,
};

/** The event loop may block this long on another process' lock; then the writer waits asynchronously. */
const LOCK_WAIT_MS = 50;

export interface LogFile {
  /** undefined: read-only. */
  readonly writer: DatabaseSyncInstance | undefined;
  readonly reader: DatabaseSyncInstance;
}

export interface LogFileSettings {
  /** Pages of 4 KiB; simulates a full disk. */
  readonly pageLimit?: number;
  readonly isReadOnly?: boolean;
}

export function openLogFile(path: string, { pageLimit, isReadOnly = false }: LogFileSettings = {}): LogFile {
  const reader = openDatabaseFile(path, EVENT_LOG, { isReadOnly });
  if (isReadOnly || !isWritable(path)) return { writer: undefined, reader };
  startHashChain(reader);
  const writer = openDatabaseFile(path, EVENT_LOG, { wait: LOCK_WAIT_MS });
  if (pageLimit !== undefined) writer.exec(`PRAGMA max_page_count = ${pageLimit}`);
  reader.exec('PRAGMA query_only = ON');
  return { writer, reader };
}
