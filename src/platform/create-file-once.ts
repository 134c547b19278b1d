// Small files that are made at the first start, by whichever process is first: a key, a secret.
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolder } from './private-files.js';
import { isRunning } from './is-running.js';

/**
 * Makes the file, readable by its owner alone, unless it is there. Written whole and durable beside its place, then linked into
 * it: of several processes one makes it, and nobody reads half of it.
 */
export function createFileOnce(file: string, text: string): void {
  makePrivateFolder(dirname(file));
  removeAbandonedDrafts(file);
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

/** What a process that was killed inside `createFileOnce` has left beside the file; nothing else reads it. */
export function removeAbandonedDrafts(file: string): void {
  const folder = dirname(file);
  const start = `${basename(file)}.new-`;
  for (const name of readdirSync(folder)) {
    const maker = name.startsWith(start) && /^(\d+)-\d+$/.exec(name.slice(start.length))?.[1];
    if (maker && !isRunning(Number(maker))) rmSync(join(folder, name), { force: true });
  }
}
