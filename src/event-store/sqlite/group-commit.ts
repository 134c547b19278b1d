import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import {
  DamagedEventError,
  EventStoreUnavailable,
  type AppendResult,
  type EventLocation,
  EventIdTaken,
  WrongExpectedVersion,
} from '../event-store.js';
import { SQLITE_BUSY, SQLITE_CONSTRAINT, SQLITE_TOO_BIG } from './sqlite-errors.js';
import { getPrimarySqliteErrorCode } from '#platform/sqlite.js';
import type { EncodedAppend } from './encoded-append.js';
import { computeChainLink } from '../log-hash-chain.js';
import { readHashChainStart, type HashChainStart } from './hash-chain-table.js';

export interface GroupCommit {
  append(append: EncodedAppend): Promise<AppendResult>;
  /** Writes the queue, then refuses appends. */
  close(): void;
}

interface GroupCommitSettings {
  readonly translate: (error: unknown) => unknown;
  /** Milliseconds for another process' lock. */
  readonly lockTimeout: number;
  readonly onCommit: () => void;
}

const MAX_GROUP = 500;
const LOCK_RETRY_MS = 20;

export function startGroupCommit(database: DatabaseSyncInstance, settings: GroupCommitSettings): GroupCommit {
  const write = prepareGroupWrite(database);
  let waiting: QueuedAppend[] = [];
  let scheduled = false;
  let closed = false;

  function schedule(again?: number): void {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    // After all requests of this turn, so that they share the commit.
    if (again === undefined) setImmediate(flush);
    else setTimeout(flush, again);
  }

  function flush(): void {
    scheduled = false;
    const group = waiting.slice(0, MAX_GROUP);
    if (group.length === 0) return;
    try {
      const outcomes = write(group);
      waiting = waiting.slice(group.length);
      group.forEach((pending, index) => settleAppend(pending, outcomes[index]!));
      settings.onCommit();
    } catch (error) {
      return handleFailure(group, error);
    }
    schedule();
  }

  function handleFailure(group: readonly QueuedAppend[], error: unknown): void {
    const mayWait = getPrimarySqliteErrorCode(error) === SQLITE_BUSY && !closed;
    const now = performance.now();
    const given = new Set(mayWait ? group.filter(({ deadline }) => deadline <= now) : group);
    waiting = waiting.filter((pending) => !given.has(pending));
    for (const { reject } of given) reject(settings.translate(error));
    schedule(mayWait ? LOCK_RETRY_MS : undefined);
  }

  return {
    append(append) {
      if (closed) return Promise.reject(new EventStoreUnavailable('The event store is closed.'));
      return new Promise((resolve, reject) => {
        const until = Math.min(performance.now() + settings.lockTimeout, append.deadline ?? Infinity);
        waiting.push({ resolve, reject, ...append, deadline: until });
        schedule();
      });
    },
    close() {
      closed = true;
      while (waiting.length > 0) flush();
    },
  };
}

