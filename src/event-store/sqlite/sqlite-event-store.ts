// The event store in one SQLite file: what src/command-handling appends to and projections read from.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '../../domain/event.js';
import { LOG_TROUBLE, Troubles } from '../../troubles.js';
import { readOnlyInWords } from '../../read-only.js';
import { createCodec, isText, type Codec } from '../codec.js';
import { DamagedEvent, EventStoreUnavailable, mustBeInTime, type EventStore } from '../event-store.js';
import { closeDatabaseFile } from './database-file.js';
import { damageOf } from './damage.js';
import { DamagedFile, inOurWords, UnusableFile } from './failures.js';
import { startGroupCommit } from './group-commit.js';
import { openLogFile } from './log-file.js';
import { createLogReader, type LogReader } from './log-reader.js';
import { createNews, type News } from './news.js';

export interface SqliteSettings {
  /** Milliseconds an append waits while another process holds the file locked; 5,000. */
  readonly patience?: number;
  /** Pages of 4 KiB the file may grow to: stands for a full disk in tests. */
  readonly pageLimit?: number;
  /** Between events and what is stored; another one copies logs as they are. */
  readonly codec?: Codec;
  /** Told when the log turns out to be damaged; where it is known to be, nothing is written. */
  readonly troubles?: Troubles;
}

/**
 * Opens the log, makes it where there is none; returns at once (synchronous). Any number of processes may have the same file open.
 * Throws `UnusableFile` with what to do when the file is no event log, is cut off, or was written by a newer Daybook.
 */
export function openSqliteEventStore(path: string, settings: SqliteSettings = {}): EventStore {
  const { patience = 5_000, pageLimit, codec = createCodec(), troubles = new Troubles() } = settings;
  const inWords = wordsOf(path, troubles);
  const { writer, reader } = telling(inWords, () => openLogFile(path, pageLimit));
  const log = createLogReader(reader, codec);
  const news = createNews(log.head);
  const commits = writer && startGroupCommit(writer, { inWords, patience, committed: news.wake });
  let open = true;

  const reading = <T>(read: () => T): T => {
    if (!open) throw new EventStoreUnavailable('The event store is closed.');
    return telling(inWords, read);
  };

  return {
    async read(stream, from = 1, until) {
      mustBeInTime(until);
      return reading(() => log.stream(stream, from));
    },
    async append(stream, events, expectedVersion, until) {
      mustBeInTime(until);
      mustBeSound(troubles);
      if (!commits) throw new UnusableFile(readOnlyInWords(path));
      if (!isText(stream)) throw new TypeError(`no stream can have this name: ${JSON.stringify(stream)}`);
      return commits.append({ stream, events: events.map(codec.encode), expectedVersion, until });
    },
    all: (after = 0, signal) =>
      follow({ page: (position) => reading(() => log.page(position)) }, news, {
        after,
        ended: () => !open || signal?.aborted === true,
        signal,
      }),
    head: async () => reading(log.head),
    async close() {
      if (!open) return;
      commits?.close();
      open = false;
      news.wake();
      reader.close();
      if (writer) closeDatabaseFile(writer);
    },
  };
}

interface Following {
  readonly after: number;
  readonly ended: () => boolean;
  readonly signal: AbortSignal | undefined;
}

async function* follow(
  log: Pick<LogReader, 'page'>,
  news: News,
  { after, ended, signal }: Following,
): AsyncGenerator<readonly Recorded[]> {
  let position = after;
  while (!ended()) {
    const events = log.page(position);
    if (events.length === 0) {
      await news.after(position, signal);
      continue;
    }
    position = events.at(-1)!.position;
    yield events;
    // A reader that never waits for anything would otherwise keep the event loop, and with it the server, to itself.
    await nextTurn();
  }
}

function telling<T>(inWords: (error: unknown) => unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inWords(error);
  }
}

/** Damage that is met is told. */
function wordsOf(path: string, troubles: Troubles): (error: unknown) => unknown {
  return (error) => {
    const ours = inOurWords(error, { path, shown: 'the log' });
    if (ours instanceof DamagedFile) troubles.tell(damageOf(path, 'some of it', ours.shown));
    if (ours instanceof DamagedEvent) {
      const { position, stream, version } = ours.place;
      const where = `event ${position} (${stream}, version ${version})`;
      troubles.tell(damageOf(path, where, `the log is damaged at event ${position}`));
    }
    return ours;
  };
}

function mustBeSound(troubles: Troubles): void {
  const trouble = troubles.of(LOG_TROUBLE);
  if (trouble?.grave) throw new DamagedFile(trouble.what, trouble.shown);
}
