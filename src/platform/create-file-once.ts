import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolder } from './private-files.js';
import { isProcessRunning } from './is-process-running.js';

/** Mode 0600, durable, and linked into place: of several processes one creates it, and none reads half of it. */
export function createFileOnce(file: string, text: string): void {
  makePrivateFolder(dirname(file));
  removeAbandonedTemporaryFiles(file);
  const draft = `${file}.new-${process.pid}-${Date.now()}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

/** Left by a process killed inside `createFileOnce`. */
export function removeAbandonedTemporaryFiles(file: string): void {
  const folder = dirname(file);
  const start = `${basename(file)}.new-`;
  for (const name of readdirSync(folder)) {
    const maker = name.startsWith(start) && /^(\d+)-\d+$/.exec(name.slice(start.length))?.[1];
    if (maker && !isProcessRunning(Number(maker))) rmSync(join(folder, name), { force: true });
  }
}
