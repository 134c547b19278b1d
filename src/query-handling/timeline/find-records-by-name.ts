import { matchesRecordNumber, padRecordNumber } from '../filters/record-number.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { type RecordStreamName, RecordRef } from '#domain/stream-names.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { findEntityByName } from '#specification/with-stored-keys.js';
import type { Filter } from '#projections/port/query.js';
import { toSortKey } from '#projections/port/search-words.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { scanPage } from '../paging/find-visible-page.js';
import { toVisibleRecords } from '../visibility/visible-records.js';
import { deriveReadRights, type ReadRights } from '../visibility/read-rights.js';
import type { SubjectSearchScope } from './list-timeline.js';

export const getStoredEntityKey = (published: PublishedVersion | undefined, entity: string): string =>
  (published && findEntityByName(published.specification, entity)?.key) ?? entity;

/** Searches one application, or all; only readable records. */
export async function findRecordsByName(
  sources: QueryDependencies,
  text: string,
  { viewer, published, application }: SubjectSearchScope,
): Promise<readonly RecordStreamName[]> {
  const wanted = [...published.values()].filter(
    ({ specification }) => application === undefined || specification.key === application,
  );
  const entities = wanted.flatMap(({ specification }) =>
    Object.values(specification.entities).map((entity) => ({ specification, entity })),
  );
  const context = { viewer, now: sources.now() };
  const found = await Promise.all(
    entities.map((each) => findInEntity(sources, text, deriveReadRights({ ...each, ...context }))),
  );
  return [...new Set(found.flat())];
}

/** Per entity. */
const MAX_NAMED = 20;
const MAX_SCANNED = 1_000;
/** A year begins a word of most records. */
const MAX_SCANNED_WORDS = 100;

async function findInEntity(
  sources: QueryDependencies,
  text: string,
  rights: ReadRights,
): Promise<readonly RecordStreamName[]> {
  const { specification, entity } = rights;
  const records = createRecordsReadModel(sources.readModels, {
    application: specification.key,
    entity: entity.key,
  });
  const isNamedSo = ({ number, title }: Pick<RecordDocument, 'number' | 'title'>) =>
    title === text || (number !== null && matchesRecordNumber(entity, number, text));
  const namesOfVisible = async (documents: readonly RecordDocument[]) => {
    const named = documents.filter(isNamedSo);
    const visible = await toVisibleRecords(sources.personal, named, { rights: { ...rights, exact: false } });
    const shown = new Set(visible.flatMap((record) => (record && isNamedSo(record) ? [record.id] : [])));
    return documents.map((each) => (shown.has(each.id) ? RecordRef.of(each).name : undefined));
  };
  // What the viewer may not read must not take the places of the others.
  const find = async (filter: Filter, most = MAX_SCANNED) =>
    (await scanPage(records, { filter, limit: MAX_NAMED }, namesOfVisible, sources.seal, most)).items;
  const sequence = /^\d+$/.test(text) && entity.number && (padRecordNumber(entity, text) ?? text);
  const pages = await Promise.all([
    find({ number: text }),
    ...(rights.mayShowTitle ? [find({ 'sort.title': toSortKey(text), title: text })] : []),
    ...(sequence ? [find({ $text: sequence }, MAX_SCANNED_WORDS)] : []),
  ]);
  return pages.flat();
}
