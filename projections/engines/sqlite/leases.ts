// Leases in `generations.sqlite`: one row each, changed by compare-and-set.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { LeaseRecord } from '#projections/port/leases.js';
import type { StatementCache } from './statements.js';

export function leases(database: DatabaseSyncInstance, statement: StatementCache) {
  const row = statement('SELECT holder, token, beat FROM leases WHERE name = ?');
  const add = statement('INSERT OR IGNORE INTO leases (name, holder, token, beat) VALUES (?, ?, ?, ?)');
  const set = statement(
    `UPDATE leases SET holder = ?2, token = ?3, beat = ?4
     WHERE name = ?1 AND holder = ?5 AND token = ?6 AND beat = ?7`,
  );
  return {
    lease(name: string): LeaseRecord | undefined {
      const found = row.get(name);
      return found && { ...(found as unknown as LeaseRecord) };
    },
    changeLease(name: string, seen: LeaseRecord | undefined, next: LeaseRecord): boolean {
      const change = () => {
        const changed = seen
          ? set.run(name, next.holder, next.token, next.beat, seen.holder, seen.token, seen.beat)
          : add.run(name, next.holder, next.token, next.beat);
        return changed.changes === 1;
      };
      return seen?.token === next.token ? unforced(database, change) : change();
    },
  };
}

// A power cut may take a beat, never a token: an idle installation does not keep its disk awake.
function unforced<T>(database: DatabaseSyncInstance, run: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return run();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}
