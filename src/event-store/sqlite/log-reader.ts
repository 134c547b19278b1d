import { crc32 } from 'node:zlib';
import { statSync } from 'node:fs';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { RecordedEvent } from '#domain/event.js';
import { openDatabaseImmutable } from '#platform/read-only-database.js';
import type { EventCodec, EncodedEvent } from '../event-codec.js';
import { DamagedEventError, type RecordedEventReference, type EventLocation } from '../event-store.js';
import { FIRST_CHAIN_LINK, computeChainLink } from '../log-hash-chain.js';
import {
  readHashChainStart,
  findFirstChecksumPosition,
  hasEventColumn,
  type HashChainStart,
} from './hash-chain-table.js';

export interface LogReader {
  readStream(
    readStream: string,
    from: number,
  ): { readonly events: readonly RecordedEvent[]; readonly version: number };
  /** One page, oldest first. */
  readPage(after: number): readonly RecordedEvent[];
  readStoredPage(after: number): readonly StoredLogEvent[];
  readHead(): number;
  has(event: RecordedEventReference): boolean;
}

export interface StoredLogEvent {
  readonly encoded: EncodedEvent;
  readonly place: EventLocation;
  readonly link: string | null;
}

const PAGE_EVENTS = 1_000;
const PAGE_BYTES = 4 * 1024 * 1024;

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
  const column = (name: string) => (hasEventColumn(database, name) ? name : 'NULL');
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
]: EventRow): StoredLogEvent => ({
  encoded: { id, type, data, metadata },
  place: { stream, version, position },
  link,
});

function findChainBegin(database: DatabaseSyncInstance, hasLinks: boolean): HashChainStart {
  const begin = readHashChainStart(database);
  if (begin) return begin;
  if (hasLinks) return { position: 0, link: FIRST_CHAIN_LINK, checksums: null };
  return { position: Infinity, link: FIRST_CHAIN_LINK, checksums: findFirstChecksumPosition(database) };
}

/** Throws `DamagedEventError`. `before`: the previous event's link. */
type CheckStored = (row: EventRow, before: string | null) => void;

function createStoredCheck({ position: begin, link: beginLink, checksums }: HashChainStart): CheckStored {
  return (row, linkBefore) => {
    const [position, , , , , , , checksum] = row;
    const { encoded, place, link } = toStoredEvent(row);
    if (position > begin) {
      const before = position === begin + 1 ? beginLink : linkBefore;
      if (link === null || before === null || link !== computeChainLink(before, encoded, place))
        throw new DamagedEventError(place, 'it, or the event before it, is not what was written');
      return;
    }
    const mustHaveChecksum = checksums !== null && position >= checksums;
    if (link !== null || (checksum === null && mustHaveChecksum))
      throw new DamagedEventError(place, 'somebody has changed what it is checked with');
    if (checksum !== null && checksum !== computeChecksum(encoded, place))
      throw new DamagedEventError(place, 'it is not what was written');
  };
}

function countFitting(sizes: readonly (readonly [number])[]): number {
  let bytes = 0;
  const tooMany = sizes.findIndex(([size]) => (bytes += size) > PAGE_BYTES);
  return tooMany === -1 ? sizes.length : Math.max(1, tooMany);
}

type StreamVersion = Pick<EventLocation, 'stream' | 'version'>;

function computeChecksum(
  { id, type, data, metadata }: EncodedEvent,
  { stream, version }: StreamVersion,
): number {
  return crc32(`${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

interface FileWatch {
  isUnchanged(): boolean;
}

const FILE_ENDINGS = ['', '-wal', '-shm'];
const REST_MS = 1_000;

/** After a restored backup, this process would use a file no other process reads. */
export function watchForReplacedLogFile(path: string): FileWatch {
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

/** An older log copied over: the main file never shrinks, except briefly during a checkpoint. */
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
      lastModified = undefined;
    }
    return false;
  };
}

function readLastEvent(path: string, before: LastEvent | undefined): LastEvent | undefined {
  const database = openDatabaseImmutable(path);
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
