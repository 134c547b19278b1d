import { Query } from '@nestjs/cqrs';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { RecordRef } from '#domain/stream-names.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { RecordsQuestion } from './records-view.js';
import { findEventRights, type TimelineViewer } from '../timeline/event-rights.js';

/** Served until a rebuild ends; they lack the number of calls. */
export type DocumentOfEarlierProjection<Known extends keyof RecordDocument> = Pick<RecordDocument, Known> &
  Partial<Pick<RecordDocument, 'calls'>>;

export class ListCallsOfRecord extends Query<readonly WaitingCall[]> {
  constructor(
    readonly record: RecordRef,
    readonly document: DocumentOfEarlierProjection<'id'>,
    readonly question: Pick<RecordsQuestion, 'published' | 'viewer'>,
  ) {
    super();
  }
}

/** undefined in documents of earlier projections. */
export async function listCallsOfRecord(
  sources: QueryDependencies,
  record: RecordRef,
  { id, calls }: DocumentOfEarlierProjection<'id'>,
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

/** Leaves out calls with conditions on hidden fields. The caller checks the record's permission. */
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
