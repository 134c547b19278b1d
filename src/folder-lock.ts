// Who projects into this installation's read models: one process at a time. The lock is SQLite's own on a file,
// so that the operating system gives it back however the process ends.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

export interface FolderLock {
  release(): void;
}

/** undefined: another process holds it. */
export function lockFolder(folder: string): FolderLock | undefined {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'lock.sqlite'));
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (/locked|busy/i.test((error as Error).message)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(folder: string) {
    super(`another Daybook is serving ${folder}. Stop it first, or name another folder with --data.`);
  }
}
