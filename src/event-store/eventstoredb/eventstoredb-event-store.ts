// Event store in EventStoreDB (KurrentDB), through the official client, for any number of processes.
import { LOG_ISSUE, HealthIssues } from '#platform/health-issues.js';
import { createEventCodec, isStorableText, type EventCodec } from '../event-codec.js';
import {
  DamagedEvent,
  AppendTooLarge,
  EventStoreUnavailable,
  MissingRight,
  LogDamaged,
  assertBeforeDeadline,
  StreamTruncated,
  type EventStore,
} from '../event-store.js';
import { parseConnectionString } from './connection-string.js';
import type { ReadEvent } from './grpc-client.js';
import { checkEventStoreDb } from './check-eventstoredb.js';
import { ConnectionManager } from './connection-manager.js';
import { isServerError, translateServerError, UnsupportedLog, type AccessDenied } from './server-errors.js';
import { findTruncatedStreams } from './find-truncated-streams.js';
import { followLog } from './follow-log.js';
import { createLogEndFinder } from './log-end-finder.js';
import { withSharedDeadline, withAnswerTimeout } from './retry-until-deadline.js';
import { readStream } from './read-stream.js';
import { READ_ALL, type ServerIdentity } from './describe-missing-right.js';
import { watchMissingRights, type RightsWatch } from './watch-missing-rights.js';
import { tryRight } from './check-rights.js';
import { assertAppendFits, appendWithRetry } from './append-with-retry.js';
import { createContainsEvent } from './contains-event.js';
import { fromStoredName } from './stored-names.js';
import { toPosition, toWireEvents } from './convert-events.js';
import { createStreamReader } from './stream-reader.js';
import {
  UNAVAILABLE_KEY,
  unavailableIssue,
  truncatedStreamIssue,
  logDamageIssue,
  streamIssueKey,
  appendTooLargeIssue,
  unsupportedLogIssue,
} from './server-health-issues.js';

export interface EventStoreDbSettings {
  readonly codec?: EventCodec;
  /** Milliseconds for which reads and appends are retried while the server is unavailable; 6,000. */
  readonly retryFor?: number;
  /** Milliseconds for one answer; 3,000: the server's own commit timeout is 2,000. */
  readonly answerWithin?: number;
  /** Milliseconds after which opening gives up; 10,000. */
  readonly openWithin?: number;
  /** Receives an issue when the log turns out to be damaged; nothing is written from then on. */
  readonly healthIssues?: HealthIssues;
  /** Checks the right to write when opening. */
  readonly isForWriting?: boolean;
  /** Called for foreign events while the log is read. */
  readonly onForeign?: (event: { readonly stream: string; readonly position: number }) => void;
}

/**
 * Opens the log of a node or cluster: `esdb://…`, `esdb+discover://…`, `kurrentdb://…`, `kurrentdb+discover://…`.
 * Events of other applications are skipped. Throws `EventStoreUnusable` (address, credentials, version) and
 * `EventStoreUnavailable`; messages say what to do and never contain the password.
 */
export async function openEventStoreDb(
  url: string,
  settings: EventStoreDbSettings = {},
): Promise<EventStore> {
  const {
    codec = createEventCodec(),
    retryFor = 6_000,
    answerWithin = 3_000,
    openWithin = 10_000,
  } = settings;
  const { healthIssues = new HealthIssues(), onForeign = () => {}, isForWriting = false } = settings;
  const timing = { retryFor: retryFor, answerWithin };
  const address = parseConnectionString(url);
  const { displayUrl, credentials, tls } = address;
  const server: ServerIdentity = {
    displayUrl: displayUrl,
    user: credentials?.username,
    isMutual: tls?.clientCertificate !== undefined,
  };
  const connections = new ConnectionManager(address, Math.min(retryFor, answerWithin));
  const closed = new AbortController();
  const opening = withSharedDeadline({ ...timing, retryFor: openWithin });
  const reader = createStreamReader(connections, timing);
  const end = createLogEndFinder(reader);
  connections.onConnect(end.reset);
  await checkOrClose({
    address,
    server,
    connections,
    end,
    codec,
    isForWriting: isForWriting,
    timing: opening,
  });

  const rights = watchMissingRights(healthIssues, async (right) =>
    tryRight(connections, timing, right).then(() => true),
  );
  const translate = createErrorTranslator({ healthIssues, rights, server });
  const reportAvailable = () => healthIssues.resolve(UNAVAILABLE_KEY);
  const { runAndTrack, untilClosed, finishOperations } = trackOperations(closed, translate, reportAvailable);
  const has: EventStore['has'] = (event) => runAndTrack(() => createContainsEvent(reader)(event));
  const parts = {
    connections,
    ...server,
    codec,
    timing,
    onForeign: createForeignEventReporter(onForeign),
    has,
  };

  return {
    read: (stream, from = 1, deadline) =>
      runAndTrack(async () => {
        assertBeforeDeadline(deadline);
        const inTime = createStreamReader(connections, withSharedDeadline({ ...timing, deadline }));
        const found = await readStream({ reader: inTime, codec, ...server }, stream, from);
        if (from <= 1) healthIssues.resolve(streamIssueKey(stream));
        return found;
      }),
    async append(stream, events, expectedVersion, deadline) {
      assertBeforeDeadline(deadline);
      const damage = healthIssues.find(LOG_ISSUE);
      if (damage?.severity === 'error') throw new LogDamaged(damage.adminMessage, damage.publicMessage);
      if (!isStorableText(stream))
        throw new TypeError(`no stream can have this name: ${JSON.stringify(stream)}`);
      const append = { stream, events: toWireEvents(events, codec), expectedVersion };
      return runAndTrack(() =>
        appendWithRetry({ connections, ...server, timing: { ...timing, deadline } }, append),
      );
    },
    assertFits: createAssertFits(runAndTrack, { connections, ...server, timing }, codec),
    all: (after = 0, signal) =>
      translateBatches(
        endWithEitherSignal(closed.signal, signal, (ending) => followLog(parts, after, ending)),
        translate,
        reportAvailable,
      ),
    // A longer search continues in the background for later callers.
    head: () => runAndTrack(() => withAnswerTimeout(retryFor, end.findHead())),
    has,
    findTruncatedStreams: (isOurs) =>
      untilClosed(() => findTruncatedStreams({ reader, ...server, healthIssues }, isOurs)),
    async close() {
      rights.close();
      await finishOperations();
      connections.close();
    },
  };
}

