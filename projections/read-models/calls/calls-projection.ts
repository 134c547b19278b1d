import { evolveCall, INITIAL_CALL, type CallEvent } from '#domain/call/call-events.js';
import type { RecordedEvent } from '#domain/event.js';
import type {
  ProcessItemFailed,
  ProcessItemRetried,
  ProcessItemSkipped,
} from '#domain/process-manager/process-manager-events.js';
import type { RecordCallRequested } from '#domain/record/record-events.js';
import { parseRecordStream, parseStreamName } from '#domain/stream-names.js';
import {
  type Projection,
  openDocuments,
  type Documents,
  type ActiveGenerations,
} from '#projections/port/projection.js';
import type { CollectionIndexes, Filter, Page, Query } from '#projections/port/query.js';
import { CALLS_COLLECTION, type WaitingCall } from './call-document.js';

const REQUEST = 'record.call-requested';
const FAILED = 'process.item-failed';
const RETRIED = 'process.item-retried';
const SKIPPED = 'process.item-skipped';
const OF_PROCESSES = [FAILED, RETRIED, SKIPPED];
const REFUSED = 'its record refused what came of it: see its history';

export const callsProjection: Projection<WaitingCall> = {
  name: 'calls',
  version: 3,
  types: ['record.call-', ...OF_PROCESSES],
  targets(event) {
    const id = findCallId(event);
    return id === undefined ? [] : [{ collection: CALLS_COLLECTION, id }];
  },
  apply(document, event) {
    if (event.type === REQUEST)
      return document ?? createWaitingCall(event as RecordedEvent<RecordCallRequested>);
    if (!document) return undefined;
    if (event.type === FAILED) return markUndecided(document, event as RecordedEvent<ProcessItemFailed>);
    if (event.type === SKIPPED) return skip(document, event as RecordedEvent<ProcessItemSkipped>);
    if (event.type === RETRIED) return retry(document, event as RecordedEvent<ProcessItemRetried>);
    return applyCallEvent(document, event as RecordedEvent & CallEvent);
  },
};

export const callsIndexes: CollectionIndexes = {
  indexes: [['open', 'due'], ['record'], ['progress.status']],
  text: [],
};

function findCallId(event: RecordedEvent): string | undefined {
  if (event.type === REQUEST) return event.id;
  if (OF_PROCESSES.includes(event.type)) return outboxItemId(event);
  return event.type.startsWith('record.call-') ? callIdInStream(event) : undefined;
}

function outboxItemId({ data }: RecordedEvent): string | undefined {
  const { process, item } = (data ?? {}) as Partial<ProcessItemRetried['data']>;
  return process === 'outbox' && typeof item === 'string' ? item : undefined;
}

function callIdInStream({ stream }: RecordedEvent): string | undefined {
  const parsed = parseStreamName(stream);
  return parsed?.of === 'call' ? parsed.id : undefined;
}

function createWaitingCall(event: RecordedEvent<RecordCallRequested>): WaitingCall | undefined {
  const ref = parseRecordStream(event.stream);
  if (!ref) return undefined;
  const { recordedAt, specification, effectiveAt, archive } = event.metadata;
  // Back-dated calls are history and are never sent.
  if (effectiveAt !== undefined && effectiveAt !== archive?.recordedAt) return undefined;
  return {
    id: event.id,
    position: event.position,
    application: ref.application,
    entity: ref.entity,
    record: ref.id,
    call: event.data.call,
    specification: specification?.version ?? null,
    after: event.data.after ?? [],
    progress: INITIAL_CALL,
    open: archive === undefined,
    due: recordedAt,
    requestedAt: recordedAt,
    changedAt: recordedAt,
    why: null,
    error: null,
  };
}

function markUndecided(
  document: WaitingCall,
  { position, metadata, data }: RecordedEvent<ProcessItemFailed>,
): WaitingCall {
  const { recordedAt: at } = metadata;
  return { ...document, position, changedAt: at, undecided: { at, error: String(data.error) } };
}

function skip(
  { undecided: _, ...document }: WaitingCall,
  { position, metadata }: RecordedEvent<ProcessItemSkipped>,
): WaitingCall {
  const { actor: by, recordedAt: at, commandLine, reason = '' } = metadata;
  const skipped = { by, at, reason, ...(commandLine && { commandLine }) };
  return { ...document, position, open: false, changedAt: at, skipped };
}

function retry(
  document: WaitingCall,
  { position, metadata }: RecordedEvent<ProcessItemRetried>,
): WaitingCall {
  const { skipped: _, undecided: __, ...call } = document;
  const { recordedAt } = metadata;
  return { ...call, position, open: isOpen(call.progress), due: recordedAt, changedAt: recordedAt };
}

const isOpen = ({ status }: WaitingCall['progress']): boolean =>
  ['waiting', 'answered', 'giving up'].includes(status);

