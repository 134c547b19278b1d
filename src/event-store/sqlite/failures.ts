// Names SQLite's failures in the port's words.
import { EventStoreUnavailable } from '../event-store.js';

/** The file cannot be used as it is; the message says what to do. */
export class UnusableFile extends EventStoreUnavailable {
  override readonly name = 'UnusableFile';
}

export const BUSY = 5;
export const TOO_BIG = 18;
export const CONSTRAINT = 19;

const WHY: Readonly<Record<number, string>> = {
  [BUSY]: 'another process has kept it locked for too long; try again',
  6: 'it is locked; try again',
  8: 'it may not be written; check the permissions of the file and its folder',
  10: 'the disk did not read or write; check the disk and its free space',
  13: 'the disk is full; make room and try again',
  14: 'it cannot be opened; check the path, its permissions and the number of open files',
};
const DAMAGED: readonly number[] = [11, 26];

/** SQLite's primary result code; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { sqliteCode?: unknown } | null)?.sqliteCode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** The error to throw instead: EventStoreUnavailable, UnusableFile, or the same one where it is neither. */
export function inOurWords(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (DAMAGED.includes(code))
    return new UnusableFile(`The file ${file} is damaged. Stop Daybook and restore it from a backup.`, {
      cause: error,
    });
  const why = WHY[code];
  return why
    ? new EventStoreUnavailable(`The file ${file} cannot be used: ${why}.`, { cause: error })
    : error;
}
