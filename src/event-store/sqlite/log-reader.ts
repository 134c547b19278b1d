// Reads the log: one stream, or the whole of it page by page. The hottest SELECTs of the application, prepared once. And watches
// whether what is read is still the file that stands in its place.
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { Recorded } from '#domain/event.js';
import type { Codec, EncodedEvent } from '../codec.js';
import { DamagedEvent, type EventReference, type EventLocation } from '../event-store.js';
import { hasChecksums } from './log-file.js';
import { crc32 } from 'node:zlib';
import { statSync } from 'node:fs';
import { openImmutable } from '#platform/read-only.js';

export interface LogReader {
  stream(stream: string, from: number): { readonly events: readonly Recorded[]; readonly version: number };
  /** The events after a position, oldest first: as many as fit the page, at least one where there is one. */
  page(after: number): readonly Recorded[];
  head(): number;
  has(event: EventReference): boolean;
}

const PAGE_EVENTS = 1_000;
const PAGE_BYTES = 4 * 1024 * 1024;

// Arrays, not objects: a third faster through the native binding (docs/decisions/020).
type EventRow = readonly [number, string, number, string, string, string, string, number | null];
const COLUMNS = 'position, stream, version, id, type, data, metadata';

export function createLogReader(database: DatabaseSyncInstance, codec: Codec): LogReader {
  const prepare = (sql: string): StatementSyncInstance => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  // A copy that may not be written has stayed as an older version made it.
  const columns = `${COLUMNS}, ${hasChecksums(database) ? 'checksum' : 'NULL'}`;
  const read = prepare(`SELECT ${columns} FROM event WHERE stream = ? AND version >= ? ORDER BY version`);
  const version = prepare('SELECT max(version) FROM event WHERE stream = ?');
  const page = prepare(`SELECT ${columns} FROM event WHERE position > ? ORDER BY position LIMIT ?`);
  // octet_length does not load the text: a page is measured before it is read.
  const sizes = prepare(
    'SELECT octet_length(data) + octet_length(metadata) FROM event WHERE position > ? ORDER BY position LIMIT ?',
  );
  const total = prepare(
    `SELECT total(bytes) FROM (SELECT octet_length(data) + octet_length(metadata) AS bytes
       FROM event WHERE position > ? ORDER BY position LIMIT ?)`,
  );
  const head = prepare('SELECT max(position) FROM event');
  const there = prepare(
    'SELECT count(*) FROM event WHERE position = ? AND id = ? AND stream = ? AND version = ?',
  );
  const decode = (row: EventRow): Recorded => {
    const [position, stream, version, id, type, data, metadata, checksum] = row;
    const [stored, place] = [
      { id, type, data, metadata },
      { stream, version, position },
    ];
    const event = codec.decode(stored, place);
    if (checksum !== null && checksum !== checksumOf(stored, place))
      throw new DamagedEvent(place, 'it is not what was written');
    return event;
  };

  const first = (statement: StatementSyncInstance, ...values: (string | number)[]) =>
    Number((statement.get(...values) as [number | null])[0] ?? 0);

  return {
    stream(stream, from) {
      const events = (read.all(stream, from) as EventRow[]).map(decode);
      return { events, version: events.at(-1)?.version ?? first(version, stream) };
    },
    page(after) {
      let limit = PAGE_EVENTS;
      if (first(total, after, limit) > PAGE_BYTES) limit = howManyFit(sizes.all(after, limit) as [number][]);
      return (page.all(after, limit) as EventRow[]).map(decode);
    },
    head: () => first(head),
    has: ({ position, id, stream, version }) => first(there, position, id, stream, version) > 0,
  };
}

function howManyFit(sizes: readonly (readonly [number])[]): number {
  let bytes = 0;
  const tooMany = sizes.findIndex(([size]) => (bytes += size) > PAGE_BYTES);
  return tooMany === -1 ? sizes.length : Math.max(1, tooMany);
}

type StreamVersion = Pick<EventLocation, 'stream' | 'version'>;

/** CRC-32 over what is stored of an event: a page of the file that was overwritten may still look like one. Notices damage, not intent. */
export function checksumOf(
  { id, type, data, metadata }: EncodedEvent,
  { stream, version }: StreamVersion,
): number {
  return crc32(`${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

interface FileWatch {
  /** Costs a few looks into the folder. */
  isTheSame(): boolean;
}

/** SQLite removes none of these for as long as the file is open somewhere. */
const FILE_ENDINGS = ['', '-wal', '-shm'];
const REST_MS = 1_000;

/**
 * Whether the log that is open is still the file that stands in its place, from here on. Somebody may have put a backup there, or taken
 * away what SQLite keeps beside it: then this process reads and writes what nobody else will ever see.
 */
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
    gone ||= !FILE_ENDINGS.every(isInPlace) || hasShrunk();
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
      const last = lastEventIn(path, seen);
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
function lastEventIn(path: string, before: LastEvent | undefined): LastEvent | undefined {
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
