// Reads the log: one stream, or the whole of it page by page. The hottest SELECTs of the application, prepared once.
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { Recorded } from '#domain/event.js';
import { type Codec } from '../codec.js';
import { DamagedEvent, type EventReference } from '../event-store.js';
import { checksumOf } from './checksum.js';
import { hasChecksums } from './log-file.js';

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
