// Rejects a mistyped file name before a command opens or creates anything.
import { openSync, closeSync, fstatSync } from 'node:fs';
import { CliUsageError } from './cli-usage-error.js';
import { isSystemError, describeFileError } from '../platform/file-errors.js';

/** Throws `CliUsageError` where it cannot be opened for reading, or is a folder. */
export function requireFile(path: string): void {
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
