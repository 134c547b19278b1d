import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { scanPage } from '../paging/find-visible-page.js';
import { createAwaitedRecordsView, listWaitingEntities } from './waiting-entities.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindNewestWaiting, type AwaitedRecordOfEntity, compareByStateAge } from './waiting-records.js';

@QueryHandler(FindNewestWaiting)
export class FindNewestWaitingHandler implements IQueryHandler<FindNewestWaiting> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ query }: FindNewestWaiting): Promise<AwaitedRecordOfEntity | undefined> {
    const newest = { path: 'stateSince', descending: true };
    const pages = await Promise.all(
      (await listWaitingEntities(this.sources, query)).map(async (of) => {
        const { records, filter, seeAwaited } = await createAwaitedRecordsView(
          this.sources,
          query.viewer,
          of,
        );
        const page = await scanPage(
          records,
          { filter, sort: newest, limit: 1 },
          seeAwaited,
          this.sources.seal,
        );
        return page.items.map((each) => ({ ...of, ...each }));
      }),
    );
    return pages.flat().sort((one, other) => compareByStateAge(other, one))[0];
  }
}
