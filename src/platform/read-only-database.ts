// SQLite files on read-only disks, such as backups, are read without creating anything beside them.
import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { copyToPrivateFile, makeTemporaryFolder } from './private-files.js';
import { getPrimarySqliteErrorCode } from './sqlite.js';

/** Includes the folder, where SQLite creates side files. A mode without write bits marks a copy to preserve, even if root could write. Missing files may be created. */
export function isWritable(path: string): boolean {
  return [nearest(dirname(path)), ...['', '-wal', '-shm'].map((ending) => path + ending)].every(mayChange);
}

const nearest = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder));

const WRITE_BITS = 0o222;

function mayChange(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return true;
  // On Windows, a folder's mark has another meaning.
  const isMarked = (found.mode & WRITE_BITS) === 0 && !(process.platform === 'win32' && found.isDirectory());
  if (isMarked) return false;
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** `place`: a file or folder. */
export const describeReadOnly = (place: string): string =>
  `${place} is read-only: nothing can be written there. \`daybook events\`, \`daybook status\` and \`daybook copy --from\` read it is. ` +
  'For everything else, copy the whole data folder to where this account may write, make the copy writable (chmod -R u+w), and name it with --data.';

/** Throws SQLite's errors. */
export function openDatabaseReadOnly(path: string, wait = 5_000): DatabaseSyncInstance {
  return isWritable(path)
    ? new DatabaseSync(path, { readOnly: true, timeout: wait })
    : openDatabaseUntouched(path, wait);
}

/** Creates and changes nothing in the folder. Throws SQLite's errors. */
export function openDatabaseUntouched(path: string, wait = 5_000): DatabaseSyncInstance {
  if (existsSync(`${path}-wal`) && existsSync(`${path}-shm`))
    return openBesideWriters(path, wait) ?? openCopy(path);
  // SQLite would write these files' content into the database.
  if (['-wal', '-journal'].some((ending) => sizeOf(path + ending) > 0)) return openCopy(path);
  return openDatabaseImmutable(path);
}

/** The file alone: ignores a -wal file, and locks nothing. */
export const openDatabaseImmutable = (path: string): DatabaseSyncInstance =>
  opened(path, 'mode=ro&immutable=1', 0);

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Another account may be writing. undefined: the side files cannot be used as they are. */
function openBesideWriters(path: string, wait: number): DatabaseSyncInstance | undefined {
  try {
    return opened(path, 'mode=ro&readonly_shm=1', wait);
  } catch (error) {
    if (!CANNOT_USE.includes(getPrimarySqliteErrorCode(error))) throw error;
    return undefined;
  }
}

/** Read-only, I/O error, cannot open, locking protocol. */
const CANNOT_USE: readonly (number | undefined)[] = [8, 10, 14, 15];

function opened(path: string, settings: string, wait: number): DatabaseSyncInstance {
  const place = pathToFileURL(path);
  place.search = settings;
  const database = new DatabaseSync(place, { readOnly: true, timeout: wait });
  return usable(database);
}

/** SQLite checks a file and its side files only at the first query. */
function usable(database: DatabaseSyncInstance): DatabaseSyncInstance {
  try {
    database.exec('SELECT 1 FROM sqlite_schema LIMIT 1');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** In a private folder; removed once the connection is closed. */
function openCopy(path: string): DatabaseSyncInstance {
  const folder = makeTemporaryFolder('daybook-look-');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const done = () => {
    process.removeListener('exit', remove);
    remove();
  };
  try {
    const copy = join(folder, basename(path));
    for (const ending of ['', '-wal', '-journal'])
      if (existsSync(path + ending)) copyToPrivateFile(path + ending, copy + ending);
    const database = usable(new DatabaseSync(copy));
    database.exec('PRAGMA query_only = ON');
    return closingWith(database, done);
  } catch (error) {
    done();
    throw error;
  }
}

function closingWith(database: DatabaseSyncInstance, done: () => void): DatabaseSyncInstance {
  const close = database.close.bind(database);
  const value = () => {
    close();
    done();
  };
  return Object.defineProperty(database, 'close', { value });
}
