import { canAccessApplication } from '#domain/permissions.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Action, Entity } from '#specification/model/specification.js';
import type { VisibilityFilter } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import type { Viewer } from '../viewer.js';
import { createRecordsView } from '../records/records-view.js';
import { createAwaitedActionsFinder, type AwaitedAction } from '../approvals/awaited-actions.js';

export interface PublishedEntity {
  readonly published: PublishedVersion;
  readonly entity: Entity;
}

export interface WaitingQuery {
  readonly viewer: Viewer;
  /** undefined: all. */
  readonly application?: string | undefined;
}

export async function listWaitingEntities(
  sources: Pick<QueryDependencies, 'specifications'>,
  { viewer, application }: WaitingQuery,
): Promise<readonly PublishedEntity[]> {
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
  action.from.some((state) => getLifecyclePresentation(entity).direction(action, state) === 'onward');

export interface AwaitedRecord {
  readonly record: VisibleRecord;
  readonly awaited: readonly AwaitedAction[];
}

export async function createAwaitedRecordsView(
  sources: QueryDependencies,
  viewer: Viewer,
  { published, entity }: PublishedEntity,
) {
  const question = { published, entity, viewer };
  const view = await createRecordsView(sources, question);
  const { filter, awaited } = await createAwaitedActionsFinder(sources, question, view.now);
  const filterVisible = view.createVisibilityFilter();
  const seeThat =
    (isWanted: (judged: AwaitedRecord) => boolean): VisibilityFilter<RecordDocument, AwaitedRecord> =>
    async (documents) => {
      const records = await filterVisible(documents);
      const visible = documents.filter((_, index) => records[index] !== undefined);
      const awaitedOf = await awaited(visible);
      const found = new Map(visible.map(({ id }, index) => [id, awaitedOf[index]!]));
      return records.map((record) => {
        const judged = record && { record, awaited: found.get(record.id) ?? [] };
        return judged && isWanted(judged) ? judged : undefined;
      });
    };
  return {
    records: view.records,
    filter: view.filter([filter]),
    readable: (more: Filter) => view.filter([more]),
    seeAwaited: seeThat((judged) => judged.awaited.length > 0),
    seeOthers: seeThat((judged) => judged.awaited.length === 0),
  };
}
