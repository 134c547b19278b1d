// Prepared statements of one connection, kept by their text.
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';

export type StatementCache = (sql: string) => StatementSyncInstance;

export function statementsOf(database: DatabaseSyncInstance): StatementCache {
  const prepared = new LRUCache<string, StatementSyncInstance>({ max: 1000 });
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = database.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
}
