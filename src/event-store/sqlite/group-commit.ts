// Appends that arrive together are written in one transaction: one fsync for all of them, each with its own expected version.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { EventStoreUnavailable, type Appended } from '../event-store.js';
import { BUSY } from './failures.js';
import { primaryCode } from '#platform/sqlite-codes.js';
import { prepareWriteAppend } from './write-append.js';
import type { EncodedAppend } from './append.js';

interface QueuedAppend extends EncodedAppend {
  readonly until: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommit {
  append(append: EncodedAppend): Promise<Appended>;
  /** Writes what is waiting; afterwards appends are refused. */
  close(): void;
}

export interface GroupCommitSettings {
  /** The error to reject with instead. */
  readonly translate: (error: unknown) => unknown;
  /** Milliseconds an append waits for another process' lock. */
  readonly patience: number;
  /** Told after each commit. */
  readonly committed: () => void;
}

const LARGEST_GROUP = 500;
const LOCK_RETRY = 20;

export function startGroupCommit(database: DatabaseSyncInstance, settings: GroupCommitSettings): GroupCommit {
  const write = prepareGroup(database);
  let waiting: QueuedAppend[] = [];
  let scheduled = false;
  let closed = false;

  function schedule(again?: number): void {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    // setImmediate comes after every request of this turn of the event loop has been handled: they share the commit.
    if (again === undefined) setImmediate(flush);
    else setTimeout(flush, again);
  }

  function flush(): void {
    scheduled = false;
    const group = waiting.slice(0, LARGEST_GROUP);
    if (group.length === 0) return;
    try {
      const outcomes = write(group);
      waiting = waiting.slice(group.length);
      group.forEach((pending, index) => settle(pending, outcomes[index]!));
      settings.committed();
    } catch (error) {
      return failed(group, error);
    }
    schedule();
  }

  function failed(group: readonly QueuedAppend[], error: unknown): void {
    const mayWait = primaryCode(error) === BUSY && !closed;
    const now = performance.now();
    const given = new Set(mayWait ? group.filter(({ until }) => until <= now) : group);
    waiting = waiting.filter((pending) => !given.has(pending));
    for (const { reject } of given) reject(settings.translate(error));
    schedule(mayWait ? LOCK_RETRY : undefined);
  }

  return {
    append(append) {
      if (closed) return Promise.reject(new EventStoreUnavailable('The event store is closed.'));
      return new Promise((resolve, reject) => {
        const until = Math.min(performance.now() + settings.patience, append.until ?? Infinity);
        waiting.push({ resolve, reject, ...append, until });
        schedule();
      });
    },
    close() {
      closed = true;
      while (waiting.length > 0) flush();
    },
  };
}

function settle({ resolve, reject }: QueuedAppend, outcome: Appended | Error): void {
  if (outcome instanceof Error) reject(outcome);
  else resolve(outcome);
}

/** Writes each append that can be, all in one transaction; an Error stands for one that cannot. Throws when none is written. */
function prepareGroup(
  database: DatabaseSyncInstance,
): (group: readonly EncodedAppend[]) => readonly (Appended | Error)[] {
  // IMMEDIATE: nobody else writes between the check of a version and the commit, so positions grow in commit order.
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const write = prepareWriteAppend(database);
  return (group) => {
    begin.run();
    try {
      const outcomes = group.map(write);
      commit.run();
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}
