// Which records can wait for people, and what each of them waits for one person to do.
import { canAccessApplication } from '#domain/permissions.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import type { Action, Entity } from '#specification/model/specification.js';
import type { VisibilityFilter } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import type { Viewer } from '../viewer.js';
import { openRecordsView } from '../records/records-view.js';
import { findWaitingForPerson, type AwaitedAction } from '../approvals/waiting-for-person.js';

export interface EntityOf {
  readonly published: PublishedVersion;
  readonly entity: Entity;
}

export interface WaitingQuery {
  readonly viewer: Viewer;
  /** Key of the one that is asked for; undefined: all. */
  readonly application?: string | undefined;
}

/** Those of which records can wait for anybody, of the applications that the person may enter. */
export async function listWaitingEntities(
  sources: Pick<QueryDependencies, 'specifications'>,
  { viewer, application }: WaitingQuery,
): Promise<readonly EntityOf[]> {
  const all = await sources.specifications.all();
  return all
    .filter(({ specification }) => canAccessApplication(specification, viewer))
    .filter(({ specification }) => application === undefined || specification.key === application)
    .flatMap((published) =>
      Object.values(published.specification.entities)
        .filter((entity) => entity.lifecycle.actions.some((action) => canBeAwaited(entity, action)))
        .map((entity) => ({ published, entity })),
    );
}

const canBeAwaited = (entity: Entity, action: Action): boolean =>
  action.approvals !== undefined ||
  action.from.some((state) => getLifecycleCourse(entity).direction(action, state) === 'onward');

/** What a person may see of a record, and what it waits for them to do. */
export interface AwaitedRecord {
  readonly record: VisibleRecord;
  readonly awaited: readonly AwaitedAction[];
}

/** The records of an entity as one person looks at them, each judged. */
export async function findAwaitedRecords(
  sources: QueryDependencies,
  viewer: Viewer,
  { published, entity }: EntityOf,
) {
  const question = { published, entity, viewer };
  const view = await openRecordsView(sources, question);
  const { filter, awaited } = await findWaitingForPerson(sources, question, view.now);
  const looking = view.see();
  const seeThat =
    (isWanted: (judged: AwaitedRecord) => boolean): VisibilityFilter<RecordDocument, AwaitedRecord> =>
    async (documents) => {
      const seen = await looking(documents);
      const visible = documents.filter((_, index) => seen[index] !== undefined);
      const awaitedOf = await awaited(visible);
      const found = new Map(visible.map(({ id }, index) => [id, awaitedOf[index]!]));
      return seen.map((record) => {
        const judged = record && { record, awaited: found.get(record.id) ?? [] };
        return judged && isWanted(judged) ? judged : undefined;
      });
    };
  return {
    records: view.records,
    /** Leaves in what may wait for the person. */
    filter: view.filter([filter]),
    /** Leaves in what the person may read. */
    readable: (more: Filter) => view.filter([more]),
    seeAwaited: seeThat((judged) => judged.awaited.length > 0),
    seeOthers: seeThat((judged) => judged.awaited.length === 0),
  };
}
