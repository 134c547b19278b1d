// Reads streams and the log's end, with retries while the server is unavailable.
import { BACKWARDS, FORWARDS, type LogDirection, type LogFilter, type ReadEvent } from './grpc-client.js';
import type { ServerConnection } from './server-connection.js';
import type { ConnectionManager } from './connection-manager.js';
import { READ_ALL, type ServerRight } from './describe-missing-right.js';
import { withRequiredRight } from './server-errors.js';
import { retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import { toPosition } from './convert-events.js';
import { fromStoredName, isMetadataStream, streamOfMetadata } from './stored-names.js';

export interface StreamReader {
  /** Events from a revision on, at most `most`; undefined: no such stream. */
  readForwards(stream: string, from: number, most?: number): Promise<readonly ReadEvent[] | undefined>;
  /** The stream's last event; undefined: none. */
  readLast(stream: string): Promise<ReadEvent | undefined>;
  /** The log's last event, including the system's; undefined: empty log. */
  readLastOfLog(): Promise<ReadEvent | undefined>;
  /** The last event for which `isFound` holds; undefined: none. */
  findLast(isFound: (event: ReadEvent) => boolean): Promise<ReadEvent | undefined>;
  /**
   * Position from which a subscription delivers everything after the given one; 0: the whole log. Needed where that
   * event was scavenged: a server then starts at the next one and would skip it. Throws `NoEventAtPosition`.
   */
  findResumePosition(after: number): Promise<number>;
  /** Stored names of all streams with events that pass the filter. */
  listStreams(filter: LogFilter): Promise<ReadonlySet<string>>;
}

/** Starts small: the event is usually among the last few. */
const FIRST_PAGE = 10;
const PAGE = 1_000;

export function createStreamReader(connections: ConnectionManager, timing: RetryTiming): StreamReader {
  const readWithRetry = <T>(
    right: ServerRight,
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
      // Beyond the log's end nothing can be skipped.
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

/** `stored`: also a metadata stream. */
const requiredReadRight = (stored: string): ServerRight =>
  isMetadataStream(stored)
    ? { to: 'read what is said about', stream: fromStoredName(streamOfMetadata(stored)) }
    : { to: 'read', stream: fromStoredName(stored) };
