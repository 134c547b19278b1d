// One append, asked until it is settled: the same event ids at the same expected revision are written once, however often they come.
import { WrongExpectedVersion, type Appended } from '../event-store.js';
import type { AppendAnswer } from './grpc-client.js';
import { withRight, translateServerError, mayPass, TooLarge } from './server-errors.js';
import { asOne, patiently, type Timing } from './retry-until-deadline.js';
import type { Server } from './describe-missing-right.js';
import { toPosition, type WireEvent } from './convert-events.js';
import { storedName } from './stored-names.js';
import { createStreamReader, type StreamReader } from './stream-reader.js';
import type { Connections } from './connection-manager.js';

export interface ProposedAppend {
  readonly stream: string;
  readonly events: readonly WireEvent[];
  readonly expectedVersion: number;
}

interface AppendParts extends Server {
  readonly connections: Connections;
  readonly timing: Timing;
}

const NOT_KNOWN =
  'It is not known whether it was written. Sending the same again is safe: it is written once.';

/** Throws `WrongExpectedVersion`, `AppendTooLarge`, `StreamCut`, `EventStoreUnavailable`. */
export async function settleAppend(parts: AppendParts, append: ProposedAppend): Promise<Appended> {
  let uncertain = false;
  const timing = asOne(parts.timing);
  const reader = createStreamReader(parts.connections, timing);
  const { stream, events, expectedVersion } = append;
  const isSmall = sizeOf(events) <= ALWAYS_FITS;
  const sent = { stream: storedName(stream), events, expected: expectedVersion - 1, isSmall };
  const right = { to: 'write to', stream: append.stream } as const;
  try {
    if (append.events.length === 0) return await compareVersions(reader, append);
    return await patiently(timing, async (longest) => {
      try {
        return await parts.connections.call(longest, async (connection, left) =>
          settled(reader, append, await withRight(right, () => connection.append(sent, left))),
        );
      } catch (error) {
        uncertain ||= mayPass(error);
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof WrongExpectedVersion) throw error;
    const isCertain = !uncertain || error instanceof TooLarge;
    const known = isCertain ? 'Nothing was written.' : NOT_KNOWN;
    throw translateServerError(error, { ...parts, stream: append.stream, known });
  }
}

/** Bytes. No server that Daybook can be run on takes less. */
const ALWAYS_FITS = 65_536;

const sizeOf = (events: readonly WireEvent[]): number => events.reduce((bytes, { size }) => bytes + size, 0);

/** A revision that no stream is at: the server looks at the size first, and writes nothing. */
const NEVER = 2 ** 52;

/** Throws `AppendTooLarge`, `EventStoreUnavailable`. */
export async function mustFit(
  parts: AppendParts,
  { stream, events }: Pick<ProposedAppend, 'stream' | 'events'>,
): Promise<void> {
  if (sizeOf(events) <= ALWAYS_FITS) return;
  const timing = asOne(parts.timing);
  const sent = { stream: storedName(stream), events, expected: NEVER };
  const right = { to: 'write to', stream } as const;
  try {
    await patiently(timing, (longest) =>
      parts.connections.call(longest, (connection, left) =>
        withRight(right, () => connection.append(sent, left)),
      ),
    );
  } catch (error) {
    throw translateServerError(error, { ...parts, stream, known: 'Nothing was written.' });
  }
}

async function settled(
  reader: StreamReader,
  append: ProposedAppend,
  { isWritten, revision, position }: AppendAnswer,
): Promise<Appended> {
  const version = revision + 1;
  if (isWritten)
    return position === undefined
      ? ((await asTheFirstTime(reader, append)) ?? { version, position: 0 })
      : { version, position: toPosition(position) };
  const first = version > append.expectedVersion ? await asTheFirstTime(reader, append) : undefined;
  if (first) return first;
  throw new WrongExpectedVersion(append.stream, append.expectedVersion, version);
}

/** Are these very events there already, just where they were to be written? */
async function asTheFirstTime(reader: StreamReader, append: ProposedAppend): Promise<Appended | undefined> {
  const { stream, events, expectedVersion } = append;
  const there = (await reader.forwards(storedName(stream), expectedVersion, events.length)) ?? [];
  const isSame = ({ id }: WireEvent, index: number) =>
    there[index]?.id === id && there[index].revision === expectedVersion + index;
  if (!events.every(isSame)) return undefined;
  return { version: expectedVersion + events.length, position: toPosition(there.at(-1)!.position) };
}

/** EventStoreDB would write an empty record. */
async function compareVersions(
  reader: StreamReader,
  { stream, expectedVersion }: ProposedAppend,
): Promise<Appended> {
  const last = await reader.last(storedName(stream));
  const version = last ? last.revision + 1 : 0;
  if (version !== expectedVersion) throw new WrongExpectedVersion(stream, expectedVersion, version);
  return { version, position: last ? toPosition(last.position) : 0 };
}