function applyCallEvent(document: WaitingCall, event: RecordedEvent & CallEvent): WaitingCall | undefined {
  const { undecided, ...call } = document;
  const progress = evolveCall(call.progress, event);
  if (progress.status === 'done') return undefined;
  const { recordedAt } = event.metadata;
  return {
    ...call,
    ...(undecided && !ATTEMPT_EVENTS.includes(event.type) && { undecided }),
    ...describeOutcome(event, document),
    position: event.position,
    progress,
    open: document.skipped === undefined && isOpen(progress) && !isImportedAttempt(event, progress),
    due: event.type === 'record.call-failed' ? event.data.again : recordedAt,
    changedAt: recordedAt,
  };
}

/** Another installation may still be trying. */
const isImportedAttempt = ({ metadata }: RecordedEvent, { status }: WaitingCall['progress']): boolean =>
  metadata.archive !== undefined && status === 'waiting';

const ATTEMPT_EVENTS: readonly string[] = ['record.call-answered', 'record.call-failed'];

function describeOutcome({ type, data }: CallEvent, before: WaitingCall): Pick<WaitingCall, 'why' | 'error'> {
  switch (type) {
    case 'record.call-failed':
    case 'record.call-withheld':
      return { why: data.why, error: null };
    case 'record.call-given-up':
      return { why: data.why, error: data.error };
    case 'record.call-answered':
      return { why: null, error: data.error };
    case 'record.call-settled':
      // Its details may be confidential.
      return { why: data.refused === null ? before.why : REFUSED, error: before.error };
    case 'record.call-retried':
    case 'record.call-closed':
    default:
      return before;
  }
}

export interface CallsReadModel extends Pick<Documents<WaitingCall>, 'get' | 'find' | 'count'> {
  /** Longest due first. `without`: names or ids. */
  findDue(
    now: string,
    limit: number,
    without?: readonly (CallName | Pick<WaitingCall, 'id'>)[],
  ): Promise<readonly WaitingCall[]>;
  findNextDue(now: string): Promise<string | undefined>;
  findByRecord(record: string): Promise<readonly WaitingCall[]>;
  /** `isLate`: active and due since before that instant. */
  countByStatus(
    before: string,
  ): Promise<{ readonly goOn: number; readonly stopped: number; readonly isLate: boolean }>;
  list(which: CallListName, cursor?: string): Promise<Page<WaitingCall>>;
  listRetried(query: Query): Promise<Page<WaitingCall>>;
}

export type CallName = Pick<WaitingCall, 'application' | 'call'>;

export type CallListName = 'waiting' | 'failed' | 'stopped' | 'skipped';

const ACTIVE_CALLS: Filter = { open: true, 'undecided.at': null };
const STOPPED_CALLS: Filter = {
  $or: [
    { open: false, 'skipped.by': null },
    { open: true, 'undecided.at': { $ne: null } },
  ],
};

const LIST_FILTERS: Readonly<Record<CallListName, Filter>> = {
  waiting: { ...ACTIVE_CALLS, 'progress.attempts': 0 },
  failed: { ...ACTIVE_CALLS, 'progress.attempts': { $gt: 0 } },
  stopped: STOPPED_CALLS,
  skipped: { 'skipped.by': { $ne: null } },
};

/** Failed, and retried automatically when due. */
export const isWaitingForRetry = ({
  open,
  undecided,
  progress: { status, attempts },
}: WaitingCall): boolean => open && undecided === undefined && status === 'waiting' && attempts > 0;

const RETRIED_CALLS: Filter = { ...LIST_FILTERS.failed, 'progress.status': 'waiting' };

const MOST_OF_A_RECORD = 50;
const PAGE = 50;

export function createCallsReadModel(readModels: ActiveGenerations): CallsReadModel {
  const calls = openDocuments<WaitingCall>(readModels, callsProjection.name, CALLS_COLLECTION);
  const { get, find, count } = calls;
  const soonest = { path: 'due' };
  return {
    get,
    find,
    count,
    async findDue(now, limit, without = []) {
      const others = without.map((each) =>
        'id' in each && !('call' in each)
          ? { id: each.id }
          : { application: (each as CallName).application, call: (each as CallName).call },
      );
      const filter = { open: true, due: { $lte: now }, ...(others.length > 0 && { $nor: others }) };
      return (await find({ filter, sort: soonest, limit })).documents;
    },
    async findNextDue(now) {
      const filter = { open: true, due: { $gt: now } };
      return (await find({ filter, sort: soonest, limit: 1 })).documents[0]?.due;
    },
    findByRecord: async (record) => (await find({ filter: { record }, limit: MOST_OF_A_RECORD })).documents,
    async countByStatus(before) {
      const late = { ...ACTIVE_CALLS, due: { $lt: before } };
      const [goOn, stopped, due] = await Promise.all([
        count(ACTIVE_CALLS),
        count(STOPPED_CALLS),
        count(late, 1),
      ]);
      return { goOn: goOn.count, stopped: stopped.count, isLate: due.count > 0 };
    },
    list(which, cursor) {
      const isLatestFirst = which === 'stopped' || which === 'skipped';
      const sort = { path: isLatestFirst ? 'changedAt' : 'due', descending: isLatestFirst };
      return find({ filter: LIST_FILTERS[which], sort, cursor, limit: PAGE });
    },
    listRetried: (query) => find({ ...query, filter: { $and: [RETRIED_CALLS, query.filter ?? {}] } }),
  };
}
