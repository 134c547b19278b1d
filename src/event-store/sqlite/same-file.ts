// Whether the log that is open is still the file that stands in its place. Somebody may have put a backup there, or taken away what
// SQLite keeps beside it: then this process reads and writes what nobody else will ever see.
import { statSync } from 'node:fs';
import { openImmutable } from '#platform/read-only.js';

export interface FileWatch {
  /** Costs a few looks into the folder. */
  isTheSame(): boolean;
}

/** SQLite removes none of these for as long as the file is open somewhere. */
const ENDINGS = ['', '-wal', '-shm'];
const REST_MS = 1_000;

/** From here on. */
export function watchFile(path: string): FileWatch {
  const known = new Map<string, string>();
  const hasShrunk = shrinking(path);
  let gone = false;
  const isInPlace = (ending: string): boolean => {
    const now = identityOf(path + ending);
    const before = known.get(ending);
    if (before === undefined && now !== undefined) known.set(ending, now);
    return before === undefined || before === now;
  };
  const isTheSame = () => {
    gone ||= !ENDINGS.every(isInPlace) || hasShrunk();
    return !gone;
  };
  isTheSame();
  return { isTheSame };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

interface LastEvent {
  readonly position: number;
  readonly id: string;
}

/**
 * An older log may have been copied into the file: without its -wal file, it never holds less than it did. While another process moves
 * its -wal file there, half of that is seen: so the file has to have rested for a while.
 */
function shrinking(path: string): () => boolean {
  let seen: LastEvent | undefined;
  let changed: number | undefined;
  let doubtedAt: number | undefined;
  return () => {
    const now = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (now === changed) return doubtedAt !== undefined && performance.now() - doubtedAt > REST_MS;
    changed = now;
    try {
      const last = lastIn(path, seen);
      doubtedAt = last ? undefined : performance.now();
      seen = last ?? seen;
    } catch {
      // It is being written just now, or it is damaged: whoever reads it says so.
      changed = undefined;
    }
    return false;
  };
}

/** undefined: what was the last event before is not there any more. */
function lastIn(path: string, before: LastEvent | undefined): LastEvent | undefined {
  const database = openImmutable(path);
  try {
    const find = database.prepare('SELECT id FROM event WHERE position = ?');
    const idAt = (position: number) => (find.get(position) as { id: string } | undefined)?.id;
    const { position } = database
      .prepare('SELECT coalesce(max(position), 0) AS position FROM event')
      .get() as {
      position: number;
    };
    if (before && before.position > 0 && idAt(before.position) !== before.id) return undefined;
    return { position, id: idAt(position) ?? '' };
  } finally {
    database.close();
  }
}
