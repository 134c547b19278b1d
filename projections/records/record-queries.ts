// What pages ask of the records.
import type { Filter, Generation, Page, Query, Scalar } from '../read-model.js';
import { type RecordDocument, recordsCollection } from './record-document.js';

export interface Of {
  readonly application: string;
  readonly entity: string;
}

type Count = { readonly count: number; readonly more: boolean };

export function recordById(records: Generation, of: Of, id: string): Promise<RecordDocument | undefined> {
  return records.get(recordsCollection(of.application, of.entity), id);
}

export function findRecords(records: Generation, of: Of, query: Query): Promise<Page<RecordDocument>> {
  return records.find(recordsCollection(of.application, of.entity), query);
}

/** Counts to 1,000, or to `limit`. */
export function countRecords(records: Generation, of: Of, filter?: Filter, limit?: number): Promise<Count> {
  return records.count(recordsCollection(of.application, of.entity), filter, limit);
}

/** How many records hold each value, for filters and boards. `path` as of `filterPath`. */
export function countRecordsBy(
  records: Generation,
  of: Of,
  path: string,
  filter?: Filter,
): Promise<ReadonlyMap<Scalar, number>> {
  return records.countBy(recordsCollection(of.application, of.entity), path, filter);
}

/** Of these ids, those that are records, with their documents. */
export async function recordsByIds(
  records: Generation,
  of: Of,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordDocument>> {
  const found = await Promise.all(ids.map((id) => recordById(records, of, id)));
  return new Map(found.filter((record) => record !== undefined).map((record) => [record.id, record]));
}

/** Entities of an application that have records. */
export async function entitiesWithRecords(
  records: Generation,
  application: string,
): Promise<readonly string[]> {
  const own = (await records.collections()).filter((name) => name.startsWith(`${application}.`));
  return own.map((name) => name.slice(application.length + 1));
}
