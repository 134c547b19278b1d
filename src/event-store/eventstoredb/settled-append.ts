// One append, asked until it is settled: the same event ids at the same expected revision are written once, however often they come.
import {
  ErrorType,
  NO_STREAM,
  type AppendToStreamOptions,
  type EventData,
  type KurrentDBClient,
} from '@kurrent/kurrentdb-client';
import { WrongExpectedVersion, type Appended } from '../event-store.js';
import type { Connection } from './connection.js';
import { inOurWords, mayPass, typeOf } from './failures.js';
import { patiently, within, type Timing } from './patience.js';
import { toPosition } from './stored-event.js';
import { storedName } from './stored-names.js';
import type { StreamReader } from './stream-reader.js';

export interface Append {
  readonly stream: string;
  readonly events: readonly EventData[];
  readonly expectedVersion: number;
}

interface Parts {
  readonly connection: Connection;
  readonly client: KurrentDBClient;
  readonly reader: StreamReader;
  readonly timing: Timing;
}

const NOT_KNOWN =
  'It is not known whether it was written. Sending the same again is safe: it is written once.';

/** Throws `WrongExpectedVersion`, `EventStoreUnavailable`. */
export async function settleAppend(parts: Parts, append: Append): Promise<Appended> {
  let uncertain = false;
  try {
    if (append.events.length === 0) return await compareVersions(parts, append);
    return await patiently(parts.timing.patience, async (left) => {
      try {
        return await appendOnce(parts, append, Math.min(parts.timing.answerWithin, left));
      } catch (error) {
        uncertain ||= mayPass(error) && typeOf(error) !== ErrorType.NOT_LEADER;
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof WrongExpectedVersion) throw error;
    throw inOurWords(error, parts.connection.shown, uncertain ? NOT_KNOWN : 'Nothing was written.');
  }
}

async function appendOnce(parts: Parts, append: Append, deadline: number): Promise<Appended> {
  const { client, connection } = parts;
  const options: AppendToStreamOptions = {
    streamState: append.expectedVersion === 0 ? NO_STREAM : BigInt(append.expectedVersion - 1),
    deadline,
    requiresLeader: true,
    credentials: connection.appendCredentials,
  };
  try {
    // The client's own deadline does not cover looking for a leader.
    const { nextExpectedRevision, position } = await within(
      deadline + 100,
      client.appendToStream(storedName(append.stream), [...append.events], options),
    );
    const version = Number(nextExpectedRevision) + 1;
    return position
      ? { version, position: toPosition(position.commit) }
      : ((await asTheFirstTime(parts, append)) ?? { version, position: 0 });
  } catch (error) {
    if (typeOf(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error;
    const { actualState } = error as { actualState?: bigint | string };
    const actual = typeof actualState === 'bigint' ? Number(actualState) + 1 : 0;
    const first = actual > append.expectedVersion ? await asTheFirstTime(parts, append) : undefined;
    if (first) return first;
    throw new WrongExpectedVersion(append.stream, append.expectedVersion, actual);
  }
}

/** Are these very events there already, just where they were to be written? */
async function asTheFirstTime({ reader }: Parts, append: Append): Promise<Appended | undefined> {
  const { stream, events, expectedVersion } = append;
  const there = (await reader.forwards(storedName(stream), expectedVersion, events.length)) ?? [];
  if (!events.every(({ id }, index) => there[index]?.id === id)) return undefined;
  return { version: expectedVersion + events.length, position: toPosition(there.at(-1)!.position?.commit) };
}

/** EventStoreDB would write an empty record. */
async function compareVersions({ reader }: Parts, { stream, expectedVersion }: Append): Promise<Appended> {
  const last = await reader.last(storedName(stream));
  const version = last ? Number(last.revision) + 1 : 0;
  if (version !== expectedVersion) throw new WrongExpectedVersion(stream, expectedVersion, version);
  return { version, position: last ? toPosition(last.position?.commit) : 0 };
}
