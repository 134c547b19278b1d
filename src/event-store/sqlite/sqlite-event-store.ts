// Event store in one SQLite file.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/event.js';
import { LOG_ISSUE, HealthIssues } from '#platform/health-issues.js';
import { describeReadOnly } from '#platform/read-only.js';
import { createEventCodec, isStorableText, type EventCodec } from '../event-codec.js';
import {
  DamagedEvent,
  EventStoreUnavailable,
  LogReplaced,
  assertBeforeDeadline,
  type EventStore,
  type EventReference,
} from '../event-store.js';
import { closeDatabaseFile } from './database-file.js';
import { logDamageIssue } from './log-damage.js';
import { DamagedFile, translateSqliteError, UnusableFile } from './sqlite-errors.js';
import { startGroupCommit } from './group-commit.js';
import { openLogFile } from './log-file.js';
import { createLogReader, type LogReader, watchFile } from './log-reader.js';
import { type AppendNotifier, createAppendNotifier } from './append-notifier.js';

export interface SqliteSettings {
  /** Milliseconds an append waits for another process' lock; 5,000. */
  readonly lockTimeout?: number;
  /** In pages of 4 KiB: simulates a full disk in tests. */
  readonly pageLimit?: number;
  readonly isReadOnly?: boolean;
  readonly codec?: EventCodec;
  /** Receives an issue when the log turns out to be damaged; nothing is written from then on. */
  readonly healthIssues?: HealthIssues;
}

/**
 * Opens the log synchronously, creating it if missing. Processes may share the file. Throws `UnusableFile`, with what
 * to do, for a foreign, truncated or newer file.
 */
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
  const file = writer && watchFile(path);
  let open = true;

  const runWhileOpen = <T>(read: () => T): T => {
    if (!open) throw new EventStoreUnavailable('The event store is closed.');
    return translateErrors(translate, read);
  };
  const runWhileInPlace = <T>(read: () => T): T => {
    if (file?.isUnchanged() === false) throw new LogReplaced(describeReplacedFile(path), true);
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
      if (!commits) throw new UnusableFile(describeReadOnly(path));
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

/** Raises damage as a health issue. */
function createErrorTranslator(path: string, healthIssues: HealthIssues): (error: unknown) => unknown {
  return (error) => {
    const ours = translateSqliteError(error, { path, shown: 'the log' });
    if (ours instanceof DamagedFile) healthIssues.raise(logDamageIssue(path, 'some of it', ours.shown));
    if (ours instanceof DamagedEvent) {
      const { position, stream, version } = ours.place;
      const where = `event ${position} (${stream}, version ${version})`;
      healthIssues.raise(logDamageIssue(path, where, `the log is damaged at event ${position}`));
    }
    return ours;
  };
}

function assertUndamaged(healthIssues: HealthIssues): void {
  const issue = healthIssues.find(LOG_ISSUE);
  if (issue?.severity === 'error') throw new DamagedFile(issue.adminMessage, issue.publicMessage);
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

/**
 * Closing would write to, or remove, files that now belong to another log. References prevent garbage collection,
 * which would close them.
 */
const leftOpen: unknown[] = [];
const leaveOpen = (...connections: readonly unknown[]) => connections.forEach((each) => leftOpen.push(each));

function readPageAfter(log: LogReader, path: string, position: number, last: EventReference | undefined) {
  if (last && !log.has(last)) throw new LogReplaced(describeMissingEvent(path, last));
  return log.readPage(position);
}

const describeMissingEvent = (path: string, { position, stream, version }: EventReference) =>
  `The log ${path} lacks event ${position} (${stream}, version ${version}), which was there before.`;

type EventPageReader = (after: number, last: EventReference | undefined) => readonly RecordedEvent[];

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
  let last: EventReference | undefined;
  while (!hasEnded()) {
    const events = page(position, last);
    if (events.length === 0) {
      await notifier.waitForAppend(position, signal);
      continue;
    }
    last = events.at(-1)!;
    position = last.position;
    yield events;
    // Lets other work run between batches.
    await nextTurn();
  }
}
