import { BACKWARDS, FORWARDS, type LogDirection, type LogFilter, type ReadEvent } from './grpc-client.js';
import type { ServerConnection } from './server-connection.js';
import type { ConnectionManager } from './connection-manager.js';
import { READ_ALL_RIGHT, type ServerRight } from './describe-missing-right.js';
import { attachRequiredRightToDenial } from './server-errors.js';
import { retryUntilDeadline, type RetryTiming } from './retry-until-deadline.js';
import { toLogPosition } from './convert-events.js';
import { fromStoredStreamName, isMetadataStream, getStreamOfMetadataStream } from './stored-stream-names.js';

export interface StreamReader {
  readForwards(stream: string, from: number, most?: number): Promise<readonly ReadEvent[] | undefined>;
  readLast(stream: string): Promise<ReadEvent | undefined>;
  readLastOfLog(): Promise<ReadEvent | undefined>;
  findLast(isFound: (event: ReadEvent) => boolean): Promise<ReadEvent | undefined>;
  /** Position to subscribe from; 0: whole log. A server would skip an event after a scavenged position. Throws `NoEventAtPosition`. */
  findResumePosition(after: number): Promise<number>;
  listStreams(filter: LogFilter): Promise<ReadonlySet<string>>;
}

/** Usually the event is among the last few. */
const FIRST_PAGE = 10;
const PAGE = 1_000;

export function createStreamReader(connections: ConnectionManager, timing: RetryTiming): StreamReader {
  const readWithRetry = <T>(
    right: ServerRight,
    read: (connection: ServerConnection, longest: number) => Promise<T>,
  ) =>
    attachRequiredRightToDenial(right, () =>
      retryUntilDeadline(timing, (longest) => connections.call(longest, read)),
    );
  const readOne = (range: { readonly direction: LogDirection; readonly from?: bigint }) =>
    readWithRetry(
      READ_ALL_RIGHT,
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
      if (!there || there.position === from) return after;
      const before = await readOne({ direction: BACKWARDS, from });
      return before ? toLogPosition(before.position) : 0;
    },
    findLast: async (isFound) => {
      let from: bigint | undefined;
      for (let most = FIRST_PAGE; ; most = PAGE) {
        const page = await readWithRetry(READ_ALL_RIGHT, (connection, longest) =>
          connection.readLog({ direction: BACKWARDS, from, most }, longest),
        );
        const found = page.find(isFound);
        if (found || page.length < most) return found;
        from = page.at(-1)!.position;
      }
    },
    listStreams: (filter) =>
      readWithRetry(READ_ALL_RIGHT, async (connection, longest) => {
        const streams = new Set<string>();
        await connection.search(filter, longest, ({ stream }) => streams.add(stream));
        return streams;
      }),
  };
}

const requiredReadRight = (stored: string): ServerRight =>
  isMetadataStream(stored)
    ? { to: 'read what is said about', stream: fromStoredStreamName(getStreamOfMetadataStream(stored)) }
    : { to: 'read', stream: fromStoredStreamName(stored) };
