// Folders and files of what Daybook keeps: for the account it runs under, and for nobody else on the machine.
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
const OTHERS = 0o077;
/** Of a folder that many share on purpose, such as /tmp. */
const STICKY = 0o1000;

/** With the folders on the way to it. One that is there stays as it is. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER });
}

/** Nobody else enters it. Whoever makes it removes it. */
export const makeTemporaryFolder = (prefix: string): string => mkdtempSync(join(tmpdir(), prefix));

/** A copy that we may write, and nobody else may read, whatever it was made from. */
export function copyPrivately(from: string, to: string): void {
  // Where the disk can, nothing is copied before one of both changes.
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, FILE);
}

/** Empty, unless it is there. SQLite gives the files beside a database the mode of the database. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Takes from others what an older Daybook, or a copy, has left them. Returns whether others are kept out now. */
export function restrictToOwner(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || isPrivate(found.mode)) return true;
  if (found.mode & STICKY) return false;
  try {
    chmodSync(path, found.isDirectory() ? FOLDER : FILE);
  } catch {
    // Not ours, or on a disk that knows no modes: whoever asks is told that it stays open.
  }
  return isPrivate(statSync(path, { throwIfNoEntry: false })?.mode ?? 0);
}

const isPrivate = (mode: number) => process.platform !== 'win32' && (mode & OTHERS) === 0;
