// SQLite files that may not be written, such as a backup on a read-only disk: they are read as they are, and nothing is made
// beside them.
import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { copyPrivately, makeTemporaryFolder } from './private-files.js';
import { getPrimaryCode } from './sqlite.js';

/**
 * Whether SQLite may change a file: also its folder, where it makes others, and those that are there. What nobody may write by its
 * mode is a copy that somebody wants kept as it is, even where the system would let root. What is not there yet may be made.
 */
export function isWritable(path: string): boolean {
  return [nearest(dirname(path)), ...['', '-wal', '-shm'].map((ending) => path + ending)].every(mayChange);
}

/** A folder that is not there yet is made in one that is. */
const nearest = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder));

const ANYBODY = 0o222;

function mayChange(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return true;
  // The mark of a folder says something else on Windows.
  const isMarked = (found.mode & ANYBODY) === 0 && !(process.platform === 'win32' && found.isDirectory());
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

/** For looking only, whether it may be written or not. Throws what SQLite throws. */
export function openReadOnly(path: string, wait = 5_000): DatabaseSyncInstance {
  return isWritable(path)
    ? new DatabaseSync(path, { readOnly: true, timeout: wait })
    : openUntouched(path, wait);
}

/** Of a file that may not be written. Nothing in its folder is made or changed. Throws what SQLite throws. */
export function openUntouched(path: string, wait = 5_000): DatabaseSyncInstance {
  if (existsSync(`${path}-wal`) && existsSync(`${path}-shm`))
    return openBesideWriters(path, wait) ?? openCopy(path);
  // What stands in these files belongs to the database, and SQLite would put it there.
  if (['-wal', '-journal'].some((ending) => sizeOf(path + ending) > 0)) return openCopy(path);
  return openImmutable(path);
}

/** The file alone, as it is on the disk: what stands in a -wal file is not seen, and nothing is locked. */
export const openImmutable = (path: string): DatabaseSyncInstance => opened(path, 'mode=ro&immutable=1', 0);

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Another account may be writing. undefined: the files beside it cannot be used as they are. */
function openBesideWriters(path: string, wait: number): DatabaseSyncInstance | undefined {
  try {
    return opened(path, 'mode=ro&readonly_shm=1', wait);
  } catch (error) {
    if (!CANNOT_USE.includes(getPrimaryCode(error))) throw error;
    return undefined;
  }
}

/** Read-only, trouble with the disk, cannot be opened, odd locks. */
const CANNOT_USE: readonly (number | undefined)[] = [8, 10, 14, 15];

function opened(path: string, settings: string, wait: number): DatabaseSyncInstance {
  const place = pathToFileURL(path);
  place.search = settings;
  const database = new DatabaseSync(place, { readOnly: true, timeout: wait });
  return usable(database);
}

/** SQLite looks into a file, and for those beside it, only once it is asked something. */
function usable(database: DatabaseSyncInstance): DatabaseSyncInstance {
  try {
    database.exec('SELECT 1 FROM sqlite_schema LIMIT 1');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A copy in a folder that only we may enter; it is gone once the connection is closed. */
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
      if (existsSync(path + ending)) copyPrivately(path + ending, copy + ending);
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
