// Opens the SQLite files that nothing can rebuild (event log, personal keys): makes them whole or not at all,
// and refuses a file that is not what it should be before SQLite writes to it.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makePrivateFile, makePrivateFolder } from '../../private-files.js';
import { mayBeWritten, openUntouched } from '../../read-only.js';
import { UnusableFile } from './failures.js';

export interface FileFormat {
  /** What the file is, for people: 'event log'. */
  readonly name: string;
  /** Four bytes in SQLite's header that say whose file it is. */
  readonly applicationId: number;
  /** Counted up when an older Daybook could no longer read the file. */
  readonly version: number;
  readonly schema: string;
  /** SQL for every connection, before anything else. */
  readonly pragmas: string;
}

/**
 * A connection to the file; a missing file is made, with its folder. One that may not be written is read as it is, and nothing is
 * made beside it. `wait`: milliseconds to wait for a lock.
 * Throws `UnusableFile` for a file that is empty, cut off, no database, another program's or a newer Daybook's.
 */
export function openDatabaseFile(path: string, format: FileFormat, wait = 5_000): DatabaseSyncInstance {
  if (!existsSync(path)) create(path, format);
  examine(path, format);
  return connect(path, format, wait);
}

/** Moves what stands in the -wal file into the file, so that a copy of the file alone is whole, and closes the connection. */
export function closeDatabaseFile(database: DatabaseSyncInstance): void {
  try {
    // SQLite does this itself at a close, but not while prepared statements wait for the garbage collector, as they do here.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Another process is using it, or it cannot be written: what is in the -wal file is found there at the next opening.
  }
  database.close();
}

function connect(path: string, format: FileFormat, wait: number): DatabaseSyncInstance {
  const database = mayBeWritten(path) ? new DatabaseSync(path, { timeout: wait }) : openUntouched(path, wait);
  try {
    refuseNewer(path, format, database);
    database.exec(format.pragmas);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function refuseNewer(path: string, format: FileFormat, database: DatabaseSyncInstance): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > format.version)
    throw new UnusableFile(
      `The ${format.name} ${path} has format ${version}, but this Daybook knows formats up to ${format.version}. Update Daybook.`,
    );
}

/** Made beside its place and then linked into it, so that a crash never leaves half a file, and of two makers one wins. */
function create(path: string, format: FileFormat): void {
  // Looked for in this order: a process that makes the file just now makes its -wal file later.
  if (existsSync(`${path}-wal`) && !existsSync(path))
    throw new UnusableFile(
      `The ${format.name} ${path} is missing, but ${path}-wal is there. Restore both from a backup, or remove the -wal file to start anew.`,
    );
  const folder = dirname(path);
  makePrivateFolder(folder);
  const draft = `${path}.new-${process.pid}-${Date.now()}`;
  makePrivateFile(draft);
  try {
    const database = new DatabaseSync(draft);
    database.exec(
      `PRAGMA synchronous = OFF; PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version}; ${format.schema};
       PRAGMA journal_mode = WAL;`,
    );
    database.close();
    sync(draft);
    linkSync(draft, path);
    if (process.platform !== 'win32') sync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The draft is written without a care for crashes, and made durable once, here. */
function sync(path: string): void {
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  fsyncSync(handle);
  closeSync(handle);
}

const HEADER = 100;

function examine(path: string, format: FileFormat): void {
  const refuse = (what: string, remedy: string) => {
    throw new UnusableFile(`The ${format.name} ${path} ${what}. ${remedy}`);
  };
  const restore = 'Restore it from a backup, or name another file.';
  const size = statSync(path).size;
  if (!statSync(path).isFile()) refuse('is not a file', 'Name another file.');
  if (size === 0) refuse('is empty', 'Restore it from a backup; to start anew, remove the file.');
  const header = firstBytes(path, HEADER);
  if (header.length < HEADER || header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    refuse('is no SQLite database', restore);
  if (header.readUInt32BE(68) !== format.applicationId) refuse('was written by another program', restore);
  if (isCutOff(path, header)) refuse('is cut off: its end is missing', 'Restore it from a backup.');
}

function firstBytes(path: string, count: number): Buffer {
  const handle = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(handle, bytes, 0, count, 0));
  } finally {
    closeSync(handle);
  }
}

function isCutOff(path: string, header: Buffer): boolean {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  // With frames in the -wal file, pages may legitimately be there and not yet here.
  if (wal && wal.size > 0) return false;
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  // Asked last: another process may have moved its -wal file into the file since the header was read, which makes it longer.
  return statSync(path).size < header.readUInt32BE(28) * pageSize;
}
