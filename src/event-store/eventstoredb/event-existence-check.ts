// A truncated stream answers as if the event never existed, although the log is the same.
import type { EventStore, RecordedEventReference } from '../event-store.js';
import type { ReadEvent } from './grpc-client.js';
import { StreamDeletedError } from './server-errors.js';
import { hasTruncationMetadata } from './read-stream.js';
import { toLogPosition } from './convert-events.js';
import { toStoredStreamName } from './stored-stream-names.js';
import type { StreamReader } from './stream-reader.js';

/** By stream, because positions of another log are invalid queries. */
export const createEventExistenceCheck =
  (reader: StreamReader): EventStore['has'] =>
  async (expected) => {
    const found = await readEventAt(reader, expected);
    if (found === 'deleted') return reachesPosition(reader, expected);
    const at = knownPosition(found);
    if (found?.revision === expected.version - 1) return found.id === expected.id && at === expected.position;
    if (found) return at !== undefined && at > expected.position;
    return (
      (await hasTruncationMetadata(reader, toStoredStreamName(expected.stream))) &&
      reachesPosition(reader, expected)
    );
  };

/** The event at its place, or the next remaining one. */
async function readEventAt(
  reader: StreamReader,
  { stream, version }: RecordedEventReference,
): Promise<ReadEvent | 'deleted' | undefined> {
  try {
    return (await reader.readForwards(toStoredStreamName(stream), version - 1, 1))?.[0];
  } catch (error) {
    if (error instanceof StreamDeletedError) return 'deleted';
    throw error;
  }
}

/** An older log ends sooner, unless it has grown since. */
async function reachesPosition(reader: StreamReader, { position }: RecordedEventReference): Promise<boolean> {
  const end = knownPosition(await reader.readLastOfLog());
  return end !== undefined && end >= position;
}

const knownPosition = (found: ReadEvent | undefined): number | undefined =>
  found?.position === undefined ? undefined : toLogPosition(found.position);
