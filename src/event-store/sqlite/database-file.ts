import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { readDaybookVersion } from '#platform/daybook-version.js';
import { makePrivateFile, makePrivateFolder } from '#platform/private-files.js';
import {
  isWritable,
  openDatabaseImmutable,
  openDatabaseReadOnly,
  openDatabaseUntouched,
} from '#platform/read-only-database.js';
import { getPrimarySqliteErrorCode } from '#platform/sqlite.js';
import { UnusableDatabaseFile } from './sqlite-errors.js';

export interface FileFormat {
  readonly name: string;
  /** Of SQLite's header. */
  readonly applicationId: number;
  /** Raised when older versions cannot read the file any more. */
  readonly version: number;
  readonly schema: string;
  readonly pragmas: string;
}

/** Creates missing files and folders. `wait`: milliseconds for a lock. Throws `UnusableDatabaseFile`. */
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
    isReadOnly ? openDatabaseReadOnly(path, wait) : openForWriting(path, wait),
  );
}

export function closeDatabaseFile(database: DatabaseSyncInstance): void {
  try {
    // SQLite does this on closing, but not while prepared statements await garbage collection.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // A database that cannot be checkpointed is closed all the same.
  }
  database.close();
}

const openForWriting = (path: string, wait: number): DatabaseSyncInstance =>
  isWritable(path) ? new DatabaseSync(path, { timeout: wait }) : openDatabaseUntouched(path, wait);

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
    throw new UnusableDatabaseFile(
      `The ${format.name} ${path} has format ${version}: a newer version of Daybook wrote it. This is Daybook ${readDaybookVersion()}, which knows formats up to ${format.version}. ` +
        'Nothing was changed. Update Daybook; to go back, restore the backup that was made before the upgrade: see “Upgrading” in docs/operating.md.',
    );
}

/** Linked into place: crash-safe, and of two creators one wins. */
function createDatabaseFile(path: string, format: FileFormat): void {
  // In this order, since another creator makes the -wal file later.
  if (existsSync(`${path}-wal`) && !existsSync(path))
    throw new UnusableDatabaseFile(
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

function syncToDisk(path: string): void {
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  fsyncSync(handle);
  closeSync(handle);
}

const HEADER_BYTES = 100;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

function assertUsable(path: string, format: FileFormat): void {
  const refuse = (what: string, remedy: string) => {
    throw new UnusableDatabaseFile(`The ${format.name} ${path} ${what}. ${remedy}`);
  };
  const restore = 'Restore it from a backup, or name another file.';
  const found = statSync(path);
  if (!found.isFile()) refuse('is not a file', 'Name another file.');
  if (found.size === 0) refuse('is empty', 'Restore it from a backup; to start anew, remove the file.');
  const owner = found.size < HEADER_BYTES ? 'no database' : readApplicationId(path);
  if (owner === 'no database') refuse('is no SQLite database', restore);
  if (owner === 'cut off') refuse('is cut off: its end is missing', 'Restore it from a backup.');
  if (typeof owner === 'number' && owner !== format.applicationId)
    refuse('was written by another program', restore);
}

interface Header {
  readonly application_id: number;
  readonly page_count: number;
  readonly page_size: number;
}

/** Through SQLite: closing a separate handle releases this process' locks. undefined: pages are still in the -wal file. */
function readApplicationId(path: string, tries = 3): number | 'no database' | 'cut off' | undefined {
  const header = readHeader(path);
  if (header === 'no database') return header;
  const isWhole = header && statSync(path).size >= header.page_count * header.page_size;
  if (isWhole || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return header?.application_id;
  // Another process may have checkpointed its -wal file meanwhile.
  return tries > 1 ? readApplicationId(path, tries - 1) : 'cut off';
}

/** undefined: shorter than its header says. */
function readHeader(path: string): Header | 'no database' | undefined {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = openDatabaseImmutable(path);
    return database
      .prepare('SELECT * FROM pragma_application_id, pragma_page_count, pragma_page_size')
      .get() as unknown as Header;
  } catch (error) {
    const code = getPrimarySqliteErrorCode(error);
    if (code === CORRUPT) return undefined;
    if (code === NOT_A_DATABASE) return 'no database';
    // Not about the file, for instance too many open files.
    throw error;
  } finally {
    database?.close();
  }
}
