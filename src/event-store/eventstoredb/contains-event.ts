// Whether an event that was seen is in this log still. A stream that somebody has cut answers as if it never had been there, and
// that is no other log: everybody else's streams go on.
import type { EventStore, EventReference } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import { StreamDeleted } from './server-errors.js';
import { isTruncated } from './read-stream.js';
import { toPosition } from './convert-events.js';
import { toStoredName } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';

/** Throws what the reader throws. By its stream: a position that is none of this log's is no question a server answers well. */
export const createContainsEvent =
  (reader: StreamReader): EventStore['has'] =>
  async (expected) => {
    const found = await readEventAt(reader, expected);
    if (found === 'deleted') return reachesPosition(reader, expected);
    const at = knownPosition(found);
    if (found?.revision === expected.version - 1) return found.id === expected.id && at === expected.position;
    // What stands behind it in its stream has taken its place, and is younger.
    if (found) return at !== undefined && at > expected.position;
    return (await isTruncated(reader, toStoredName(expected.stream))) && reachesPosition(reader, expected);
  };

/** The event at its place in the stream, or the next one that is left. */
async function readEventAt(
  reader: StreamReader,
  { stream, version }: EventReference,
): Promise<ReadEvent | 'deleted' | undefined> {
  try {
    return (await reader.readForwards(toStoredName(stream), version - 1, 1))?.[0];
  } catch (error) {
    if (error instanceof StreamDeleted) return 'deleted';
    throw error;
  }
}

/** An older log ends sooner, unless it has grown since. */
async function reachesPosition(reader: StreamReader, { position }: EventReference): Promise<boolean> {
  const end = knownPosition(await reader.readLastOfLog());
  return end !== undefined && end >= position;
}

const knownPosition = (found: ReadEvent | undefined): number | undefined =>
  found?.position === undefined ? undefined : toPosition(found.position);
