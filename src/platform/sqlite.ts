// What all SQLite databases here have in common, whatever is in them: result codes, the check of a file, a transaction that writes.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Where a prepared statement fails in the middle of its rows, the binding tells it in words only: SQLite's own, which do not change. */
const WORDS: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'database table is locked': 6,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'string or blob too big': 18,
  'file is not a database': 26,
};

/** SQLite's primary result code of an error; undefined for any other error. */
export function getPrimaryCode(error: unknown): number | undefined {
  const { errcode, code, message } = (error ?? {}) as {
    readonly errcode?: unknown;
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (typeof errcode === 'number') return errcode & 0xff;
  return code === 'ERR_SQLITE_ERROR' && typeof message === 'string' ? WORDS[message] : undefined;
}

/** The first thing that `PRAGMA quick_check(1)` finds, on one line; undefined: the file is sound. */
export function describeCheckResult([row]: readonly unknown[]): string | undefined {
  const found = (row as { readonly quick_check?: string } | undefined)?.quick_check;
  return found === 'ok' ? undefined : (found?.replace(/\n/g, ' ') ?? 'it cannot be read');
}

/**
 * Writes all of it, or nothing. Takes the lock for writing at its beginning, so that what is read within it cannot have changed
 * when it writes. Throws what `run` throws.
 */
export function inTransaction<T>(database: DatabaseSyncInstance, run: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
