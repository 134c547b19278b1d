// Streams from which events were taken out, found by what is said about streams: to ask each of them would take as long as there are many.
import type { HealthIssues } from '#platform/health-issues.js';
import { StreamCut } from '../event-store.js';
import { STREAM_DELETIONS, STREAM_METADATA } from './grpc-client.js';
import { translateServerError } from './server-errors.js';
import { hasWhole } from './read-stream.js';
import type { Server } from './describe-missing-right.js';
import { fromStoredName, subjectOf } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';
import { cut } from './server-health-issues.js';

interface CutSearchParts extends Server {
  readonly reader: StreamReader;
  /** Told of each. */
  readonly healthIssues: HealthIssues;
}

/** `isOurs`: of a stream's name. Throws `EventStoreUnavailable`. */
export async function findCuts(
  parts: CutSearchParts,
  isOurs: (stream: string) => boolean,
): Promise<readonly StreamCut[]> {
  const cuts: StreamCut[] = [];
  for (const stream of await namedStreams(parts)) {
    const found = isOurs(stream) ? await cutOf(parts, stream) : undefined;
    if (!found) continue;
    parts.healthIssues.raise(cut(found));
    cuts.push(found);
  }
  return cuts;
}

/** Those that have metadata or were deleted for good, each once. */
async function namedStreams({ reader, ...server }: CutSearchParts): Promise<ReadonlySet<string>> {
  try {
    const stored = [
      ...(await reader.streamsOf(STREAM_METADATA)),
      ...(await reader.streamsOf(STREAM_DELETIONS)),
    ];
    return new Set(stored.map((name) => fromStoredName(subjectOf(name))));
  } catch (error) {
    throw translateServerError(error, server);
  }
}

async function cutOf(parts: CutSearchParts, stream: string): Promise<StreamCut | undefined> {
  try {
    await hasWhole(parts, stream);
    return undefined;
  } catch (error) {
    const told = translateServerError(error, { ...parts, stream });
    if (told instanceof StreamCut) return told;
    throw told;
  }
}
