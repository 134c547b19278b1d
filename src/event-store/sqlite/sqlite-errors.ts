// Translates SQLite's errors into the port's.
import { getPrimaryCode } from '#platform/sqlite.js';
import { EventStoreUnavailable, ExplainedUnavailable } from '../event-store.js';

/** The message says what to do. */
export class UnusableFile extends EventStoreUnavailable {
  override readonly name = 'UnusableFile';
  override readonly failure = 'unusable';
}

/** Found during use: part of the file was overwritten. */
export class DamagedFile extends ExplainedUnavailable {
  override readonly name = 'DamagedFile';
  override readonly failure = 'damaged';
}

export class DiskFull extends EventStoreUnavailable {
  override readonly name = 'DiskFull';
  override readonly failure = 'disk full';
}

const DISK_FULL = 13;
export const BUSY = 5;
export const TOO_BIG = 18;
export const CONSTRAINT = 19;

const EXPLANATIONS: Readonly<Record<number, string>> = {
  [BUSY]: 'another process has kept it locked for too long; try again',
  6: 'it is locked; try again',
  8: 'it may not be written; check the permissions of the file and its folder',
  10: 'the disk did not read or write; check the disk and its free space',
  [DISK_FULL]: 'the disk is full; make room and try again',
  14: 'it cannot be opened; check the path, its permissions and the number of open files',
};
const DAMAGED: readonly number[] = [11, 26];

/** `shown`: the file's name for everyone: 'the log'. */
export interface NamedFile {
  readonly path: string;
  readonly shown: string;
}

/** Returns an EventStoreUnavailable, or the same error where it is not SQLite's. */
export function translateSqliteError(error: unknown, { path, shown }: NamedFile): unknown {
  const code = getPrimaryCode(error);
  if (code === undefined) return error;
  if (DAMAGED.includes(code))
    return new DamagedFile(
      `The file ${path} is damaged. Stop Daybook and restore it from a backup.`,
      `${shown} is damaged`,
      { cause: error },
    );
  const why = EXPLANATIONS[code];
  if (!why) return error;
  const Kind = code === DISK_FULL ? DiskFull : EventStoreUnavailable;
  return new Kind(`The file ${path} cannot be used: ${why}.`, { cause: error });
}
