import { ServerAccessDenied, isTransientServerError, attachRequiredRightToDenial } from './server-errors.js';
import { retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import { READ_ALL_RIGHT, type ServerRight } from './describe-missing-right.js';
import { getMetadataStream, toStoredStreamName } from './stored-stream-names.js';
import { createStreamReader } from './stream-reader.js';
import type { ConnectionManager } from './connection-manager.js';

/** Never written: its rights are those of all streams without access control. */
const ANY_STREAM = 'daybook.rights';

/** Never reached, so the append fails with a wrong version or a missing right. */
const UNREACHABLE_REVISION = 2 ** 40;

/** A server may accept an append without events at any version. */
const PROBE_EVENT = {
  id: '4a6f1c1e-3c0b-4f0a-9d0e-6d3a2f1b7c58',
  type: 'daybook.right',
  data: {},
  metadata: {},
};

/** Throws `ServerAccessDenied` for the first missing right. */
export async function assertServerRights(
  connections: ConnectionManager,
  timing: RetryTiming,
  isForWriting: boolean,
): Promise<void> {
  const needed = [
    'read',
    'read what is said about',
    ...(isForWriting ? (['write to'] as const) : []),
  ] as const;
  for (const to of needed) await assertServerRight(connections, timing, { to });
}

/** Throws `ServerAccessDenied`, and transient errors where the right cannot be determined. */
export async function assertServerRight(
  connections: ConnectionManager,
  timing: RetryTiming,
  right: ServerRight,
): Promise<void> {
  const reader = createStreamReader(connections, timing);
  if (right === READ_ALL_RIGHT) return void (await reader.readLastOfLog());
  const stream = toStoredStreamName(right.stream ?? ANY_STREAM);
  await attachRequiredRightToDenial(right, async () => {
    if (right.to === 'read') await reader.readForwards(stream, 0, 1);
    else if (right.to === 'write to') await tryToWrite(connections, timing, stream);
    else await reader.readLast(getMetadataStream(stream));
  });
}

async function tryToWrite(
  connections: ConnectionManager,
  timing: RetryTiming,
  stream: string,
): Promise<void> {
  try {
    await retryUntilDeadline(timing, (longest) =>
      connections.call(longest, (connection, left) =>
        connection.append({ stream, expected: UNREACHABLE_REVISION, events: [PROBE_EVENT] }, left),
      ),
    );
  } catch (error) {
    if (error instanceof ServerAccessDenied || isTransientServerError(error)) throw error;
  }
}
