import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import { restrictToOwner } from '../platform/private-files.js';
import { isWritable, describeReadOnly } from '../platform/read-only-database.js';

type DataFolderEngines = Pick<Configuration, 'data' | 'events' | 'reads' | 'keys' | 'masterKey'>;

/** A new database has a temporary name. */
const besides = (path: string) => ['', '-wal', '-shm', '-journal'].map((ending) => path + ending);
const OURS =
  /\.sqlite(-wal|-shm|-journal)?(\.(new|damaged)-[\w-]+)?$|^(master\.key|session\.secret)(\.new-[\d-]+)?$/;

/** The message has the remedy. */
export class DataFolderReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
}

/** Created first and removed last by `daybook restore`. */
export const RESTORE_MARKER_FILE = 'restore-unfinished';

/** Throws `RestoreUnfinished`: an incomplete restore must not be written to. */
export function assertRestoreFinished({ data }: Pick<Configuration, 'data'>): void {
  const marker = join(data, RESTORE_MARKER_FILE);
  if (existsSync(marker)) throw new RestoreUnfinished(marker);
}

export class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished';
  constructor(marker: string) {
    super(
      `A backup was being restored here, and that did not end (${marker} is there). Run the same daybook restore again: it begins anew.`,
    );
  }
}

/** A read-only copy, or missing permission. */
export const isReadOnlyFile = (path: string): boolean => !isWritable(path);

/** Before anything is opened. Throws `DataFolderReadOnlyError`. */
export function assertDataFolderWritable({ events, reads, keys }: Partial<DataFolderEngines>): void {
  const files = [
    ...(events?.engine === 'sqlite' ? [events.path] : []),
    ...(reads?.engine === 'sqlite' ? [join(reads.folder, 'generations.sqlite')] : []),
    ...(keys?.engine === 'sqlite' ? [keys.path] : []),
  ];
  const found = files.find(isReadOnlyFile);
  if (found === undefined) return;
  const folder = dirname(found);
  throw new DataFolderReadOnlyError(
    describeForeignFolder(folder, process.getuid?.()) ?? describeReadOnly(`What is kept in ${folder}`),
  );
}

/** Of a folder in which nothing is kept, as new volumes of containers are. undefined: read-only for another reason, or a copy to read. */
function describeForeignFolder(folder: string, uid: number | undefined): string | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const isForeign = uid !== undefined && uid !== 0 && owner !== undefined && owner !== uid;
  if (!isForeign || oursIn(folder).length > 0) return undefined;
  const otherwise = owner === 0 ? '' : `, or run Daybook as user ${owner}`;
  return (
    `Nothing can be written in ${folder}: Daybook runs as user ${uid} here, and the folder belongs to user ${owner}. ` +
    `Give it to Daybook (chown -R ${uid} on the folder or volume that is mounted there)${otherwise}.`
  );
}

/** Returns paths that others can still read: foreign ownership, or no modes (Windows). */
export function restrictDataFolder(places: DataFolderEngines): readonly string[] {
  const { data, events, reads, keys, masterKey } = places;
  // Where all engines are elsewhere, so are the secrets: the folder stays empty.
  if ([events, reads, keys].every(({ engine }) => engine !== 'sqlite')) return [];
  const folders = [data, ...(reads.engine === 'sqlite' ? [reads.folder] : [])];
  const named = [
    ...(events.engine === 'sqlite' ? besides(events.path) : []),
    ...(keys.engine === 'sqlite' ? besides(keys.path) : []),
    masterKey,
  ];
  const all = new Set([...folders, ...folders.flatMap(oursIn), ...named]);
  return [...all].filter((path) => !restrictToOwner(path));
}

function oursIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => OURS.test(name))
      .map((name) => join(folder, name));
  } catch {
    // Missing files are created with the right mode.
    return [];
  }
}

export function describeTooOpenPermissions(open: readonly string[]): string {
  const [first, ...more] = open;
  const files = more.length === 0 ? first! : `${first} and ${more.length} more of what Daybook keeps`;
  const why =
    process.platform === 'win32'
      ? 'on Windows, Daybook cannot see or change who may read files'
      : 'this system does not let Daybook change that';
  return `Other accounts of this machine may be able to read ${files}: ${why}. See “The data folder” in docs/operating.md.`;
}
