import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { NO_SEARCH } from '../filters/search-plan.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { createRecordsView } from '../records/records-view.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { CountRecords, type RecordsPage, countMatchingRecords } from './list-records.js';

@QueryHandler(CountRecords)
export class CountRecordsHandler implements IQueryHandler<CountRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question }: CountRecords): Promise<Pick<RecordsPage, 'count' | 'outdated'>> {
    const view = await createRecordsView(this.sources, question);
    if (!view.rights.canReadSome)
      throw createUnreadableRefusal(
        view.rights,
        view.now,
        createPhrase('to.read-all', { entity: question.entity.plural }),
      );
    const [count, outdated] = await Promise.all([
      countMatchingRecords({ view, search: NO_SEARCH }, view.filter()),
      view.outdated(view.filter()),
    ]);
    return { count, outdated };
  }
}
