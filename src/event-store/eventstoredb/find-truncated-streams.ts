// Through stream metadata, since reading every stream would take too long.
import type { HealthIssues } from '#platform/health-issues.js';
import { StreamTruncatedError } from '../event-store.js';
import { STREAM_DELETION_FILTER, STREAM_METADATA_FILTER } from './grpc-client.js';
import { translateServerError } from './server-errors.js';
import { assertStreamNotTruncated } from './read-stream.js';
import type { ServerAccount } from './describe-missing-right.js';
import { fromStoredStreamName, getStreamOfMetadataStream } from './stored-stream-names.js';
import type { StreamReader } from './stream-reader.js';
import { createTruncatedStreamIssue } from './server-health-issues.js';

interface TruncationSearch extends ServerAccount {
  readonly reader: StreamReader;
  readonly healthIssues: HealthIssues;
}

/** Throws `EventStoreUnavailable`. */
export async function findTruncatedStreams(
  parts: TruncationSearch,
  isOurs: (stream: string) => boolean,
): Promise<readonly StreamTruncatedError[]> {
  const truncated: StreamTruncatedError[] = [];
  for (const stream of await listStreamsWithMetadata(parts)) {
    const found = isOurs(stream) ? await findTruncation(parts, stream) : undefined;
    if (!found) continue;
    parts.healthIssues.raise(createTruncatedStreamIssue(found));
    truncated.push(found);
  }
  return truncated;
}

async function listStreamsWithMetadata({
  reader,
  ...server
}: TruncationSearch): Promise<ReadonlySet<string>> {
  try {
    const stored = [
      ...(await reader.listStreams(STREAM_METADATA_FILTER)),
      ...(await reader.listStreams(STREAM_DELETION_FILTER)),
    ];
    return new Set(stored.map((name) => fromStoredStreamName(getStreamOfMetadataStream(name))));
  } catch (error) {
    throw translateServerError(error, server);
  }
}

async function findTruncation(
  parts: TruncationSearch,
  stream: string,
): Promise<StreamTruncatedError | undefined> {
  try {
    await assertStreamNotTruncated(parts, stream);
    return undefined;
  } catch (error) {
    const translated = translateServerError(error, { ...parts, stream });
    if (translated instanceof StreamTruncatedError) return translated;
    throw translated;
  }
}
