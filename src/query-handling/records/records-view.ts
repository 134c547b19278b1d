// The records of one entity as one person looks at them: what every query on records starts with.
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { recordsIn, type RecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { Published } from '#command-handling/ports.js';
import type { Entity, Expression } from '#specification/specification.js';
import type { VisibilityFilter } from '../find-page.js';
import type { Sources } from '../ports.js';
import { visibleRecords } from '../visible-records.js';
import type { VisibleRecord } from '../visible.js';
import { forApproval, type ApprovalsOfPerson } from './for-approval.js';
import { readRightsOf, whereOf, type ReadRights, type ScreenFilter } from '../read-rights.js';
import type { Viewer } from '../viewer.js';

export interface RecordsQuestion {
  readonly published: Published;
  readonly entity: Entity;
  readonly viewer: Viewer;
  /** A screen's own condition. */
  readonly where?: Expression<boolean>;
  /** Only what waits for the viewer's approval. */
  readonly forApproval?: boolean;
}

export interface RecordsView {
  readonly rights: ReadRights;
  readonly where: ScreenFilter;
  readonly now: string;
  readonly records: RecordsReadModel;
  /** Whether the filter alone says what is on the screen: permission and condition, not yet a search. */
  readonly exact: boolean;
  /** What may be read and is on the screen, together with more filters. */
  filter(more?: readonly Filter[]): Filter;
  see(search?: string): VisibilityFilter<RecordDocument, VisibleRecord>;
}

export async function openRecordsView(sources: Sources, question: RecordsQuestion): Promise<RecordsView> {
  const { published, entity, viewer, where: screen } = question;
  const { specification } = published;
  const now = sources.now();
  const rights = readRightsOf({ specification, entity, viewer, now });
  const where = whereOf(screen, rights, now);
  const waiting = question.forApproval ? await forApproval(sources, question, now) : undefined;
  return {
    rights,
    where,
    now,
    records: recordsIn(sources.readModels, { application: specification.key, entity: entity.key }),
    exact: rights.exact && where.exact && !waiting,
    filter: (more = []) =>
      together([rights.filter, where.filter, ...(waiting ? [waiting.filter] : []), ...more]),
    see: (search) => {
      const see: VisibilityFilter<RecordDocument, VisibleRecord> = (documents) =>
        visibleRecords(sources.personal, documents, { rights, where, search });
      return waiting ? onlyAsked(waiting, see) : see;
    },
  };
}

/** What is not seen is not judged. */
function onlyAsked(
  { asked }: ApprovalsOfPerson,
  see: VisibilityFilter<RecordDocument, VisibleRecord>,
): VisibilityFilter<RecordDocument, VisibleRecord> {
  return async (documents) => {
    const seen = await see(documents);
    const visible = documents.filter((_, index) => seen[index] !== undefined);
    const isAsked = new Map(
      (await asked(visible)).map((each, index) => [visible[index]!.id, each.length > 0]),
    );
    return seen.map((record) => (record && isAsked.get(record.id) ? record : undefined));
  };
}

function together(filters: readonly Filter[]): Filter {
  const telling = filters.filter((filter) => Object.keys(filter).length > 0);
  return telling.length === 1 ? telling[0]! : telling.length === 0 ? {} : { $and: telling };
}
