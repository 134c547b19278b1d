// What Daybook has to be let do in EventStoreDB: tried, without writing anything.
import { Denied, mayPass, withRight } from './server-errors.js';
import { patiently, type Timing } from './retry-until-deadline.js';
import { READ_ALL, type Right } from './describe-missing-right.js';
import { metadataOf, storedName } from './stored-names.js';
import { createStreamReader } from './stream-reader.js';
import type { Connections } from './connection-manager.js';

/** A stream that never is: what holds for it holds for all that have no access control of their own. */
const ANY_STREAM = 'daybook.rights';

/** No stream has so many events: whoever may write is told that, and whoever may not is told so before. */
const NEVER = 2 ** 40;

/** A server may take an append of no events for done, whatever is expected. */
const UNWRITTEN = {
  id: '4a6f1c1e-3c0b-4f0a-9d0e-6d3a2f1b7c58',
  type: 'daybook.right',
  data: {},
  metadata: {},
};

/** Throws `Denied` of the first one that is lacking. `writes`: also those that only writing takes. */
export async function mustHaveRights(
  connections: Connections,
  timing: Timing,
  writes: boolean,
): Promise<void> {
  const needed = ['read', 'read what is said about', ...(writes ? (['write to'] as const) : [])] as const;
  for (const to of needed) await tryRight(connections, timing, { to });
}

/** Throws `Denied` where it is lacking, and what `mayPass` holds for where that cannot be found out. */
export async function tryRight(connections: Connections, timing: Timing, right: Right): Promise<void> {
  const reader = createStreamReader(connections, timing);
  if (right === READ_ALL) return void (await reader.lastOfLog());
  const stream = storedName(right.stream ?? ANY_STREAM);
  await withRight(right, async () => {
    if (right.to === 'read') await reader.forwards(stream, 0, 1);
    else if (right.to === 'write to') await tryToWrite(connections, timing, stream);
    else await reader.last(metadataOf(stream));
  });
}

async function tryToWrite(connections: Connections, timing: Timing, stream: string): Promise<void> {
  try {
    await patiently(timing, (longest) =>
      connections.call(longest, (connection, left) =>
        connection.append({ stream, expected: NEVER, events: [UNWRITTEN] }, left),
      ),
    );
  } catch (error) {
    // Whatever else a server answers to such an append says nothing about rights.
    if (error instanceof Denied || mayPass(error)) throw error;
  }
}
