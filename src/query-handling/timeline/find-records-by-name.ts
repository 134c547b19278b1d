import { matchesRecordNumber, padRecordNumber } from '../filters/record-number.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { type RecordStreamName, RecordRef } from '#domain/stream-names.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { findEntityByName } from '#specification/with-stored-keys.js';
import type { Filter } from '#projections/port/query.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { toVisibleRecords } from '../visibility/visible-records.js';
import { deriveReadRights } from '../visibility/read-rights.js';
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
  const found = await Promise.all(
    entities.map(async ({ specification, entity }) => {
      const records = createRecordsReadModel(sources.readModels, {
        application: specification.key,
        entity: entity.key,
      });
      const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
      // Titles have no index, words have.
      const filters: Filter[] = [
        { number: text },
        { $and: [{ $text: { text, restrictedPaths: rights.apart } }, { title: text }] },
        ...(/^\d+$/.test(text) && entity.number ? [{ $text: padRecordNumber(entity, text) ?? text }] : []),
      ];
      const pages = await Promise.all(filters.map((filter) => records.find({ filter, limit: MAX_NAMED })));
      const documents = pages.flatMap((page) => page.documents);
      const visible = await toVisibleRecords(sources.personal, documents, {
        rights: { ...rights, exact: false },
      });
      return documents.filter((_, index) => {
        const { number, title } = visible[index] ?? {};
        return title === text || (typeof number === 'string' && matchesRecordNumber(entity, number, text));
      });
    }),
  );
  return [...new Set(found.flat().map((document) => RecordRef.of(document).name))];
}

/** Per entity. */
const MAX_NAMED = 20;
