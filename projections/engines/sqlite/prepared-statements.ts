import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';
import { getPrimarySqliteErrorCode } from '#platform/sqlite.js';
import { DamagedGeneration } from '#projections/port/read-model-errors.js';

export type StatementCache = (sql: string) => StatementSyncInstance;

export function createStatementCache(database: DatabaseSyncInstance): StatementCache {
  const prepared = new LRUCache<string, StatementSyncInstance>({ max: 1000 });
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = database.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
}

export function translateDamageErrors<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (isDamageError(error)) throw damagedGenerationError(path, error);
    throw error;
  }
}

export function damagedGenerationError(path: string, cause: unknown): DamagedGeneration {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DamagedGeneration(
    `${path} cannot be read (${why}). Nothing is lost: \`daybook replay\` builds it again from the events.`,
    { cause },
  );
}

const BUSY = 5;

export const CORRUPT = 11;

const NOT_A_DATABASE = 26;

export function isBusy(error: unknown): boolean {
  return getPrimarySqliteErrorCode(error) === BUSY;
}

export function isDamageError(error: unknown): boolean {
  const code = getPrimarySqliteErrorCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}
