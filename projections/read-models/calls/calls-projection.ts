// Read model `calls`: what is asked for waits, until it is answered and nothing is left to do.
import { evolveCall, INITIAL_CALL, type CallEvent } from '#domain/call/call-events.js';
import type { RecordedEvent } from '#domain/event.js';
import type {
  ProcessItemFailed,
  ProcessItemRetried,
  ProcessItemSkipped,
} from '#domain/process/process-events.js';
import type { RecordCallRequested } from '#domain/record/record-events.js';
import { parseRecordStream, parseStream } from '#domain/stream-names.js';
import {
  type Projection,
  documentsIn,
  type Documents,
  type ActiveGenerations,
} from '#projections/port/projection.js';
import type { CollectionShape, Filter, Page, Query } from '#projections/port/query.js';
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
    const id = callOf(event);
    return id === undefined ? [] : [{ collection: CALLS_COLLECTION, id }];
  },
  apply(document, event) {
    if (event.type === REQUEST) return document ?? requested(event as RecordedEvent<RecordCallRequested>);
    if (!document) return undefined;
    if (event.type === FAILED) return leaveAlone(document, event as RecordedEvent<ProcessItemFailed>);
    if (event.type === SKIPPED) return skip(document, event as RecordedEvent<ProcessItemSkipped>);
    if (event.type === RETRIED) return retry(document, event as RecordedEvent<ProcessItemRetried>);
    return moved(document, event as RecordedEvent & CallEvent);
  },
};

export const callsShape: CollectionShape = {
  indexes: [['open', 'due'], ['record'], ['progress.status']],
  text: [],
};

function callOf(event: RecordedEvent): string | undefined {
  if (event.type === REQUEST) return event.id;
  if (OF_PROCESSES.includes(event.type)) return outboxItem(event);
  return event.type.startsWith('record.call-') ? callIn(event) : undefined;
}

/** undefined: not about one call, or damaged. */
function outboxItem({ data }: RecordedEvent): string | undefined {
  const { process, item } = (data ?? {}) as Partial<ProcessItemRetried['data']>;
  return process === 'outbox' && typeof item === 'string' ? item : undefined;
}

function callIn({ stream }: RecordedEvent): string | undefined {
  const parsed = parseStream(stream);
  return parsed?.of === 'call' ? parsed.id : undefined;
}

function requested(event: RecordedEvent<RecordCallRequested>): WaitingCall | undefined {
  const ref = parseRecordStream(event.stream);
  if (!ref) return undefined;
  const { recordedAt, specification, effectiveAt } = event.metadata;
  // Told of the past: it waits for nobody, and is never sent.
  if (effectiveAt !== undefined) return undefined;
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
    open: true,
    due: recordedAt,
    requestedAt: recordedAt,
    changedAt: recordedAt,
    why: null,
    error: null,
  };
}

