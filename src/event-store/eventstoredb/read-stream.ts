// One stream of ours, whole: what is missing from it is said, and what others have written into it is passed over.
import type { RecordedEvent } from '#domain/event.js';
import type { Codec } from '../event-codec.js';
import { StreamCut } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import { translateServerError } from './server-errors.js';
import type { Server } from './describe-missing-right.js';
import { fromStored } from './convert-events.js';
import { metadataOf, storedName } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';

const ALL_GONE = 'all its events are gone';

interface StreamReadParts extends Server {
  readonly reader: StreamReader;
  readonly codec: Codec;
}

interface StreamSlice {
  readonly events: readonly RecordedEvent[];
  readonly version: number;
}

/** Throws `StreamCut`, `DamagedEvent`, `EventStoreUnavailable`. */
export async function readStream(parts: StreamReadParts, stream: string, from: number): Promise<StreamSlice> {
  try {
    return await readFrom(parts, stream, Math.max(from, 1));
  } catch (error) {
    throw translateServerError(error, { ...parts, stream });
  }
}

async function readFrom(parts: StreamReadParts, stream: string, from: number): Promise<StreamSlice> {
  const { reader, codec } = parts;
  const name = storedName(stream);
  // Who asks for what cannot be there wants the version alone.
  const found = from < Number.MAX_SAFE_INTEGER ? await reader.forwards(name, from - 1) : [];
  if (!found) return mustBeNew(reader, stream);
  if (found.length > 0) {
    mustBeWhole(stream, from, found);
    const events = found.map((each) => fromStored(each, codec)).filter((event) => event !== undefined);
    return { events, version: found.at(-1)!.revision + 1 };
  }
  const last = await reader.last(name);
  if (!last) {
    if (from < Number.MAX_SAFE_INTEGER) throw new StreamCut(stream, ALL_GONE);
    return mustBeNew(reader, stream);
  }
  const version = last.revision + 1;
  // Written between the two questions.
  if (version >= from) return readFrom(parts, stream, from);
  return { events: [], version };
}

/** Throws `StreamCut` where a stream does not begin with its first event, or was deleted. What is cut out of one is always its beginning. */
export async function hasWhole({ reader }: Pick<StreamReadParts, 'reader'>, stream: string): Promise<void> {
  const name = storedName(stream);
  const found = await reader.forwards(name, 0, 1);
  if (found?.length) mustBeWhole(stream, 1, found);
  else if (found && (await reader.last(name)) === undefined) throw new StreamCut(stream, ALL_GONE);
  else if (!found) await mustBeNew(reader, stream);
}

function mustBeWhole(stream: string, from: number, found: readonly ReadEvent[]): void {
  const gap = found.findIndex(({ revision }, index) => revision !== from - 1 + index);
  if (gap === -1) return;
  const [first, next] = [from + gap, found[gap]!.revision + 1];
  const which =
    next - first === 1
      ? `its event of version ${first} is`
      : `its events of versions ${first} to ${next - 1} are`;
  throw new StreamCut(stream, `${which} gone`);
}

/** A deleted stream is answered for as one that never was, and goes on where it ended. Only what is said about it tells. */
async function mustBeNew(reader: StreamReader, stream: string): Promise<StreamSlice> {
  const about = await saidAbout(reader, storedName(stream));
  if (about && '$tb' in about) throw new StreamCut(stream, 'it was deleted');
  return { events: [], version: 0 };
}

/** Whether somebody has said that some of its events, or all, count no more. `name`: as it is stored. */
export async function hasCut(reader: StreamReader, name: string): Promise<boolean> {
  const about = await saidAbout(reader, name);
  return about !== undefined && ['$tb', '$maxAge', '$maxCount'].some((each) => each in about);
}

async function saidAbout(reader: StreamReader, name: string): Promise<object | undefined> {
  const about = await reader.last(metadataOf(name));
  return about && Object(about.data);
}
