// Opens SQLite files that cannot be rebuilt (event log, keys): creates them atomically, and refuses foreign or damaged files before
// SQLite writes to them.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makePrivateFile, makePrivateFolder } from '#platform/private-files.js';
import { isWritable, openImmutable, openReadOnly, openUntouched } from '#platform/read-only.js';
import { getPrimaryCode } from '#platform/sqlite.js';
import { UnusableFile } from './sqlite-errors.js';

export interface FileFormat {
  readonly name: string;
  /** Four bytes in SQLite's header. */
  readonly applicationId: number;
  /** Raised when older versions cannot read the file any more. */
  readonly version: number;
  readonly schema: string;
  /** SQL that runs first on every connection. */
  readonly pragmas: string;
}

/**
 * Opens the file, creating it and its folder if missing. Files without write permission are read only. `wait`:
 * milliseconds for a lock. `isReadOnly`: read-only. Throws `UnusableFile` for files that are empty, truncated, foreign
 * or of a newer Daybook.
 */
export function openDatabaseFile(
  path: string,
  format: FileFormat,
  { wait = 5_000, isReadOnly = false }: { readonly wait?: number; readonly isReadOnly?: boolean } = {},
): DatabaseSyncInstance {
  if (!existsSync(path) && !isReadOnly) createDatabaseFile(path, format);
  assertUsable(path, format);
  return configureConnection(
    path,
    format,
    isReadOnly ? openReadOnly(path, wait) : openForWriting(path, wait),
  );
}

/** Moves the -wal file's pages into the file, so that a copy of it is complete, and closes it. */
export function closeDatabaseFile(database: DatabaseSyncInstance): void {
  try {
    // SQLite does this on closing, but not while prepared statements await garbage collection.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Busy or read-only: the next opening reads the -wal file.
  }
  database.close();
}

const openForWriting = (path: string, wait: number): DatabaseSyncInstance =>
  isWritable(path) ? new DatabaseSync(path, { timeout: wait }) : openUntouched(path, wait);

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

/** Created aside and linked into place: crash-safe, and of two creators one wins. */
function createDatabaseFile(path: string, format: FileFormat): void {
  // In this order, since another creator makes the -wal file later.
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

/** The draft is written without syncs and made durable once, here. */
function syncToDisk(path: string): void {
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  fsyncSync(handle);
  closeSync(handle);
}

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
 * Read through SQLite: opening and closing the file directly would release this process' locks. undefined: unknown,
 * as pages are still in the -wal file.
 */
function readApplicationId(path: string, tries = 3): number | 'nobody' | 'cut off' | undefined {
  const header = readHeader(path);
  if (header === 'nobody') return header;
  const isWhole = header && statSync(path).size >= header.page_count * header.page_size;
  if (isWhole || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return header?.application_id;
  // Another process may have moved its -wal file into the file meanwhile.
  return tries > 1 ? readApplicationId(path, tries - 1) : 'cut off';
}

/** undefined: shorter than its header says. */
function readHeader(path: string): Header | 'nobody' | undefined {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = openImmutable(path);
    return database
      .prepare('SELECT * FROM pragma_application_id, pragma_page_count, pragma_page_size')
      .get() as unknown as Header;
  } catch (error) {
    if (getPrimaryCode(error) === CORRUPT) return undefined;
    return 'nobody';
  } finally {
    database?.close();
  }
}
