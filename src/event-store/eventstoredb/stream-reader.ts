// Reads streams and the log's end: each call is repeated while the server is away for a moment.
import { BACKWARDS, FORWARDS, type LogDirection, type LogFilter, type ReadEvent } from './grpc-client.js';
import type { ServerConnection } from './server-connection.js';
import type { ConnectionManager } from './connection-manager.js';
import { READ_ALL, type Right } from './describe-missing-right.js';
import { withRequiredRight } from './server-errors.js';
import { retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import { toPosition } from './convert-events.js';
import { fromStoredName, isMetadataStream, streamOfMetadata } from './stored-names.js';

export interface StreamReader {
  /** Events of a stream from a revision on, at most so many; undefined: no such stream. */
  readForwards(stream: string, from: number, most?: number): Promise<readonly ReadEvent[] | undefined>;
  /** The stream's last event; undefined: there is none. */
  readLast(stream: string): Promise<ReadEvent | undefined>;
  /** The log's last event, the system's too; undefined: the log is empty. */
  readLastOfLog(): Promise<ReadEvent | undefined>;
  /** The last event of the log for which `isFound` holds; undefined: there is none. */
  findLast(isFound: (event: ReadEvent) => boolean): Promise<ReadEvent | undefined>;
  /**
   * The position behind which a subscription brings everything that stands behind the given one; 0: the whole log. A server begins
   * behind the first event at or behind a position: where that one is gone (scavenged), it would leave out the next.
   * Throws `NoEventThere` for a position of another log.
   */
  findResumePosition(after: number): Promise<number>;
  /** The names of the streams, as they are stored, of all events in the log that the filter lets through. */
  listStreams(filter: LogFilter): Promise<ReadonlySet<string>>;
}

/** Events read at once in looking for one: mostly it is among the last few. */
const FIRST_PAGE = 10;
const PAGE = 1_000;

export function createStreamReader(connections: ConnectionManager, timing: RetryTiming): StreamReader {
  const readWithRetry = <T>(
    right: Right,
    read: (connection: ServerConnection, longest: number) => Promise<T>,
  ) =>
    withRequiredRight(right, () => retryUntilDeadline(timing, (longest) => connections.call(longest, read)));
  const readOne = (range: { readonly direction: LogDirection; readonly from?: bigint }) =>
    readWithRetry(
      READ_ALL,
      async (connection, longest) => (await connection.readLog({ ...range, most: 1 }, longest))[0],
    );
  return {
    readForwards: (stream, from, most) =>
      readWithRetry(requiredReadRight(stream), (connection, longest) =>
        connection.readStream(stream, { from, most }, longest),
      ),
    readLast: (stream) =>
      readWithRetry(
        requiredReadRight(stream),
        async (connection, longest) =>
          (await connection.readStream(stream, { from: 'end', most: 1 }, longest))?.[0],
      ),
    readLastOfLog: () => readOne({ direction: BACKWARDS }),
    async findResumePosition(after) {
      if (after === 0) return 0;
      const from = BigInt(after);
      const there = await readOne({ direction: FORWARDS, from });
      // Behind the log's end nothing is left out.
      if (!there || there.position === from) return after;
      const before = await readOne({ direction: BACKWARDS, from });
      return before ? toPosition(before.position) : 0;
    },
    findLast: async (isFound) => {
      let from: bigint | undefined;
      for (let most = FIRST_PAGE; ; most = PAGE) {
        const page = await readWithRetry(READ_ALL, (connection, longest) =>
          connection.readLog({ direction: BACKWARDS, from, most }, longest),
        );
        const found = page.find(isFound);
        if (found || page.length < most) return found;
        from = page.at(-1)!.position;
      }
    },
    listStreams: (filter) =>
      readWithRetry(READ_ALL, async (connection, longest) => {
        const streams = new Set<string>();
        await connection.search(filter, longest, ({ stream }) => streams.add(stream));
        return streams;
      }),
  };
}

/** `stored`: as it is stored; also of the stream that holds the metadata of another one. */
const requiredReadRight = (stored: string): Right =>
  isMetadataStream(stored)
    ? { to: 'read what is said about', stream: fromStoredName(streamOfMetadata(stored)) }
    : { to: 'read', stream: fromStoredName(stored) };
