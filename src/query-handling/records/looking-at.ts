// The records of one entity as one person looks at them: what every query on records starts with.
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/records/record-document.js';
import { recordsIn, type RecordsReadModel } from '#projections/records/records-read-model.js';
import type { Published } from '#command-handling/ports.js';
import type { Entity, Expression } from '#specification/specification.js';
import type { See } from '../find-page.js';
import type { Sources } from '../ports.js';
import { seeRecords } from '../see-records.js';
import type { SeenRecord } from '../seen.js';
import { readRightsOf, whereOf, type ReadRights, type Where } from '../read-rights.js';
import type { Viewer } from '../viewer.js';

export interface RecordsQuestion {
  readonly published: Published;
  readonly entity: Entity;
  readonly viewer: Viewer;
  /** A screen's own condition. */
  readonly where?: Expression<boolean>;
}

export interface View {
  readonly sight: ReadRights;
  readonly where: Where;
  readonly now: string;
  readonly records: RecordsReadModel;
  /** Whether the filter alone says what is on the screen: permission and condition, not yet a search. */
  readonly exact: boolean;
  /** What may be read and is on the screen, together with more filters. */
  filter(more?: readonly Filter[]): Filter;
  see(search?: string): See<RecordDocument, SeenRecord>;
}

export async function lookAt(
  sources: Sources,
  { published, entity, viewer, where: screen }: RecordsQuestion,
): Promise<View> {
  const { specification } = published;
  const now = sources.now();
  const sight = readRightsOf({ specification, entity, viewer, now });
  const where = whereOf(screen, sight, now);
  return {
    sight,
    where,
    now,
    records: recordsIn(sources.readModels, { application: specification.key, entity: entity.key }),
    exact: sight.exact && where.exact,
    filter: (more = []) => together([sight.filter, where.filter, ...more]),
    see: (search) => (documents) => seeRecords(sources.personal, documents, { sight, where, search }),
  };
}

function together(filters: readonly Filter[]): Filter {
  const telling = filters.filter((filter) => Object.keys(filter).length > 0);
  return telling.length === 1 ? telling[0]! : telling.length === 0 ? {} : { $and: telling };
}
