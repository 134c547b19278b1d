import type { NewEvent, RecordedEvent } from '#domain/event.js';
import type { EventCodec, EncodedEvent } from '../event-codec.js';
import { DamagedEventError, EventIdTaken } from '../event-store.js';
import { computeEventDigest, reencodeEvent } from '../log-hash-chain.js';
import type { ReadEvent } from './grpc-client.js';
import { UnsupportedEventLog } from './server-errors.js';
import { fromStoredStreamName, toStoredStreamName } from './stored-stream-names.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface WireEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  /** Bytes the server counts (since 24.10.4; earlier the data alone). */
  readonly size: number;
}

/** Throws TypeError and `EventIdTaken`. */
export function toWireEvents(events: readonly NewEvent[], codec: EventCodec): WireEvent[] {
  const ids = new Set<string>();
  return events.map((event) => {
    const encoded = codec.encode(event);
    const { id, type } = encoded;
    // EventStoreDB stores 16 bytes and returns lower case.
    if (!UUID.test(id)) throw new TypeError(`the id of an event must be a UUID in small letters: ${id}`);
    if (ids.has(id)) throw new EventIdTaken(id);
    ids.add(id);
    const { data, metadata } = event;
    return { id, type: toStoredStreamName(type), data, metadata, size: eventSize(encoded) };
  });
}

const eventSize = ({ type, data, metadata }: EncodedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * type.length;

/** undefined: a foreign event. `withDigest`: for readers of the whole log. Throws `DamagedEventError`. */
export function toRecordedEvent(
  found: ReadEvent,
  codec: EventCodec,
  { withDigest = false }: { readonly withDigest?: boolean } = {},
): RecordedEvent | undefined {
  if (!mayBeDaybookEvent(found)) return undefined;
  try {
    const event = decodeEvent(found, codec, withDigest);
    return hasDaybookMetadata(event.metadata) ? event : undefined;
  } catch (error) {
    if (isDaybookEvent(found)) throw error;
    return undefined;
  }
}

function decodeEvent(
  { id, type, data, metadata, stream, revision, position }: ReadEvent,
  codec: EventCodec,
  withDigest: boolean,
): RecordedEvent {
  const parsed = { id, type: fromStoredStreamName(type), data, metadata };
  const place = {
    stream: fromStoredStreamName(stream),
    version: revision + 1,
    position: toLogPosition(position),
  };
  // The client returns invalid JSON as text.
  if (typeof data === 'string') throw new DamagedEventError(place, 'it is no JSON');
  const event = codec.decodeParsed(parsed, place);
  return withDigest ? { ...event, digest: computeEventDigest(reencodeEvent(parsed), place) } : event;
}

/** Links and system events may stand in any stream. */
export const isDaybookEvent = (found: ReadEvent): boolean =>
  mayBeDaybookEvent(found) && hasDaybookMetadata(Object(found.metadata) as object);

const SYSTEM_NAME = /^\$/;

const mayBeDaybookEvent = ({ stream, type, isJson }: ReadEvent): boolean =>
  isJson && !SYSTEM_NAME.test(stream) && !SYSTEM_NAME.test(type);

const REQUIRED_METADATA = ['actor', 'recordedAt', 'commandId', 'correlationId'] as const;

const hasDaybookMetadata = (metadata: object): boolean =>
  REQUIRED_METADATA.every(
    (name) => typeof (metadata as Readonly<Record<string, unknown>>)[name] === 'string',
  );

export function toLogPosition(commit: bigint | undefined): number {
  if (commit === undefined)
    throw new UnsupportedEventLog(
      'This EventStoreDB does not tell where in the log an event of a stream stands. Daybook needs version 23.10 or later.',
    );
  const position = Number(commit);
  if (Number.isSafeInteger(position)) return position;
  throw new UnsupportedEventLog(
    `This EventStoreDB has positions up to ${commit}, and Daybook counts to ${Number.MAX_SAFE_INTEGER}. ` +
      'Move the log into an empty one with daybook copy: positions there begin at 0 again.',
  );
}