interface QueuedAppend extends EncodedAppend {
  readonly deadline: number;
  readonly resolve: (appended: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

function settleAppend({ resolve, reject }: QueuedAppend, outcome: AppendResult | Error): void {
  if (outcome instanceof Error) reject(outcome);
  else resolve(outcome);
}

/** One transaction; an Error for each append that failed alone. Throws when nothing is written. */
function prepareGroupWrite(
  database: DatabaseSyncInstance,
): (group: readonly EncodedAppend[]) => readonly (AppendResult | Error)[] {
  // Positions grow in commit order, as IMMEDIATE excludes other writers.
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const chain = prepareChain(database);
  const write = prepareAppend(database, chain);
  return (group) => {
    begin.run();
    try {
      chain.start();
      const outcomes = group.map(write);
      commit.run();
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}

interface ChainEnd {
  link: string;
  /** Throws `DamagedEventError` where the last event has no link. */
  start(): void;
}

function prepareChain(database: DatabaseSyncInstance): ChainEnd {
  const last = database.prepare(
    'SELECT position, stream, version, link FROM event ORDER BY position DESC LIMIT 1',
  );
  let begin: HashChainStart | undefined;
  return {
    link: '',
    start() {
      const found = last.get() as (EventLocation & { readonly link: string | null }) | undefined;
      const position = found?.position ?? 0;
      begin ??= readHashChainStart(database);
      const link = position === begin?.position ? begin.link : found?.link;
      if (!begin || !link || position < begin.position)
        throw new DamagedEventError(found ?? NO_EVENT, 'its link is missing, and nothing can follow it');
      this.link = link;
    },
  };
}

const NO_EVENT: EventLocation = { stream: '–', version: 0, position: 0 };

interface AppendStatements {
  readonly last: StatementSyncInstance;
  readonly insert: StatementSyncInstance;
  readonly range: StatementSyncInstance;
  readonly taken: StatementSyncInstance;
}

/** Returns errors of this append; throws those of the transaction. */
function prepareAppend(
  database: DatabaseSyncInstance,
  chain: ChainEnd,
): (append: EncodedAppend) => AppendResult | Error {
  const statements: AppendStatements = {
    last: database.prepare(
      'SELECT version, position FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1',
    ),
    insert: database.prepare(
      'INSERT INTO event (stream, version, id, type, data, metadata, link) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    range: database.prepare(
      'SELECT id, version, position FROM event WHERE stream = ? AND version > ? ORDER BY version LIMIT ?',
    ),
    taken: database.prepare('SELECT stream, version FROM event WHERE id = ?'),
  };
  return (append) => {
    const last = statements.last.get(append.stream) as AppendResult | undefined;
    const actual = last?.version ?? 0;
    if (actual !== append.expectedVersion)
      return (
        findEarlierResult(statements, append) ??
        new WrongExpectedVersion(append.stream, append.expectedVersion, actual)
      );
    if (append.events.length === 0) return { version: actual, position: last?.position ?? 0 };
    return insertAll(database, statements, append, chain);
  };
}

function findEarlierResult(
  { range }: AppendStatements,
  { stream, events, expectedVersion }: EncodedAppend,
): AppendResult | undefined {
  const there = range.all(stream, expectedVersion, events.length) as ({ id: string } & AppendResult)[];
  if (events.length === 0 || !events.every(({ id }, index) => there[index]?.id === id)) return undefined;
  const { version, position } = there.at(-1)!;
  return { version, position };
}

function insertAll(
  database: DatabaseSyncInstance,
  statements: AppendStatements,
  append: EncodedAppend,
  chain: ChainEnd,
): AppendResult | Error {
  const before = chain.link;
  const several = append.events.length > 1;
  if (several) database.exec('SAVEPOINT append');
  try {
    const appended = insertEach(statements, append, chain);
    if (several) database.exec('RELEASE append');
    return appended;
  } catch (error) {
    const code = getPrimarySqliteErrorCode(error);
    if (code !== SQLITE_CONSTRAINT && code !== SQLITE_TOO_BIG) throw error;
    if (several) database.exec('ROLLBACK TO append; RELEASE append');
    chain.link = before;
    return findTakenId(statements, append) ?? (error as Error);
  }
}

function insertEach(
  { insert }: AppendStatements,
  { stream, events, expectedVersion }: EncodedAppend,
  chain: ChainEnd,
): AppendResult {
  let version = expectedVersion;
  let position = 0;
  for (const event of events) {
    const { id, type, data, metadata } = event;
    chain.link = computeChainLink(chain.link, event, { stream, version: ++version });
    position = Number(insert.run(stream, version, id, type, data, metadata, chain.link).lastInsertRowid);
  }
  return { version, position };
}

function findTakenId({ taken }: AppendStatements, { events }: EncodedAppend): EventIdTaken | undefined {
  const ids = new Set<string>();
  for (const { id } of events) {
    const where = taken.get(id) as { stream: string; version: number } | undefined;
    if (where || ids.has(id)) return new EventIdTaken(id, where?.stream, where?.version);
    ids.add(id);
  }
  return undefined;
}
