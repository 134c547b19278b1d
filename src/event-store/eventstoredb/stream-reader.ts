// Reads single streams and the log's end: one question, one answer, asked again while the server is away for a moment.
import {
  BACKWARDS,
  END,
  ErrorType,
  excludeSystemEvents,
  FORWARDS,
  type KurrentDBClient,
  type RecordedEvent,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client';
import type { Connection } from './connection.js';
import { mayPass, typeOf } from './failures.js';
import { patiently, within, type Timing } from './patience.js';

export interface StreamReader {
  /** Events of a stream from a revision on, at most so many; undefined: no such stream. */
  forwards(stream: string, from: number, most?: number): Promise<readonly RecordedEvent[] | undefined>;
  /** The stream's last event. */
  last(stream: string): Promise<RecordedEvent | undefined>;
  /** First and last event of the log that is none of the system's. */
  ends(): Promise<{ readonly first: RecordedEvent | undefined; readonly last: RecordedEvent | undefined }>;
  head(): Promise<RecordedEvent | undefined>;
}

export function createStreamReader(
  { connect, credentials }: Connection,
  { patience, answerWithin }: Timing,
): StreamReader {
  // Reads go through the client's native half, which does not always recover: once a connection to a leader fails, it
  // is closed for good (grpc.rs, connection_state_machine). So it is replaced; nothing else uses this client.
  let client = connect();

  const read = (events: (client: KurrentDBClient) => AsyncIterable<ResolvedEvent>) =>
    patiently(patience, async (left) => {
      const asked = client;
      try {
        return await collect(events(asked), Math.min(answerWithin, left));
      } catch (error) {
        const heals = !mayPass(error) || typeOf(error) === ErrorType.NOT_LEADER;
        if (!heals && client === asked) client = connect();
        throw error;
      }
    });

  // Before a decision, only the leader knows what is there.
  const common = { credentials, requiresLeader: true };
  const ofAll = async (direction: typeof FORWARDS | typeof BACKWARDS) => {
    const filter = excludeSystemEvents();
    const fromPosition = direction === BACKWARDS ? END : ('start' as const);
    const [event] = await read((each) =>
      each.readAll({ direction, fromPosition, maxCount: 1, filter, ...common }),
    );
    return event;
  };

  return {
    async forwards(stream, from, most) {
      const range = { fromRevision: BigInt(from), ...(most !== undefined && { maxCount: most }) };
      return unlessMissing(read((each) => each.readStream(stream, { ...range, ...common })));
    },
    async last(stream) {
      const range = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
      const events = await unlessMissing(read((each) => each.readStream(stream, { ...range, ...common })));
      return events?.[0];
    },
    async ends() {
      return { first: await ofAll(FORWARDS), last: await ofAll(BACKWARDS) };
    },
    head: () => ofAll(BACKWARDS),
  };
}

/** The client itself would wait for ever when the server falls silent. */
async function collect(events: AsyncIterable<ResolvedEvent>, silence: number): Promise<RecordedEvent[]> {
  const collected: RecordedEvent[] = [];
  const iterator = events[Symbol.asyncIterator]();
  for (;;) {
    const next = await within(silence, iterator.next());
    if (next.done) return collected;
    if (next.value.event) collected.push(next.value.event);
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (typeOf(error) === ErrorType.STREAM_NOT_FOUND) return undefined;
    throw error;
  }
}
