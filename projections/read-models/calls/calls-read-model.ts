// What pages and the sender ask of the calls that something is still to be done about.
import { documentsIn, type Documents, type ActiveGenerations } from '#projections/port/documents.js';
import type { Filter, Page } from '#projections/port/query.js';
import { callsProjection } from './calls-projection.js';
import { CALLS_COLLECTION, type WaitingCall } from './call-document.js';

export interface CallsReadModel extends Pick<Documents<WaitingCall>, 'get' | 'find' | 'count'> {
  /** What is to be done by now, the longest due first. `without`: calls that need not be looked at. */
  due(now: string, limit: number, without?: readonly CallName[]): Promise<readonly WaitingCall[]>;
  /** When the next is due after that. */
  nextDue(now: string): Promise<string | undefined>;
  ofRecord(record: string): Promise<readonly WaitingCall[]>;
  listed(which: Listed, cursor?: string): Promise<Page<WaitingCall>>;
}

export type CallName = Pick<WaitingCall, 'application' | 'call'>;

export type Listed = 'waiting' | 'failed' | 'stopped';

const LISTED: Readonly<Record<Listed, Filter>> = {
  waiting: { open: true, 'progress.attempts': 0 },
  failed: { open: true, 'progress.attempts': { $gt: 0 } },
  stopped: { open: false },
};

const MOST_OF_A_RECORD = 50;
const PAGE = 50;

export function callsIn(readModels: ActiveGenerations): CallsReadModel {
  const calls = documentsIn<WaitingCall>(readModels, callsProjection.name, CALLS_COLLECTION);
  const { get, find, count } = calls;
  const soonest = { path: 'due' };
  return {
    ...{ get, find, count },
    async due(now, limit, without = []) {
      const others = without.map(({ application, call }) => ({ application, call }));
      const filter = { open: true, due: { $lte: now }, ...(others.length > 0 && { $nor: others }) };
      return (await find({ filter, sort: soonest, limit })).documents;
    },
    async nextDue(now) {
      const filter = { open: true, due: { $gt: now } };
      return (await find({ filter, sort: soonest, limit: 1 })).documents[0]?.due;
    },
    ofRecord: async (record) => (await find({ filter: { record }, limit: MOST_OF_A_RECORD })).documents,
    listed: (which, cursor) =>
      find({
        filter: LISTED[which],
        sort: { path: which === 'stopped' ? 'changedAt' : 'due', descending: which === 'stopped' },
        cursor,
        limit: PAGE,
      }),
  };
}
