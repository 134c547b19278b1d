// Finds truncated streams through their metadata, since reading every stream would take too long.
import type { HealthIssues } from '#platform/health-issues.js';
import { StreamTruncated } from '../event-store.js';
import { STREAM_DELETIONS, STREAM_METADATA } from './grpc-client.js';
import { translateServerError } from './server-errors.js';
import { assertWhole } from './read-stream.js';
import type { ServerIdentity } from './describe-missing-right.js';
import { fromStoredName, streamOfMetadata } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';
import { truncatedStreamIssue } from './server-health-issues.js';

interface TruncationSearch extends ServerIdentity {
  readonly reader: StreamReader;
  readonly healthIssues: HealthIssues;
}

/** `isOurs`: by the stream's name. Throws `EventStoreUnavailable`. */
export async function findTruncatedStreams(
  parts: TruncationSearch,
  isOurs: (stream: string) => boolean,
): Promise<readonly StreamTruncated[]> {
  const truncated: StreamTruncated[] = [];
  for (const stream of await listStreamsWithMetadata(parts)) {
    const found = isOurs(stream) ? await findTruncation(parts, stream) : undefined;
    if (!found) continue;
    parts.healthIssues.raise(truncatedStreamIssue(found));
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
      ...(await reader.listStreams(STREAM_METADATA)),
      ...(await reader.listStreams(STREAM_DELETIONS)),
    ];
    return new Set(stored.map((name) => fromStoredName(streamOfMetadata(name))));
  } catch (error) {
    throw translateServerError(error, server);
  }
}

async function findTruncation(parts: TruncationSearch, stream: string): Promise<StreamTruncated | undefined> {
  try {
    await assertWhole(parts, stream);
    return undefined;
  } catch (error) {
    const translated = translateServerError(error, { ...parts, stream });
    if (translated instanceof StreamTruncated) return translated;
    throw translated;
  }
}
