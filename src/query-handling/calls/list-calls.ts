// Query: calls and mails that something is still to be done about, for admins.
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createCallsReadModel, type CallListName } from '#projections/read-models/calls/calls-projection.js';
import { assertAdminViewer } from '../people/list-people.js';
import type { PersonName, QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';

export type { CallListName as Listed, WaitingCall };

export interface ListedCalls {
  readonly calls: readonly WaitingCall[];
  /** Names of the admins who skipped some. */
  readonly people: ReadonlyMap<string, PersonName>;
  /** Cursor of the next page. */
  readonly next?: string;
}

/** Throws `Refused` for who is no admin; `BadCursor`. */
export async function listCalls(
  { readModels, names }: Pick<QueryDependencies, 'readModels' | 'names'>,
  viewer: Viewer,
  which: CallListName,
  cursor?: string,
): Promise<ListedCalls> {
  assertAdminViewer(viewer, 'to.see-calls');
  const { documents, next } = await createCallsReadModel(readModels).list(which, cursor);
  const people = await names.of(documents.flatMap(({ skipped }) => skipped?.by ?? []));
  return { calls: documents, people, ...(next !== undefined && { next }) };
}

/** undefined: nothing is to be done about it any more, or there never was such a call. */
export const findCallByName = async (
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  id: string,
): Promise<WaitingCall | undefined> => createCallsReadModel(readModels).get(id);

export interface CallCounts {
  readonly waiting: number;
  readonly stopped: number;
  /** Some have been due for so long that nobody seems to be at it. */
  readonly late: boolean;
}

const LATE_MS = 10 * 60_000;

export async function countCallsByState({
  readModels,
  now,
}: Pick<QueryDependencies, 'readModels' | 'now'>): Promise<CallCounts> {
  const before = new Date(Date.parse(now()) - LATE_MS).toISOString();
  const { goOn, stopped, isLate } = await createCallsReadModel(readModels).countByStatus(before);
  return { waiting: goOn, stopped, late: isLate };
}
