// Whether an event that was seen is in this log still. A stream that somebody has cut answers as if it never had been there, and
// that is no other log: everybody else's streams go on.
import type { EventStore, EventReference } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import { Deleted } from './server-errors.js';
import { hasCut } from './read-stream.js';
import { toPosition } from './convert-events.js';
import { storedName } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';

/** Throws what the reader throws. By its stream: a position that is none of this log's is no question a server answers well. */
export const stillThere =
  (reader: StreamReader): EventStore['has'] =>
  async (seen) => {
    const found = await eventOf(reader, seen);
    if (found === 'deleted') return reachesTo(reader, seen);
    const at = positionOf(found);
    if (found?.revision === seen.version - 1) return found.id === seen.id && at === seen.position;
    // What stands behind it in its stream has taken its place, and is younger.
    if (found) return at !== undefined && at > seen.position;
    return (await hasCut(reader, storedName(seen.stream))) && reachesTo(reader, seen);
  };

/** The event at its place in the stream, or the next one that is left. */
async function eventOf(
  reader: StreamReader,
  { stream, version }: EventReference,
): Promise<ReadEvent | 'deleted' | undefined> {
  try {
    return (await reader.forwards(storedName(stream), version - 1, 1))?.[0];
  } catch (error) {
    if (error instanceof Deleted) return 'deleted';
    throw error;
  }
}

/** An older log ends sooner, unless it has grown since. */
async function reachesTo(reader: StreamReader, { position }: EventReference): Promise<boolean> {
  const end = positionOf(await reader.lastOfLog());
  return end !== undefined && end >= position;
}

const positionOf = (found: ReadEvent | undefined): number | undefined =>
  found?.position === undefined ? undefined : toPosition(found.position);
