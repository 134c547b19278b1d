import type { RecordedEvent } from '#domain/event.js';
import type { EventCodec } from '../event-codec.js';
import { StreamTruncatedError } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import { translateServerError } from './server-errors.js';
import type { ServerAccount } from './describe-missing-right.js';
import { toRecordedEvent } from './convert-events.js';
import { getMetadataStream, toStoredStreamName } from './stored-stream-names.js';
import type { StreamReader } from './stream-reader.js';

const ALL_GONE = 'all its events are gone';

interface StreamReadOptions extends ServerAccount {
  readonly reader: StreamReader;
  readonly codec: EventCodec;
}

interface StreamSlice {
  readonly events: readonly RecordedEvent[];
  readonly version: number;
}

/** Throws `StreamTruncatedError`, `DamagedEventError`, `EventStoreUnavailable`. */
export async function readStream(
  parts: StreamReadOptions,
  stream: string,
  from: number,
): Promise<StreamSlice> {
  try {
    return await readFrom(parts, stream, Math.max(from, 1));
  } catch (error) {
    throw translateServerError(error, { ...parts, stream });
  }
}

async function readFrom(parts: StreamReadOptions, stream: string, from: number): Promise<StreamSlice> {
  const { reader, codec } = parts;
  const name = toStoredStreamName(stream);
  const found = from < Number.MAX_SAFE_INTEGER ? await reader.readForwards(name, from - 1) : [];
  if (!found) return assertNeverDeleted(reader, stream);
  if (found.length > 0) {
    assertContiguous(stream, from, found);
    const events = found.map((each) => toRecordedEvent(each, codec)).filter((event) => event !== undefined);
    return { events, version: found.at(-1)!.revision + 1 };
  }
  const last = await reader.readLast(name);
  if (!last) {
    if (from < Number.MAX_SAFE_INTEGER) throw new StreamTruncatedError(stream, ALL_GONE);
    return assertNeverDeleted(reader, stream);
  }
  const version = last.revision + 1;
  if (version >= from) return readFrom(parts, stream, from);
  return { events: [], version };
}

/** Truncation always removes the beginning, so the first event suffices. Throws `StreamTruncatedError`. */
export async function assertStreamNotTruncated(
  { reader }: Pick<StreamReadOptions, 'reader'>,
  stream: string,
): Promise<void> {
  const name = toStoredStreamName(stream);
  const found = await reader.readForwards(name, 0, 1);
  if (found?.length) assertContiguous(stream, 1, found);
  else if (found && (await reader.readLast(name)) === undefined)
    throw new StreamTruncatedError(stream, ALL_GONE);
  else if (!found) await assertNeverDeleted(reader, stream);
}

function assertContiguous(stream: string, from: number, found: readonly ReadEvent[]): void {
  const gap = found.findIndex(({ revision }, index) => revision !== from - 1 + index);
  if (gap === -1) return;
  const [first, next] = [from + gap, found[gap]!.revision + 1];
  const which =
    next - first === 1
      ? `its event of version ${first} is`
      : `its events of versions ${first} to ${next - 1} are`;
  throw new StreamTruncatedError(stream, `${which} gone`);
}

/** A deleted stream looks like a new one; only its metadata tell. */
async function assertNeverDeleted(reader: StreamReader, stream: string): Promise<StreamSlice> {
  const metadata = await readStreamMetadata(reader, toStoredStreamName(stream));
  if (metadata && '$tb' in metadata) throw new StreamTruncatedError(stream, 'it was deleted');
  return { events: [], version: 0 };
}

export async function hasTruncationMetadata(reader: StreamReader, name: string): Promise<boolean> {
  const metadata = await readStreamMetadata(reader, name);
  return metadata !== undefined && ['$tb', '$maxAge', '$maxCount'].some((each) => each in metadata);
}

async function readStreamMetadata(reader: StreamReader, name: string): Promise<object | undefined> {
  const metadata = await reader.readLast(getMetadataStream(name));
  return metadata && Object(metadata.data);
}
