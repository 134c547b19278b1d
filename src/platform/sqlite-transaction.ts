// One transaction on a SQLite database that writes: all of it, or nothing.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Takes the lock for writing at its beginning, so that what is read within it cannot have changed when it writes. Throws what `run` throws. */
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
