// Appends with retries until the outcome is known: the same event ids at the same expected revision are written once.
import { WrongExpectedVersion, type AppendResult } from '../event-store.js';
import type { AppendResponse } from './grpc-client.js';
import { withRequiredRight, translateServerError, isTransient, AppendSizeExceeded } from './server-errors.js';
import { withSharedDeadline, retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import type { ServerIdentity } from './describe-missing-right.js';
import { toPosition, type WireEvent } from './convert-events.js';
import { toStoredName } from './stored-names.js';
import { createStreamReader, type StreamReader } from './stream-reader.js';
import type { ConnectionManager } from './connection-manager.js';

export interface ProposedAppend {
  readonly stream: string;
  readonly events: readonly WireEvent[];
  readonly expectedVersion: number;
}

interface AppendOptions extends ServerIdentity {
  readonly connections: ConnectionManager;
  readonly timing: RetryTiming;
}

const OUTCOME_UNKNOWN =
  'It is not known whether it was written. Sending the same again is safe: it is written once.';

/** Throws `WrongExpectedVersion`, `AppendTooLarge`, `StreamTruncated`, `EventStoreUnavailable`. */
export async function appendWithRetry(parts: AppendOptions, append: ProposedAppend): Promise<AppendResult> {
  let uncertain = false;
  const timing = withSharedDeadline(parts.timing);
  const reader = createStreamReader(parts.connections, timing);
  const { stream, events, expectedVersion } = append;
  const isSmall = totalSize(events) <= SMALL_APPEND_BYTES;
  const sent = { stream: toStoredName(stream), events, expected: expectedVersion - 1, isSmall };
  const right = { to: 'write to', stream: append.stream } as const;
  try {
    if (append.events.length === 0) return await compareVersions(reader, append);
    return await retryUntilDeadline(timing, async (longest) => {
      try {
        return await parts.connections.call(longest, async (connection, left) =>
          interpretResponse(
            reader,
            append,
            await withRequiredRight(right, () => connection.append(sent, left)),
          ),
        );
      } catch (error) {
        uncertain ||= isTransient(error);
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof WrongExpectedVersion) throw error;
    const isCertain = !uncertain || error instanceof AppendSizeExceeded;
    const known = isCertain ? 'Nothing was written.' : OUTCOME_UNKNOWN;
    throw translateServerError(error, { ...parts, stream: append.stream, outcome: known });
  }
}

/** Bytes; below the limit of every supported server. */
const SMALL_APPEND_BYTES = 65_536;

const totalSize = (events: readonly WireEvent[]): number =>
  events.reduce((bytes, { size }) => bytes + size, 0);

/** Unreachable revision: the server checks the size first and writes nothing. */
const UNREACHABLE_REVISION = 2 ** 52;

/** Throws `AppendTooLarge`, `EventStoreUnavailable`. */
export async function assertAppendFits(
  parts: AppendOptions,
  { stream, events }: Pick<ProposedAppend, 'stream' | 'events'>,
): Promise<void> {
  if (totalSize(events) <= SMALL_APPEND_BYTES) return;
  const timing = withSharedDeadline(parts.timing);
  const sent = { stream: toStoredName(stream), events, expected: UNREACHABLE_REVISION };
  const right = { to: 'write to', stream } as const;
  try {
    await retryUntilDeadline(timing, (longest) =>
      parts.connections.call(longest, (connection, left) =>
        withRequiredRight(right, () => connection.append(sent, left)),
      ),
    );
  } catch (error) {
    throw translateServerError(error, { ...parts, stream, outcome: 'Nothing was written.' });
  }
}

async function interpretResponse(
  reader: StreamReader,
  append: ProposedAppend,
  { isWritten, revision, position }: AppendResponse,
): Promise<AppendResult> {
  const version = revision + 1;
  if (isWritten)
    return position === undefined
      ? ((await findEarlierResult(reader, append)) ?? { version, position: 0 })
      : { version, position: toPosition(position) };
  const first = version > append.expectedVersion ? await findEarlierResult(reader, append) : undefined;
  if (first) return first;
  throw new WrongExpectedVersion(append.stream, append.expectedVersion, version);
}

/** Returns the result of an earlier attempt that wrote exactly these events. */
async function findEarlierResult(
  reader: StreamReader,
  append: ProposedAppend,
): Promise<AppendResult | undefined> {
  const { stream, events, expectedVersion } = append;
  const there = (await reader.readForwards(toStoredName(stream), expectedVersion, events.length)) ?? [];
  const isSame = ({ id }: WireEvent, index: number) =>
    there[index]?.id === id && there[index].revision === expectedVersion + index;
  if (!events.every(isSame)) return undefined;
  return { version: expectedVersion + events.length, position: toPosition(there.at(-1)!.position) };
}

/** EventStoreDB would write an empty record. */
async function compareVersions(
  reader: StreamReader,
  { stream, expectedVersion }: ProposedAppend,
): Promise<AppendResult> {
  const last = await reader.readLast(toStoredName(stream));
  const version = last ? last.revision + 1 : 0;
  if (version !== expectedVersion) throw new WrongExpectedVersion(stream, expectedVersion, version);
  return { version, position: last ? toPosition(last.position) : 0 };
}
