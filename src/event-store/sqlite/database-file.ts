// Opens the SQLite files that nothing can rebuild (event log, personal keys): makes them whole or not at all,
// and refuses a file that is not what it should be before SQLite writes to it.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makePrivateFile, makePrivateFolder } from '#platform/private-files.js';
import { mayBeWritten, openImmutable, openReadOnly, openUntouched } from '#platform/read-only.js';
import { primaryCode } from '#platform/sqlite.js';
import { UnusableFile } from './sqlite-errors.js';

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
 * made beside it. `wait`: milliseconds to wait for a lock. `onlyLooks`: one that may be written is not changed either.
 * Throws `UnusableFile` for a file that is empty, cut off, no database, another program's or a newer Daybook's.
 */
export function openDatabaseFile(
  path: string,
  format: FileFormat,
  { wait = 5_000, onlyLooks = false }: { readonly wait?: number; readonly onlyLooks?: boolean } = {},
): DatabaseSyncInstance {
  if (!existsSync(path) && !onlyLooks) createDatabaseFile(path, format);
  assertUsable(path, format);
  return configureConnection(path, format, onlyLooks ? openReadOnly(path, wait) : openForWriting(path, wait));
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

const openForWriting = (path: string, wait: number): DatabaseSyncInstance =>
  mayBeWritten(path) ? new DatabaseSync(path, { timeout: wait }) : openUntouched(path, wait);

function configureConnection(
  path: string,
  format: FileFormat,
  database: DatabaseSyncInstance,
): DatabaseSyncInstance {
  try {
    assertSupportedFormat(path, format, database);
    database.exec(format.pragmas);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function assertSupportedFormat(path: string, format: FileFormat, database: DatabaseSyncInstance): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > format.version)
    throw new UnusableFile(
      `The ${format.name} ${path} has format ${version}, but this Daybook knows formats up to ${format.version}. Update Daybook.`,
    );
}

/** Made beside its place and then linked into it, so that a crash never leaves half a file, and of two makers one wins. */
function createDatabaseFile(path: string, format: FileFormat): void {
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
    syncToDisk(draft);
    linkSync(draft, path);
    if (process.platform !== 'win32') syncToDisk(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The draft is written without a care for crashes, and made durable once, here. */
function syncToDisk(path: string): void {
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** SQLite's header; whatever is shorter is none of its files. */
const HEADER_BYTES = 100;
const CORRUPT = 11;

function assertUsable(path: string, format: FileFormat): void {
  const refuse = (what: string, remedy: string) => {
    throw new UnusableFile(`The ${format.name} ${path} ${what}. ${remedy}`);
  };
  const restore = 'Restore it from a backup, or name another file.';
  const found = statSync(path);
  if (!found.isFile()) refuse('is not a file', 'Name another file.');
  if (found.size === 0) refuse('is empty', 'Restore it from a backup; to start anew, remove the file.');
  const owner = found.size < HEADER_BYTES ? 'nobody' : readApplicationId(path);
  if (owner === 'nobody') refuse('is no SQLite database', restore);
  if (owner === 'cut off') refuse('is cut off: its end is missing', 'Restore it from a backup.');
  if (typeof owner === 'number' && owner !== format.applicationId)
    refuse('was written by another program', restore);
}

interface Header {
  readonly application_id: number;
  readonly page_count: number;
  readonly page_size: number;
}

/**
 * Through SQLite, though it is the first bytes: were the file opened and closed without it, the system would take all of this process'
 * locks on it away. undefined: pages are in the -wal file that are not here yet, and nobody can tell.
 */
function readApplicationId(path: string, tries = 3): number | 'nobody' | 'cut off' | undefined {
  const header = readHeader(path);
  if (header === 'nobody') return header;
  const isWhole = header && statSync(path).size >= header.page_count * header.page_size;
  if (isWhole || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return header?.application_id;
  // Another process may have moved its -wal file into the file in between, which makes it longer.
  return tries > 1 ? readApplicationId(path, tries - 1) : 'cut off';
}

/** undefined: it is shorter than it says. */
function readHeader(path: string): Header | 'nobody' | undefined {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = openImmutable(path);
    return database
      .prepare('SELECT * FROM pragma_application_id, pragma_page_count, pragma_page_size')
      .get() as unknown as Header;
  } catch (error) {
    if (primaryCode(error) === CORRUPT) return undefined;
    return 'nobody';
  } finally {
    database?.close();
  }
}