const createAssertFits =
  (
    runAndTrack: <T>(work: () => Promise<T>) => Promise<T>,
    parts: Parameters<typeof assertAppendFits>[0],
    codec: EventCodec,
  ): NonNullable<EventStore['assertFits']> =>
  (stream, events) =>
    runAndTrack(() => assertAppendFits(parts, { stream, events: toWireEvents(events, codec) }));

async function checkOrClose(parts: Parameters<typeof checkEventStoreDb>[0]): Promise<void> {
  try {
    await checkEventStoreDb(parts);
  } catch (error) {
    parts.connections.close();
    throw error;
  }
}

const createForeignEventReporter =
  (tell: NonNullable<EventStoreDbSettings['onForeign']>) =>
  ({ stream, position }: ReadEvent): void =>
    tell({ stream: fromStoredName(stream), position: toPosition(position) });

interface HealthReporting {
  readonly healthIssues: HealthIssues;
  readonly rights: RightsWatch;
  readonly server: ServerIdentity;
}

/** Raises health issues for what an error reveals, and translates it into the port's errors. */
const createErrorTranslator =
  ({ healthIssues, rights, server }: HealthReporting) =>
  (error: unknown): unknown => {
    if (error instanceof DamagedEvent) healthIssues.raise(logDamageIssue(server.displayUrl, error));
    if (error instanceof UnsupportedLog) healthIssues.raise(unsupportedLogIssue(error));
    if (error instanceof StreamTruncated) healthIssues.raise(truncatedStreamIssue(error));
    if (error instanceof AppendTooLarge) healthIssues.raise(appendTooLargeIssue(error));
    const ours = translateServerError(error, server);
    if (ours instanceof MissingRight) {
      rights.reportMissing((ours.cause as AccessDenied).right ?? READ_ALL, ours);
      return ours;
    }
    // Other errors were late, or already have an issue.
    if (ours instanceof EventStoreUnavailable && isServerError(ours.cause))
      healthIssues.raise(unavailableIssue(translateServerError(ours.cause, server) as EventStoreUnavailable));
    return ours;
  };

function trackOperations(
  closing: AbortController,
  translate: (error: unknown) => unknown,
  reportAvailable: () => void,
) {
  const working = new Set<Promise<unknown>>();
  async function runUnlessClosed<T>(work: () => Promise<T>): Promise<T> {
    if (closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed.');
    try {
      const found = await work();
      reportAvailable();
      return found;
    } catch (error) {
      throw translate(error);
    }
  }
  return {
    /** Not awaited by closing: it fails once the connections close. */
    untilClosed: runUnlessClosed,
    runAndTrack<T>(work: () => Promise<T>): Promise<T> {
      const answer = runUnlessClosed(work);
      working.add(answer);
      return answer.finally(() => working.delete(answer));
    },
    /** Refuses new operations and awaits running ones. */
    async finishOperations() {
      closing.abort();
      await Promise.allSettled(working);
    },
  };
}

async function* translateBatches<T>(
  batches: AsyncIterable<T>,
  translate: (error: unknown) => unknown,
  reportAvailable: () => void,
): AsyncGenerator<T> {
  try {
    for await (const batch of batches) {
      reportAvailable();
      yield batch;
    }
  } catch (error) {
    throw translate(error);
  }
}

/** Ends with the first of two signals and removes its listeners. */
async function* endWithEitherSignal<T>(
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
