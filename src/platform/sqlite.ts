import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Where a statement fails in the middle of its rows, the binding only has SQLite's words, which do not change. */
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

/** undefined: not SQLite's error. */
export function getPrimarySqliteErrorCode(error: unknown): number | undefined {
  const { errcode, code, message } = (error ?? {}) as {
    readonly errcode?: unknown;
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (typeof errcode === 'number') return errcode & 0xff;
  return code === 'ERR_SQLITE_ERROR' && typeof message === 'string' ? WORDS[message] : undefined;
}

/** First line of `PRAGMA quick_check(1)`; undefined: the file is sound. */
export function describeIntegrityCheckResult([row]: readonly unknown[]): string | undefined {
  const found = (row as { readonly quick_check?: string } | undefined)?.quick_check;
  return found === 'ok' ? undefined : (found?.replace(/\n/g, ' ') ?? 'it cannot be read');
}

/** Locks for writing at the beginning, so that what is read within cannot change. Throws what `run` throws. */
export function runInTransaction<T>(database: DatabaseSyncInstance, run: () => T): T {
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
