import { getPrimarySqliteErrorCode } from '#platform/sqlite.js';
import { EventStoreUnavailable, PubliclyExplainedUnavailable } from '../event-store.js';

export class UnusableDatabaseFile extends EventStoreUnavailable {
  override readonly name = 'UnusableFile';
  override readonly kind = 'unusable';
}

/** Found during use: part of the file was overwritten. */
export class DamagedDatabaseFile extends PubliclyExplainedUnavailable {
  override readonly name = 'DamagedFile';
  override readonly kind = 'damaged';
}

export class DiskFull extends EventStoreUnavailable {
  override readonly name = 'DiskFull';
  override readonly kind = 'disk full';
}

const DISK_FULL = 13;
export const SQLITE_BUSY = 5;
export const SQLITE_TOO_BIG = 18;
export const SQLITE_CONSTRAINT = 19;

const EXPLANATIONS: Readonly<Record<number, string>> = {
  [SQLITE_BUSY]: 'another process has kept it locked for too long; try again',
  6: 'it is locked; try again',
  8: 'it may not be written; check the permissions of the file and its folder',
  10: 'the disk did not read or write; check the disk and its free space',
  [DISK_FULL]: 'the disk is full; make room and try again',
  14: 'it cannot be opened; check the path, its permissions and the number of open files',
};
const DAMAGED: readonly number[] = [11, 26];

export interface DatabaseFileName {
  readonly path: string;
  readonly shown: string;
}

/** Returns the same error where it is not SQLite's. */
export function translateSqliteError(error: unknown, { path, shown }: DatabaseFileName): unknown {
  const code = getPrimarySqliteErrorCode(error);
  if (code === undefined) return error;
  if (DAMAGED.includes(code))
    return new DamagedDatabaseFile(
      `The file ${path} is damaged. Stop Daybook and restore it from a backup.`,
      `${shown} is damaged`,
      { cause: error },
    );
  const why = EXPLANATIONS[code];
  if (!why) return error;
  const Kind = code === DISK_FULL ? DiskFull : EventStoreUnavailable;
  return new Kind(`The file ${path} cannot be used: ${why}.`, { cause: error });
}
