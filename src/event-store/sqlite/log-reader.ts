// Reads one stream, or the log page by page, with prepared statements, and detects a replaced file.
import { crc32 } from 'node:zlib';
import { statSync } from 'node:fs';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { RecordedEvent } from '#domain/event.js';
import { openImmutable } from '#platform/read-only.js';
import type { EventCodec, EncodedEvent } from '../event-codec.js';
import { DamagedEvent, type EventReference, type EventLocation } from '../event-store.js';
import { CHAIN_START, computeLink } from '../log-hash-chain.js';
import { readChainBegin, findFirstChecksum, hasColumn, type ChainBegin } from './chain-table.js';

export interface LogReader {
  readStream(
    readStream: string,
    from: number,
  ): { readonly events: readonly RecordedEvent[]; readonly version: number };
  /** Events after a position, oldest first: a page full, at least one if there is one. */
  readPage(after: number): readonly RecordedEvent[];
  readStoredPage(after: number): readonly StoredEvent[];
  readHead(): number;
  has(event: EventReference): boolean;
}

export interface StoredEvent {
  readonly encoded: EncodedEvent;
  readonly place: EventLocation;
  readonly link: string | null;
}

const PAGE_EVENTS = 1_000;
const PAGE_BYTES = 4 * 1024 * 1024;

// Arrays are a third faster than objects through the native binding.
type EventRow = readonly [
  position: number,
  stream: string,
  version: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
  checksum: number | null,
  link: string | null,
];

type StreamRow = readonly [...EventRow, before: string | null];

const COLUMNS = 'position, stream, version, id, type, data, metadata';

export function createLogReader(database: DatabaseSyncInstance, codec: EventCodec): LogReader {
  const prepare = (sql: string): StatementSyncInstance => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  // Read-only copies keep the columns of an older version.
  const column = (name: string) => (hasColumn(database, name) ? name : 'NULL');
  const link = column('link');
  const columns = `${COLUMNS}, ${column('checksum')}, ${link}`;
  const before = link === 'NULL' ? link : `(SELECT link FROM event WHERE position = this.position - 1)`;
  const read = prepare(
    `SELECT ${columns}, ${before} FROM event AS this WHERE stream = ? AND version >= ? ORDER BY version`,
  );
  const version = prepare('SELECT max(version) FROM event WHERE stream = ?');
  const rowsAfter = pageReader(prepare, columns);
  const linkAt = prepare(`SELECT ${link} FROM event WHERE position = ?`);
  const head = prepare('SELECT max(position) FROM event');
  const there = prepare(
    `SELECT ${link} FROM event WHERE position = ? AND id = ? AND stream = ? AND version = ?`,
  );
  const check = createStoredCheck(findChainBegin(database, link !== 'NULL'));
  const decode = (row: EventRow, before: string | null): RecordedEvent => {
    const { encoded, place } = toStoredEvent(row);
    const event = codec.decode(encoded, place);
    check(row, before);
    return event;
  };

  return {
    readStream(stream, from) {
      const events = (read.all(stream, from) as StreamRow[]).map((row) =>
        decode(row as unknown as EventRow, row[9]),
      );
      return { events, version: events.at(-1)?.version ?? readNumber(version, stream) };
    },
    readPage(after) {
      const rows = rowsAfter(after);
      const [firstRow] = rows;
      if (!firstRow) return [];
      let last = firstRow[0] - 1;
      let before = (linkAt.get(last) as [string | null] | undefined)?.[0] ?? null;
      return rows.map((row) => {
        const event = decode(row, row[0] === last + 1 ? before : null);
        [last, before] = [row[0], row[8]];
        return before === null ? event : { ...event, link: before };
      });
    },
    readStoredPage: (after) => rowsAfter(after).map(toStoredEvent),
    readHead: () => readNumber(head),
    has({ position, id, stream, version, link: expected }) {
      const found = there.get(position, id, stream, version) as [string | null] | undefined;
      if (!found) return false;
      // Events of older versions had no link; a known link must not disappear.
      return expected === undefined || found[0] === expected;
    },
  };
}

const readNumber = (statement: StatementSyncInstance, ...values: (string | number)[]) =>
  Number((statement.get(...values) as [number | null])[0] ?? 0);