function leaveAlone(
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

/** undefined: nothing is left to do. */
function moved(document: WaitingCall, event: RecordedEvent & CallEvent): WaitingCall | undefined {
  const { undecided, ...call } = document;
  const progress = evolveCall(call.progress, event);
  if (progress.status === 'done') return undefined;
  const { recordedAt } = event.metadata;
  return {
    ...call,
    ...(undecided && !ATTEMPTED.includes(event.type) && { undecided }),
    ...said(event, document),
    position: event.position,
    progress,
    open: document.skipped === undefined && isOpen(progress),
    due: event.type === 'record.call-failed' ? event.data.again : recordedAt,
    changedAt: recordedAt,
  };
}

/** Events that the outbox writes about a call that it does not leave alone any more. */
const ATTEMPTED: readonly string[] = ['record.call-answered', 'record.call-failed'];

function said({ type, data }: CallEvent, before: WaitingCall): Pick<WaitingCall, 'why' | 'error'> {
  switch (type) {
    case 'record.call-failed':
    case 'record.call-withheld':
      return { why: data.why, error: null };
    case 'record.call-given-up':
      return { why: data.why, error: data.error };
    case 'record.call-answered':
      return { why: null, error: data.error };
    case 'record.call-settled':
      // Its words are for whoever may see the whole record.
      return { why: data.refused === null ? before.why : REFUSED, error: before.error };
    case 'record.call-retried':
    case 'record.call-closed':
      return before;
  }
}

/** What pages and the sender ask of the calls that something is still to be done about. */
export interface CallsReadModel extends Pick<Documents<WaitingCall>, 'get' | 'find' | 'count'> {
  /** What is to be done by now, the longest due first. `without`: calls that need not be looked at, by name or one by one. */
  due(
    now: string,
    limit: number,
    without?: readonly (CallName | Pick<WaitingCall, 'id'>)[],
  ): Promise<readonly WaitingCall[]>;
  /** When the next is due after that. */
  nextDue(now: string): Promise<string | undefined>;
  ofRecord(record: string): Promise<readonly WaitingCall[]>;
  /** `isLate`: one that Daybook goes on with has been due since before that instant. */
  counts(
    before: string,
  ): Promise<{ readonly goOn: number; readonly stopped: number; readonly isLate: boolean }>;
  listed(which: Listed, cursor?: string): Promise<Page<WaitingCall>>;
  /** Those that are sent again by themselves once they are due. */
  retried(query: Query): Promise<Page<WaitingCall>>;
}

export type CallName = Pick<WaitingCall, 'application' | 'call'>;

export type Listed = 'waiting' | 'failed' | 'stopped' | 'skipped';

/** Daybook goes on with them by itself. */
const GOES_ON: Filter = { open: true, 'undecided.at': null };
/** A person has to decide about them. */
const STOPPED: Filter = {
  $or: [
    { open: false, 'skipped.by': null },
    { open: true, 'undecided.at': { $ne: null } },
  ],
};

const LISTED: Readonly<Record<Listed, Filter>> = {
  waiting: { ...GOES_ON, 'progress.attempts': 0 },
  failed: { ...GOES_ON, 'progress.attempts': { $gt: 0 } },
  stopped: STOPPED,
  skipped: { 'skipped.by': { $ne: null } },
};

/** It did not get through, and is sent again by itself once it is due. */
export const isRetried = ({ open, undecided, progress: { status, attempts } }: WaitingCall): boolean =>
  open && undecided === undefined && status === 'waiting' && attempts > 0;

const SENT_AGAIN: Filter = { ...LISTED.failed, 'progress.status': 'waiting' };

const MOST_OF_A_RECORD = 50;
const PAGE = 50;

export function callsIn(readModels: ActiveGenerations): CallsReadModel {
  const calls = documentsIn<WaitingCall>(readModels, callsProjection.name, CALLS_COLLECTION);
  const { get, find, count } = calls;
  const soonest = { path: 'due' };
  return {
    get,
    find,
    count,
    async due(now, limit, without = []) {
      const others = without.map((each) =>
        'id' in each && !('call' in each)
          ? { id: each.id }
          : { application: (each as CallName).application, call: (each as CallName).call },
      );
      const filter = { open: true, due: { $lte: now }, ...(others.length > 0 && { $nor: others }) };
      return (await find({ filter, sort: soonest, limit })).documents;
    },
    async nextDue(now) {
      const filter = { open: true, due: { $gt: now } };
      return (await find({ filter, sort: soonest, limit: 1 })).documents[0]?.due;
    },
    ofRecord: async (record) => (await find({ filter: { record }, limit: MOST_OF_A_RECORD })).documents,
    async counts(before) {
      const late = { ...GOES_ON, due: { $lt: before } };
      const [goOn, stopped, due] = await Promise.all([count(GOES_ON), count(STOPPED), count(late, 1)]);
      return { goOn: goOn.count, stopped: stopped.count, isLate: due.count > 0 };
    },
    listed(which, cursor) {
      const isLatestFirst = which === 'stopped' || which === 'skipped';
      const sort = { path: isLatestFirst ? 'changedAt' : 'due', descending: isLatestFirst };
      return find({ filter: LISTED[which], sort, cursor, limit: PAGE });
    },
    retried: (query) => find({ ...query, filter: { $and: [SENT_AGAIN, query.filter ?? {}] } }),
  };
}
