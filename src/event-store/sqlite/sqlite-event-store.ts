import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/event.js';
import { LOG_ISSUE_KEY, HealthIssues } from '#platform/health-issues.js';
import { describeReadOnly } from '#platform/read-only-database.js';
import { createEventCodec, isStorableText, type EventCodec } from '../event-codec.js';
import {
  DamagedEventError,
  EventStoreUnavailable,
  EventLogReplacedError,
  assertBeforeDeadline,
  type EventStore,
  type RecordedEventReference,
} from '../event-store.js';
import { closeDatabaseFile } from './database-file.js';
import { createLogDamageIssue } from './log-health-issues.js';
import { DamagedDatabaseFile, translateSqliteError, UnusableDatabaseFile } from './sqlite-errors.js';
import { startGroupCommit } from './group-commit.js';
import { openLogFile } from './log-file.js';
import { createLogReader, type LogReader, watchForReplacedLogFile } from './log-reader.js';
import { type AppendNotifier, createAppendNotifier } from './append-notifier.js';

export interface SqliteSettings {
  /** Milliseconds for another process' lock; 5,000. */
  readonly lockTimeout?: number;
  /** Pages of 4 KiB: simulates a full disk in tests. */
  readonly pageLimit?: number;
  readonly isReadOnly?: boolean;
  readonly codec?: EventCodec;
  /** Raised when the log is damaged; nothing is written from then on. */
  readonly healthIssues?: HealthIssues;
}

/** Synchronous; creates a missing log. Processes may share the file. Throws `UnusableDatabaseFile`. */
export function openSqliteEventStore(path: string, settings: SqliteSettings = {}): EventStore {
  const {
    lockTimeout = 5_000,
    pageLimit,
    isReadOnly,
    codec = createEventCodec(),
    healthIssues = new HealthIssues(),
  } = settings;
  const translate = createErrorTranslator(path, healthIssues);
  const { writer, reader } = translateErrors(translate, () => openLogFile(path, { pageLimit, isReadOnly }));
  const log = createLogReader(reader, codec);
  const file = writer && watchForReplacedLogFile(path);
  let open = true;

  const runWhileOpen = <T>(read: () => T): T => {
    if (!open) throw new EventStoreUnavailable('The event store is closed.');
    return translateErrors(translate, read);
  };
  const runWhileInPlace = <T>(read: () => T): T => {
    if (file?.isUnchanged() === false) throw new EventLogReplacedError(describeReplacedFile(path), true);
    return runWhileOpen(read);
  };
  const notifier = createAppendNotifier(() => runWhileInPlace(log.readHead));
  const commits =
    writer && startGroupCommit(writer, { translate, lockTimeout: lockTimeout, onCommit: notifier.notify });

  return {
    async read(stream, from = 1, deadline) {
      assertBeforeDeadline(deadline);
      return runWhileOpen(() => log.readStream(stream, from));
    },
    async append(stream, events, expectedVersion, deadline) {
      assertBeforeDeadline(deadline);
      assertUndamaged(healthIssues);
      if (!commits) throw new UnusableDatabaseFile(describeReadOnly(path));
      if (!isStorableText(stream))
        throw new TypeError(`no stream can have this name: ${JSON.stringify(stream)}`);
      const encoded = events.map(codec.encode);
      return runWhileInPlace(() => commits.append({ stream, events: encoded, expectedVersion, deadline }));
    },
    all: (after = 0, signal) =>
      followLog(
        (position, last) => runWhileInPlace(() => readPageAfter(log, path, position, last)),
        notifier,
        {
          after,
          hasEnded: () => !open || signal?.aborted === true,
          signal,
        },
      ),
    head: async () => runWhileOpen(log.readHead),
    has: async (event) => runWhileInPlace(() => log.has(event)),
    async close() {
      if (!open) return;
      commits?.close();
      open = false;
      notifier.notify();
      if (file?.isUnchanged() === false) return leaveOpen(reader, writer);
      reader.close();
      if (writer) closeDatabaseFile(writer);
    },
  };
}

function createErrorTranslator(path: string, healthIssues: HealthIssues): (error: unknown) => unknown {
  return (error) => {
    const ours = translateSqliteError(error, { path, shown: 'the log' });
    if (ours instanceof DamagedDatabaseFile)
      healthIssues.raise(createLogDamageIssue(path, 'some of it', ours.publicMessage));
    if (ours instanceof DamagedEventError) {
      const { position, stream, version } = ours.place;
      const where = `event ${position} (${stream}, version ${version})`;
      healthIssues.raise(createLogDamageIssue(path, where, `the log is damaged at event ${position}`));
    }
    return ours;
  };
}

function assertUndamaged(healthIssues: HealthIssues): void {
  const issue = healthIssues.find(LOG_ISSUE_KEY);
  if (issue?.severity === 'error') throw new DamagedDatabaseFile(issue.adminMessage, issue.publicMessage);
}

function translateErrors<T>(translate: (error: unknown) => unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  }
}

const describeReplacedFile = (path: string) =>
  `The log ${path} is not the file any more that this process has opened: another one was put in its place, or a file beside it was removed.`;

/** Closing, or garbage collection, would write to the replacement log's files. */
const leftOpen: unknown[] = [];
const leaveOpen = (...connections: readonly unknown[]) => connections.forEach((each) => leftOpen.push(each));

function readPageAfter(
  log: LogReader,
  path: string,
  position: number,
  last: RecordedEventReference | undefined,
) {
  if (last && !log.has(last)) throw new EventLogReplacedError(describeMissingEvent(path, last));
  return log.readPage(position);
}

const describeMissingEvent = (path: string, { position, stream, version }: RecordedEventReference) =>
  `The log ${path} lacks event ${position} (${stream}, version ${version}), which was there before.`;

type EventPageReader = (after: number, last: RecordedEventReference | undefined) => readonly RecordedEvent[];

interface FollowOptions {
  readonly after: number;
  readonly hasEnded: () => boolean;
  readonly signal: AbortSignal | undefined;
}

async function* followLog(
  page: EventPageReader,
  notifier: AppendNotifier,
  { after, hasEnded, signal }: FollowOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  let position = after;
  let last: RecordedEventReference | undefined;
  while (!hasEnded()) {
    const events = page(position, last);
    if (events.length === 0) {
      await notifier.waitForAppend(position, signal);
      continue;
    }
    last = events.at(-1)!;
    position = last.position;
    yield events;
    await nextTurn();
  }
}
