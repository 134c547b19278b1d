// Tests Daybook's rights in EventStoreDB without writing anything.
import { AccessDenied, isTransient, withRequiredRight } from './server-errors.js';
import { retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import { READ_ALL, type ServerRight } from './describe-missing-right.js';
import { metadataStreamOf, toStoredName } from './stored-names.js';
import { createStreamReader } from './stream-reader.js';
import type { ConnectionManager } from './connection-manager.js';

/** Never written: its rights are those of all streams without access control. */
const ANY_STREAM = 'daybook.rights';

/** No stream reaches this revision, so the append fails with a wrong version or, first, with a missing right. */
const UNREACHABLE_REVISION = 2 ** 40;

/** A server may accept an append of no events whatever is expected. */
const PROBE_EVENT = {
  id: '4a6f1c1e-3c0b-4f0a-9d0e-6d3a2f1b7c58',
  type: 'daybook.right',
  data: {},
  metadata: {},
};

/** Throws `AccessDenied` for the first missing right. */
export async function assertRights(
  connections: ConnectionManager,
  timing: RetryTiming,
  isForWriting: boolean,
): Promise<void> {
  const needed = [
    'read',
    'read what is said about',
    ...(isForWriting ? (['write to'] as const) : []),
  ] as const;
  for (const to of needed) await tryRight(connections, timing, { to });
}

/** Throws `AccessDenied`, and transient errors where the right cannot be determined. */
export async function tryRight(
  connections: ConnectionManager,
  timing: RetryTiming,
  right: ServerRight,
): Promise<void> {
  const reader = createStreamReader(connections, timing);
  if (right === READ_ALL) return void (await reader.readLastOfLog());
  const stream = toStoredName(right.stream ?? ANY_STREAM);
  await withRequiredRight(right, async () => {
    if (right.to === 'read') await reader.readForwards(stream, 0, 1);
    else if (right.to === 'write to') await tryToWrite(connections, timing, stream);
    else await reader.readLast(metadataStreamOf(stream));
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
    if (error instanceof AccessDenied || isTransient(error)) throw error;
  }
}
