// The event store in EventStoreDB (KurrentDB), through its official client: what src/command-handling appends to and projections read
// from, from any number of processes.
import { LOG_ISSUE, HealthIssues } from '#platform/health-issues.js';
import { createCodec, isText, type Codec } from '../event-codec.js';
import {
  DamagedEvent,
  AppendTooLarge,
  EventStoreUnavailable,
  LackingRight,
  LogDamaged,
  mustBeInTime,
  StreamCut,
  type EventStore,
} from '../event-store.js';
import { parseAddress } from './connection-string.js';
import type { ReadEvent } from './grpc-client.js';
import { checkEventStoreDb } from './check-eventstoredb.js';
import { Connections } from './connection-manager.js';
import { isOfServer, translateServerError, UnfitLog, type Denied } from './server-errors.js';
import { findCuts } from './find-truncated-streams.js';
import { followLog } from './follow-log.js';
import { createLogEnd } from './log-end-finder.js';
import { asOne, within } from './retry-until-deadline.js';
import { readStream } from './read-stream.js';
import { READ_ALL, type Server } from './describe-missing-right.js';
import { watchRights, type RightsWatch } from './watch-missing-rights.js';
import { tryRight } from './check-rights.js';
import { mustFit, settleAppend } from './append-with-retry.js';
import { stillThere } from './contains-event.js';
import { fromStoredName } from './stored-names.js';
import { toPosition, toWireEvents } from './convert-events.js';
import { createStreamReader } from './stream-reader.js';
import { AWAY, away, cut, serverLogDamage, ofStream, tooLarge, unfit } from './server-health-issues.js';

export interface EventStoreDbSettings {
  readonly codec?: Codec;
  /** Milliseconds for which a read or an append is asked again while the server is away; 6,000. */
  readonly patience?: number;
  /** Milliseconds for one answer; 3,000: the server itself gives up on replicating an append after 2,000 by default. */
  readonly answerWithin?: number;
  /** Milliseconds after which opening gives up; 10,000. */
  readonly openFor?: number;
  /** Told when the log turns out to be damaged; where it is known to be, nothing is written. */
  readonly healthIssues?: HealthIssues;
  /** Whoever opens it is going to write: whether they are let is asked at once. */
  readonly writes?: boolean;
  /** Told of events that are not Daybook's, while the log is read. */
  readonly onForeign?: (event: { readonly stream: string; readonly position: number }) => void;
}

/**
 * Opens the log of a single node or a cluster: `esdb://…`, `esdb+discover://…`, `kurrentdb://…`, `kurrentdb+discover://…`. Other
 * applications may write to it: what is not Daybook's is passed over.
 * Throws `EventStoreUnusable` (no such address, wrong name or password, too old a server) and
 * `EventStoreUnavailable` (cannot be reached); the message says what to do, and never has the password.
 */
export async function openEventStoreDb(
  url: string,
  settings: EventStoreDbSettings = {},
): Promise<EventStore> {
  const { codec = createCodec(), patience = 6_000, answerWithin = 3_000, openFor = 10_000 } = settings;
  const { healthIssues = new HealthIssues(), onForeign = () => {}, writes = false } = settings;
  const timing = { patience, answerWithin };
  const address = parseAddress(url);
  const { shown, credentials, tls } = address;
  const server: Server = { shown, user: credentials?.username, isMutual: tls?.own !== undefined };
  const connections = new Connections(address, Math.min(patience, answerWithin));
  const closed = new AbortController();
  const opening = asOne({ ...timing, patience: openFor });
  const reader = createStreamReader(connections, timing);
  const end = createLogEnd(reader);
  connections.onConnect(end.forget);
  await checkOrClose({ address, server, connections, end, codec, writes, timing: opening });

  const rights = watchRights(healthIssues, async (right) =>
    tryRight(connections, timing, right).then(() => true),
  );
  const translate = tellingTo({ healthIssues, rights, server });
  const answered = () => healthIssues.resolve(AWAY);
  const { whileOpen, untilClosed, ended } = workUntilClosed(closed, translate, answered);
  const has: EventStore['has'] = (seen) => whileOpen(() => stillThere(reader)(seen));
  const parts = { connections, ...server, codec, timing, onForeign: tellingOfForeign(onForeign), has };

  return {
    read: (stream, from = 1, until) =>
      whileOpen(async () => {
        mustBeInTime(until);
        const inTime = createStreamReader(connections, asOne({ ...timing, until }));
        const found = await readStream({ reader: inTime, codec, ...server }, stream, from);
        // Whoever cut it has taken the limit away again.
        if (from <= 1) healthIssues.resolve(ofStream(stream));
        return found;
      }),
    async append(stream, events, expectedVersion, until) {
      mustBeInTime(until);
      const damage = healthIssues.find(LOG_ISSUE);
      if (damage?.severity === 'error') throw new LogDamaged(damage.adminMessage, damage.publicMessage);
      if (!isText(stream)) throw new TypeError(`no stream can have this name: ${JSON.stringify(stream)}`);
      const append = { stream, events: toWireEvents(events, codec), expectedVersion };
      return whileOpen(() => settleAppend({ connections, ...server, timing: { ...timing, until } }, append));
    },
    mustFit: fitting(whileOpen, { connections, ...server, timing }, codec),
    all: (after = 0, signal) =>
      whileAnswered(
        untilEither(closed.signal, signal, (ending) => followLog(parts, after, ending)),
        translate,
        answered,
      ),
    // A search that takes longer goes on, and who asks next has the good of it.
    head: () => whileOpen(() => within(patience, end.head())),
    has,
    cuts: (isOurs) => untilClosed(() => findCuts({ reader, ...server, healthIssues }, isOurs)),
    async close() {
      rights.close();
      await ended();
      connections.close();
    },
  };
}

