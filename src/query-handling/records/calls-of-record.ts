// Calls and mails of records that something is still to be done about, as one person may learn of them.
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { RecordRef } from '#domain/stream-names.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { RecordsQuestion } from './records-view.js';
import { findEventRights, type TimelineViewer } from '../timeline/event-rights.js';

/** Built by an earlier version, it does not know how many calls there are; such are served until today's version has built its own. */
export type EarlierDocument<Known extends keyof RecordDocument> = Pick<RecordDocument, Known> &
  Partial<Pick<RecordDocument, 'calls'>>;

/** Most records never ask for any. A document of an earlier version does not say whether its record has. */
export async function listCallsOfRecord(
  sources: QueryDependencies,
  record: RecordRef,
  { id, calls }: EarlierDocument<'id'>,
  { published, viewer }: Pick<RecordsQuestion, 'published' | 'viewer'>,
): Promise<readonly WaitingCall[]> {
  if (calls === 0) return [];
  const found = await createCallsReadModel(sources.readModels).findByRecord(id);
  const own = found.filter((call) => recordOf(call).equals(record));
  return filterVisibleCalls(sources, own, {
    viewer,
    published: new Map([[published.specification.key, published]]),
  });
}

/** Leaves out calls with a condition on fields that the person may not read. Callers check first that the person may read the record. */
export async function filterVisibleCalls(
  sources: QueryDependencies,
  calls: readonly WaitingCall[],
  viewing: TimelineViewer,
): Promise<readonly WaitingCall[]> {
  if (calls.length === 0) return [];
  const subjectOf = (call: WaitingCall) => ({ subject: recordOf(call).name });
  const rights = await findEventRights(sources, calls.map(subjectOf), viewing);
  return calls.filter((call) => {
    const { operates, conditionHidden } = rights(subjectOf(call));
    return operates || !conditionHidden(call, call.specification ?? undefined);
  });
}

const recordOf = ({ application, entity, record: id }: WaitingCall): RecordRef =>
  RecordRef.of({ application, entity, id });
