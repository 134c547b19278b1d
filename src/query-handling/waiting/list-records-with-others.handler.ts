import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Refused } from '#domain/refusal.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Action, Entity } from '#specification/model/specification.js';
import { scanPage } from '../paging/find-visible-page.js';
import { memoizePeopleNames } from '../timeline/memoize-reads.js';
import type { Viewer } from '../viewer.js';
import { describeSituation, type NextStep } from '../records/next-step.js';
import { findRecordById } from '../records/records-view.js';
import { createAwaitedRecordsView, listWaitingEntities } from './waiting-entities.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import {
  ListRecordsWithOthers,
  type AwaitedRecordOfEntity,
  type RecordWaitingForOthers,
  type NextStepOfOthers,
  compareByStateAge,
  addReferenceNames,
} from './waiting-records.js';

@QueryHandler(ListRecordsWithOthers)
export class ListRecordsWithOthersHandler implements IQueryHandler<ListRecordsWithOthers> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ query, limit }: ListRecordsWithOthers): Promise<readonly RecordWaitingForOthers[]> {
    const { viewer } = query;
    const newest = { path: 'stateSince', descending: true };
    const pages = await Promise.all(
      (await listWaitingEntities(this.sources, query)).map(async (of) => {
        const { records, readable, seeOthers } = await createAwaitedRecordsView(this.sources, viewer, of);
        const { states } = of.entity.lifecycle;
        const going = states.map(({ key }) => key).filter((key) => onwardFrom(of.entity, key).length > 0);
        const filter = readable({ $and: [{ openedBy: viewer.id }, { state: { $in: going } }] });
        const query = { filter, sort: newest, limit: limit * 3 };
        const page = await scanPage(records, query, seeOthers, this.sources.seal, MAX_RECORDS);
        return page.items.map((each) => ({ ...of, ...each }));
      }),
    );
    const found: (AwaitedRecordOfEntity & Pick<RecordWaitingForOthers, 'next'>)[] = [];
    const once = memoizePeopleNames(this.sources);
    for (const each of pages.flat().sort((one, other) => compareByStateAge(other, one))) {
      if (found.length === limit) break;
      const next = await stepOfOthers(once, each, viewer);
      if (next) found.push({ ...each, next });
    }
    return addReferenceNames(this.sources, viewer, found);
  }
}

/** undefined: not for others, or unknown. */
async function stepOfOthers(
  sources: QueryDependencies,
  { published, entity, record }: AwaitedRecordOfEntity,
  viewer: Viewer,
): Promise<NextStepOfOthers | undefined> {
  try {
    const { next } = await describeSituation(
      sources,
      await findRecordById(sources, { published, entity, viewer }, record.id),
    );
    return isOfOthers(next) ? next : undefined;
  } catch (error) {
    // Changed since the list was read.
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

const isOfOthers = (next: NextStep): next is NextStepOfOthers =>
  next.kind === 'waiting' || (next.kind === 'refused' && !next.round.isForViewer);

const MAX_RECORDS = 500;

const onwardFrom = (entity: Entity, state: string): readonly Action[] =>
  entity.lifecycle.actions.filter(
    (action) =>
      action.from.includes(state) &&
      (action.approvals !== undefined ||
        getLifecyclePresentation(entity).direction(action, state) === 'onward'),
  );
