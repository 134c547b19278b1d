// For the account Daybook runs under only.
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  statSync,
  type WriteStream,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
const OTHERS = 0o077;
/** Set on folders shared on purpose, such as /tmp. */
const STICKY = 0o1000;

/** With its parents; an existing one stays as it is. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER });
}

/** The caller removes it. */
export const makeTemporaryFolder = (prefix: string): string => mkdtempSync(join(tmpdir(), prefix));

/** Writable and private, whatever the original's mode. */
export function copyToPrivateFile(from: string, to: string): void {
  // Copy-on-write where the disk supports it.
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, FILE);
}

/** Stays if it exists. SQLite gives side files the database's mode. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Durable on close. Fails with EEXIST where it exists. */
export const createPrivateWriteStream = (path: string): WriteStream =>
  createWriteStream(path, { flags: 'wx', mode: FILE, flush: true });

/** Returns whether other accounts are excluded now. */
export function restrictToOwner(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || isPrivate(found.mode)) return true;
  if (found.mode & STICKY) return false;
  try {
    chmodSync(path, found.isDirectory() ? FOLDER : FILE);
  } catch {
    // Not ours, or on a disk without modes: the caller reports it.
  }
  return isPrivate(statSync(path, { throwIfNoEntry: false })?.mode ?? 0);
}

const isPrivate = (mode: number) => process.platform !== 'win32' && (mode & OTHERS) === 0;
