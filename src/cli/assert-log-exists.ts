// Before a command opens or creates anything.
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import { assertRestoreFinished } from '../installation/data-folder.js';
import { isSystemError, describeFileError } from '../platform/file-errors.js';
import { CliUsageError } from './cli-usage-error.js';

const NONE_YET = 'Start Daybook once (npm start), or name its folder with --data.';

/** Throws `CliUsageError`, `RestoreUnfinished`. `remedy`: of commands without a folder. */
export function assertLogExists(
  { events, data }: Pick<Configuration, 'events'> & Partial<Pick<Configuration, 'data'>>,
  remedy = NONE_YET,
): void {
  if (data !== undefined) assertRestoreFinished({ data });
  if (isLogMissing({ events }))
    throw new CliUsageError(`there is no log at ${describeEngine(events)}. ${remedy}`);
}

/** Opening a server creates nothing. */
export const isLogMissing = ({ events }: Pick<Configuration, 'events'>): boolean =>
  events.engine === 'sqlite' && !existsSync(events.path) && !existsSync(`${events.path}-wal`);

/** Throws `CliUsageError`. */
export function assertFileReadable(path: string): void {
  try {
    const file = openSync(path, 'r');
    const isFolder = fstatSync(file).isDirectory();
    closeSync(file);
    if (isFolder)
      throw new CliUsageError(`${path} cannot be read: ${describeFileError({ code: 'EISDIR' })}.`);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new CliUsageError(`${path} cannot be read: ${describeFileError(error)}.`);
  }
}