const fitting =
  (
    whileOpen: <T>(work: () => Promise<T>) => Promise<T>,
    parts: Parameters<typeof mustFit>[0],
    codec: Codec,
  ): NonNullable<EventStore['mustFit']> =>
  (stream, events) =>
    whileOpen(() => mustFit(parts, { stream, events: toWireEvents(events, codec) }));

async function checkOrClose(parts: Parameters<typeof checkEventStoreDb>[0]): Promise<void> {
  try {
    await checkEventStoreDb(parts);
  } catch (error) {
    parts.connections.close();
    throw error;
  }
}

const tellingOfForeign =
  (tell: NonNullable<EventStoreDbSettings['onForeign']>) =>
  ({ stream, position }: ReadEvent): void =>
    tell({ stream: fromStoredName(stream), position: toPosition(position) });

interface HealthReporting {
  readonly healthIssues: HealthIssues;
  readonly rights: RightsWatch;
  readonly server: Server;
}

/** What is found out about the log is told, and every failure is one of the port's. */
const tellingTo =
  ({ healthIssues, rights, server }: HealthReporting) =>
  (error: unknown): unknown => {
    if (error instanceof DamagedEvent) healthIssues.raise(serverLogDamage(server.shown, error));
    if (error instanceof UnfitLog) healthIssues.raise(unfit(error));
    if (error instanceof StreamCut) healthIssues.raise(cut(error));
    if (error instanceof AppendTooLarge) healthIssues.raise(tooLarge(error));
    const ours = translateServerError(error, server);
    if (ours instanceof LackingRight) {
      rights.lacking((ours.cause as Denied).right ?? READ_ALL, ours);
      return ours;
    }
    // Any other came too late, or has words of its own.
    if (ours instanceof EventStoreUnavailable && isOfServer(ours.cause))
      healthIssues.raise(away(translateServerError(ours.cause, server) as EventStoreUnavailable));
    return ours;
  };

function workUntilClosed(
  closing: AbortController,
  translate: (error: unknown) => unknown,
  answered: () => void,
) {
  const working = new Set<Promise<unknown>>();
  async function untilClosed<T>(work: () => Promise<T>): Promise<T> {
    if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
    try {
      const found = await work();
      answered();
      return found;
    } catch (error) {
      throw translate(error);
    }
  }
  return {
    /** Closing does not wait for it: it fails once the connections are closed. */
    untilClosed,
    whileOpen<T>(work: () => Promise<T>): Promise<T> {
      const answer = untilClosed(work);
      working.add(answer);
      return answer.finally(() => working.delete(answer));
    },
    /** Nothing is begun any more; what is under way ends. */
    async ended() {
      closing.abort();
      await Promise.allSettled(working);
    },
  };
}

async function* whileAnswered<T>(
  batches: AsyncIterable<T>,
  translate: (error: unknown) => unknown,
  answered: () => void,
): AsyncGenerator<T> {
  try {
    for await (const batch of batches) {
      answered();
      yield batch;
    }
  } catch (error) {
    throw translate(error);
  }
}

/** Ends with the first of the two signals, and leaves nothing on either. */
async function* untilEither<T>(
  closing: AbortSignal,
  given: AbortSignal | undefined,
  follow: (ending: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  if (closing.aborted || given?.aborted) end();
  closing.addEventListener('abort', end);
  given?.addEventListener('abort', end);
  try {
    yield* follow(ending.signal);
  } finally {
    closing.removeEventListener('abort', end);
    given?.removeEventListener('abort', end);
  }
}
