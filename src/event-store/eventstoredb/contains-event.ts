// Checks whether an event is still in this log. A truncated stream answers as if the event never existed, but the log is the same.
import type { EventStore, EventReference } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import { StreamDeleted } from './server-errors.js';
import { isTruncated } from './read-stream.js';
import { toPosition } from './convert-events.js';
import { toStoredName } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';

/** Looks it up by stream, because positions of another log are invalid queries. */
export const createContainsEvent =
  (reader: StreamReader): EventStore['has'] =>
  async (expected) => {
    const found = await readEventAt(reader, expected);
    if (found === 'deleted') return reachesPosition(reader, expected);
    const at = knownPosition(found);
    if (found?.revision === expected.version - 1) return found.id === expected.id && at === expected.position;
    // A younger event took its place in the stream.
    if (found) return at !== undefined && at > expected.position;
    return (await isTruncated(reader, toStoredName(expected.stream))) && reachesPosition(reader, expected);
  };

/** The event at its place, or the next remaining one. */
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
