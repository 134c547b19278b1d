// The files of an installation on this machine, and that nobody else can read them.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import { restrictToOwner } from '../platform/private-files.js';
import { isWritable, describeReadOnly } from '../platform/read-only.js';

type DataFolderEngines = Pick<Configuration, 'data' | 'events' | 'reads' | 'keys' | 'masterKey'>;

/** A database has files beside it, and one that is made just now has another name. */
const besides = (path: string) => ['', '-wal', '-shm', '-journal'].map((ending) => path + ending);
const OURS =
  /\.sqlite(-wal|-shm|-journal)?(\.(new|damaged)-[\w-]+)?$|^(master\.key|session\.secret)(\.new-[\d-]+)?$/;

/** What has to be written cannot be; the message says what to do. */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
}

/** Made by `daybook restore` before anything else is there, and removed last. */
export const RESTORE_MARKER = 'restore-unfinished';

/** Throws `RestoreUnfinished`: what was restored until then is not whole, and nothing may be written to it. */
export function assertRestored({ data }: Pick<Configuration, 'data'>): void {
  const marker = join(data, RESTORE_MARKER);
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

/** A copy that somebody wants kept as it is, or where this account may not write. */
export const isReadOnly = (path: string): boolean => !isWritable(path);

/** Before anything is opened or tightened. Throws `ReadOnlyError`. */
export function assertWritable({ events, reads, keys }: Partial<DataFolderEngines>): void {
  const files = [
    ...(events?.engine === 'sqlite' ? [events.path] : []),
    ...(reads?.engine === 'sqlite' ? [join(reads.folder, 'generations.sqlite')] : []),
    ...(keys?.engine === 'sqlite' ? [keys.path] : []),
  ];
  const found = files.find(isReadOnly);
  if (found !== undefined) throw new ReadOnlyError(describeReadOnly(`What is kept in ${dirname(found)}`));
}

/** Returns what others can read all the same: it belongs to somebody else, or the system knows no modes (Windows). */
export function restrictDataFolder(places: DataFolderEngines): readonly string[] {
  const { data, events, reads, keys, masterKey } = places;
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
    // Not there yet: it is made as it should be.
    return [];
  }
}

export function describeOpenPermissions(open: readonly string[]): string {
  const [first, ...more] = open;
  const files = more.length === 0 ? first! : `${first} and ${more.length} more of what Daybook keeps`;
  const why =
    process.platform === 'win32'
      ? 'on Windows, Daybook cannot see or change who may read files'
      : 'this system does not let Daybook change that';
  return `Other accounts of this machine may be able to read ${files}: ${why}. See “The data folder” in docs/operating.md.`;
}
