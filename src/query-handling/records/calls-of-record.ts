// Calls and mails of one record that something is still to be done about.
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { callsIn } from '#projections/read-models/calls/calls-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { RecordRef } from '#domain/streams.js';
import type { Sources } from '../ports.js';

/** Built by an earlier version, it does not know how many calls there are; such are served until today's version has built its own. */
export type EarlierDocument<Known extends keyof RecordDocument> = Pick<RecordDocument, Known> &
  Partial<Pick<RecordDocument, 'calls'>>;

/** Most records never ask for any. A document of an earlier version does not say whether its record has. */
export async function callsOfRecord(
  { readModels }: Pick<Sources, 'readModels'>,
  record: RecordRef,
  { id, calls }: EarlierDocument<'id'>,
): Promise<readonly WaitingCall[]> {
  if (calls === 0) return [];
  const found = await callsIn(readModels).ofRecord(id);
  return found.filter(({ application, entity }) => RecordRef.of({ application, entity, id }).equals(record));
}
