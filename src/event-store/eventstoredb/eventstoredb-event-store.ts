import { setMaxListeners } from 'node:events';
import { LOG_ISSUE_KEY, HealthIssues } from '#platform/health-issues.js';
import { createEventCodec, isStorableText, type EventCodec } from '../event-codec.js';
import {
  DamagedEventError,
  AppendTooLarge,
  EventStoreUnavailable,
  EventStoreRightMissing,
  EventLogDamagedError,
  assertBeforeDeadline,
  StreamTruncatedError,
  type EventStore,
} from '../event-store.js';
import { parseConnectionString } from './connection-string.js';
import type { ReadEvent } from './grpc-client.js';
import { assertEventStoreDbUsable } from './assert-eventstoredb-usable.js';
import { ConnectionManager } from './connection-manager.js';
import {
  isServerError,
  translateServerError,
  UnsupportedEventLog,
  type ServerAccessDenied,
} from './server-errors.js';
import { findTruncatedStreams } from './find-truncated-streams.js';
import { followLog } from './follow-log.js';
import { createLogEndFinder } from './log-end-finder.js';
import { withSharedDeadline, withAnswerTimeout } from './retry-until-deadline.js';
import { readStream } from './read-stream.js';
import { READ_ALL_RIGHT, type ServerAccount } from './describe-missing-right.js';
import { watchMissingRights, type MissingRightsWatch } from './watch-missing-rights.js';
import { assertServerRight } from './check-rights.js';
import { assertAppendFits, appendWithRetry } from './append-with-retry.js';
import { createEventExistenceCheck } from './event-existence-check.js';
import { fromStoredStreamName } from './stored-stream-names.js';
import { toLogPosition, toWireEvents } from './convert-events.js';
import { createStreamReader } from './stream-reader.js';
import {
  UNAVAILABLE_ISSUE_KEY,
  createUnavailableIssue,
  createTruncatedStreamIssue,
  createLogDamageIssue,
  toStreamIssueKey,
  createAppendTooLargeIssue,
  createUnsupportedLogIssue,
} from './server-health-issues.js';

export interface EventStoreDbSettings {
  readonly codec?: EventCodec;
  /** Milliseconds of retries while the server is unavailable; 6,000. */
  readonly retryFor?: number;
  /** Milliseconds per answer; 3,000, as the server's commit timeout is 2,000. */
  readonly answerWithin?: number;
  readonly openWithin?: number;
  /** Raised when the log is damaged; nothing is written from then on. */
  readonly healthIssues?: HealthIssues;
  readonly isForWriting?: boolean;
  readonly onForeign?: (event: { readonly stream: string; readonly position: number }) => void;
}

/** Schemes: esdb, esdb+discover, kurrentdb, kurrentdb+discover. Skips foreign events. Throws `EventStoreUnusable`, `EventStoreUnavailable`; messages contain no password. */
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
  const server: ServerAccount = {
    displayUrl: displayUrl,
    user: credentials?.username,
    isMutual: tls?.clientCertificate !== undefined,
  };
  const connections = new ConnectionManager(address, Math.min(retryFor, answerWithin));
  const closed = new AbortController();
  // One for each reader of the log: every read model is one while it catches up.
  setMaxListeners(0, closed.signal);
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
    assertServerRight(connections, timing, right).then(() => true),
  );
  const translate = createErrorTranslator({ healthIssues, rights, server });
  const reportAvailable = () => healthIssues.resolve(UNAVAILABLE_ISSUE_KEY);
  const { runAndTrack, untilClosed, finishOperations } = trackOperations(closed, translate, reportAvailable);
  const has: EventStore['has'] = (event) => runAndTrack(() => createEventExistenceCheck(reader)(event));
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
        if (from <= 1) healthIssues.resolve(toStreamIssueKey(stream));
        return found;
      }),
    async append(stream, events, expectedVersion, deadline) {
      assertBeforeDeadline(deadline);
      const damage = healthIssues.find(LOG_ISSUE_KEY);
      if (damage?.severity === 'error')
        throw new EventLogDamagedError(damage.adminMessage, damage.publicMessage);
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

async function checkOrClose(parts: Parameters<typeof assertEventStoreDbUsable>[0]): Promise<void> {
  try {
    await assertEventStoreDbUsable(parts);
  } catch (error) {
    parts.connections.close();
    throw error;
  }
}

const createForeignEventReporter =
  (tell: NonNullable<EventStoreDbSettings['onForeign']>) =>
  ({ stream, position }: ReadEvent): void =>
    tell({ stream: fromStoredStreamName(stream), position: toLogPosition(position) });

interface HealthReporting {
  readonly healthIssues: HealthIssues;
  readonly rights: MissingRightsWatch;
  readonly server: ServerAccount;
}

const createErrorTranslator =
  ({ healthIssues, rights, server }: HealthReporting) =>
  (error: unknown): unknown => {
    if (error instanceof DamagedEventError)
      healthIssues.raise(createLogDamageIssue(server.displayUrl, error));
    if (error instanceof UnsupportedEventLog) healthIssues.raise(createUnsupportedLogIssue(error));
    if (error instanceof StreamTruncatedError) healthIssues.raise(createTruncatedStreamIssue(error));
    if (error instanceof AppendTooLarge) healthIssues.raise(createAppendTooLargeIssue(error));
    const ours = translateServerError(error, server);
    if (ours instanceof EventStoreRightMissing) {
      rights.reportMissing((ours.cause as ServerAccessDenied).right ?? READ_ALL_RIGHT, ours);
      return ours;
    }
    // Other errors already have an issue.
    if (ours instanceof EventStoreUnavailable && isServerError(ours.cause))
      healthIssues.raise(
        createUnavailableIssue(translateServerError(ours.cause, server) as EventStoreUnavailable),
      );
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
    untilClosed: runUnlessClosed,
    runAndTrack<T>(work: () => Promise<T>): Promise<T> {
      const answer = runUnlessClosed(work);
      working.add(answer);
      return answer.finally(() => working.delete(answer));
    },
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