function pageReader(
  prepare: (sql: string) => StatementSyncInstance,
  columns: string,
): (after: number) => readonly EventRow[] {
  const page = prepare(`SELECT ${columns} FROM event WHERE position > ? ORDER BY position LIMIT ?`);
  // octet_length measures without loading the text.
  const sizes = prepare(
    'SELECT octet_length(data) + octet_length(metadata) FROM event WHERE position > ? ORDER BY position LIMIT ?',
  );
  const total = prepare(
    `SELECT total(bytes) FROM (SELECT octet_length(data) + octet_length(metadata) AS bytes
       FROM event WHERE position > ? ORDER BY position LIMIT ?)`,
  );
  return (after) => {
    let limit = PAGE_EVENTS;
    if (readNumber(total, after, limit) > PAGE_BYTES)
      limit = countFitting(sizes.all(after, limit) as [number][]);
    return page.all(after, limit) as EventRow[];
  };
}

const toStoredEvent = ([
  position,
  stream,
  version,
  id,
  type,
  data,
  metadata,
  ,
  link,
]: EventRow): StoredEvent => ({
  encoded: { id, type, data, metadata },
  place: { stream, version, position },
  link,
});

/** Where the start row was removed, the chain starts with the first event. */
function findChainBegin(database: DatabaseSyncInstance, hasLinks: boolean): ChainBegin {
  const begin = readChainBegin(database);
  if (begin) return begin;
  if (hasLinks) return { position: 0, link: CHAIN_START, checksums: null };
  return { position: Infinity, link: CHAIN_START, checksums: findFirstChecksum(database) };
}

/** Throws `DamagedEvent` where the stored event was changed. `before`: the previous event's link. */
type CheckStored = (row: EventRow, before: string | null) => void;

function createStoredCheck({ position: begin, link: beginLink, checksums }: ChainBegin): CheckStored {
  return (row, linkBefore) => {
    const [position, , , , , , , checksum] = row;
    const { encoded, place, link } = toStoredEvent(row);
    if (position > begin) {
      const before = position === begin + 1 ? beginLink : linkBefore;
      if (link === null || before === null || link !== computeLink(before, encoded, place))
        throw new DamagedEvent(place, 'it, or the event before it, is not what was written');
      return;
    }
    const mustHaveChecksum = checksums !== null && position >= checksums;
    if (link !== null || (checksum === null && mustHaveChecksum))
      throw new DamagedEvent(place, 'somebody has changed what it is checked with');
    if (checksum !== null && checksum !== computeChecksum(encoded, place))
      throw new DamagedEvent(place, 'it is not what was written');
  };
}

function countFitting(sizes: readonly (readonly [number])[]): number {
  let bytes = 0;
  const tooMany = sizes.findIndex(([size]) => (bytes += size) > PAGE_BYTES);
  return tooMany === -1 ? sizes.length : Math.max(1, tooMany);
}

type StreamVersion = Pick<EventLocation, 'stream' | 'version'>;

/** CRC-32, as written by versions before links. */
function computeChecksum(
  { id, type, data, metadata }: EncodedEvent,
  { stream, version }: StreamVersion,
): number {
  return crc32(`${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

interface FileWatch {
  isUnchanged(): boolean;
}

/** SQLite removes none of them while the file is open. */
const FILE_ENDINGS = ['', '-wal', '-shm'];
const REST_MS = 1_000;

/**
 * Detects that the open log is no longer the file at its path: after a restored backup or a removed -wal file, this
 * process would use a file that no other process reads.
 */
export function watchFile(path: string): FileWatch {
  const known = new Map<string, string>();
  const hasShrunk = createShrinkDetector(path);
  let isReplaced = false;
  const isInPlace = (ending: string): boolean => {
    const now = readFileIdentity(path + ending);
    const before = known.get(ending);
    if (before === undefined && now !== undefined) known.set(ending, now);
    return before === undefined || before === now;
  };
  const isUnchanged = () => {
    isReplaced ||= !FILE_ENDINGS.every(isInPlace) || hasShrunk();
    return !isReplaced;
  };
  isUnchanged();
  return { isUnchanged };
}

function readFileIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

interface LastEvent {
  readonly position: number;
  readonly id: string;
}

/**
 * Detects an older log copied into the file: the main file alone never shrinks. Another process moving its -wal file
 * looks alike for a moment, so the file must rest first.
 */
function createShrinkDetector(path: string): () => boolean {
  let lastEvent: LastEvent | undefined;
  let lastModified: number | undefined;
  let missingSince: number | undefined;
  return () => {
    const now = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (now === lastModified) return missingSince !== undefined && performance.now() - missingSince > REST_MS;
    lastModified = now;
    try {
      const last = readLastEvent(path, lastEvent);
      missingSince = last ? undefined : performance.now();
      lastEvent = last ?? lastEvent;
    } catch {
      // Being written, or damaged, which readers report.
      lastModified = undefined;
    }
    return false;
  };
}

/** undefined: the former last event is gone. */
function readLastEvent(path: string, before: LastEvent | undefined): LastEvent | undefined {
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
