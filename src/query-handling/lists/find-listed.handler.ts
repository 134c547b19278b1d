import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Filter } from '#projections/port/query.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { VisiblePage } from '../paging/find-visible-page.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { createRecordsView, type RecordsView } from '../records/records-view.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { FindListed, type ListedAmong } from './find-listed.js';
import { findRecordsPage } from './list-records.js';

@QueryHandler(FindListed)
export class FindListedHandler implements IQueryHandler<FindListed> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, query, among }: FindListed): Promise<VisiblePage<VisibleRecord>> {
    const whole = await createRecordsView(this.sources, question);
    const { rights, now } = whole;
    if (!rights.canReadSome)
      throw createUnreadableRefusal(
        rights,
        now,
        createPhrase('to.read-all', { entity: question.entity.plural }),
      );
    const view: RecordsView = among
      ? { ...whole, filter: (more = []) => whole.filter([...more, filterOf(among)]) }
      : whole;
    const search = await view.planSearch(query.search);
    return findRecordsPage(this.sources, { view, search }, query, true);
  }
}

const filterOf = (among: ListedAmong): Filter =>
  'ids' in among
    ? { id: { $in: among.ids } }
    : { $or: [{ openedAt: { $gt: among.since } }, { stateSince: { $gt: among.since } }] };
