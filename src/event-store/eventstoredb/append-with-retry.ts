import { WrongExpectedVersion, type AppendResult } from '../event-store.js';
import type { AppendResponse } from './grpc-client.js';
import {
  attachRequiredRightToDenial,
  translateServerError,
  isTransientServerError,
  AppendSizeExceeded,
} from './server-errors.js';
import { withSharedDeadline, retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import type { ServerAccount } from './describe-missing-right.js';
import { toLogPosition, type WireEvent } from './convert-events.js';
import { toStoredStreamName } from './stored-stream-names.js';
import { createStreamReader, type StreamReader } from './stream-reader.js';
import type { ConnectionManager } from './connection-manager.js';

export interface ProposedAppend {
  readonly stream: string;
  readonly events: readonly WireEvent[];
  readonly expectedVersion: number;
}

interface AppendOptions extends ServerAccount {
  readonly connections: ConnectionManager;
  readonly timing: RetryTiming;
}

const OUTCOME_UNKNOWN =
  'It is not known whether it was written. Sending the same again is safe: it is written once.';

/** Throws `WrongExpectedVersion`, `AppendTooLarge`, `StreamTruncatedError`, `EventStoreUnavailable`. */
export async function appendWithRetry(parts: AppendOptions, append: ProposedAppend): Promise<AppendResult> {
  let uncertain = false;
  const timing = withSharedDeadline(parts.timing);
  const reader = createStreamReader(parts.connections, timing);
  const { stream, events, expectedVersion } = append;
  const isSmall = totalSize(events) <= SMALL_APPEND_BYTES;
  const sent = { stream: toStoredStreamName(stream), events, expected: expectedVersion - 1, isSmall };
  const right = { to: 'write to', stream: append.stream } as const;
  try {
    if (append.events.length === 0) return await compareVersions(reader, append);
    return await retryUntilDeadline(timing, async (longest) => {
      try {
        return await parts.connections.call(longest, async (connection, left) =>
          interpretResponse(
            reader,
            append,
            await attachRequiredRightToDenial(right, () => connection.append(sent, left)),
          ),
        );
      } catch (error) {
        uncertain ||= isTransientServerError(error);
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

/** Bytes; below every supported server's limit. */
const SMALL_APPEND_BYTES = 65_536;

const totalSize = (events: readonly WireEvent[]): number =>
  events.reduce((bytes, { size }) => bytes + size, 0);

/** Unreachable revision: the server checks the size first and writes nothing. */
const UNREACHABLE_REVISION = 2 ** 52;

export async function assertAppendFits(
  parts: AppendOptions,
  { stream, events }: Pick<ProposedAppend, 'stream' | 'events'>,
): Promise<void> {
  if (totalSize(events) <= SMALL_APPEND_BYTES) return;
  const timing = withSharedDeadline(parts.timing);
  const sent = { stream: toStoredStreamName(stream), events, expected: UNREACHABLE_REVISION };
  const right = { to: 'write to', stream } as const;
  try {
    await retryUntilDeadline(timing, (longest) =>
      parts.connections.call(longest, (connection, left) =>
        attachRequiredRightToDenial(right, () => connection.append(sent, left)),
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
      : { version, position: toLogPosition(position) };
  const first = version > append.expectedVersion ? await findEarlierResult(reader, append) : undefined;
  if (first) return first;
  throw new WrongExpectedVersion(append.stream, append.expectedVersion, version);
}

async function findEarlierResult(
  reader: StreamReader,
  append: ProposedAppend,
): Promise<AppendResult | undefined> {
  const { stream, events, expectedVersion } = append;
  const there = (await reader.readForwards(toStoredStreamName(stream), expectedVersion, events.length)) ?? [];
  const isSame = ({ id }: WireEvent, index: number) =>
    there[index]?.id === id && there[index].revision === expectedVersion + index;
  if (!events.every(isSame)) return undefined;
  return { version: expectedVersion + events.length, position: toLogPosition(there.at(-1)!.position) };
}

/** EventStoreDB would write an empty record. */
async function compareVersions(
  reader: StreamReader,
  { stream, expectedVersion }: ProposedAppend,
): Promise<AppendResult> {
  const last = await reader.readLast(toStoredStreamName(stream));
  const version = last ? last.revision + 1 : 0;
  if (version !== expectedVersion) throw new WrongExpectedVersion(stream, expectedVersion, version);
  return { version, position: last ? toLogPosition(last.position) : 0 };
}
