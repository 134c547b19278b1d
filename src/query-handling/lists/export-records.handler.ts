import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { ReferencedIds, findReferenceNames } from '../names/find-names.js';
import { createListFilter, findRecordsPage } from './list-records.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { createRecordsView } from '../records/records-view.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ExportRecords, type ExportedPage, type ExportedRecords } from './export-records.js';

const PAGE_SIZE = 250;

@QueryHandler(ExportRecords)
export class ExportRecordsHandler implements IQueryHandler<ExportRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, query, columns }: ExportRecords): Promise<ExportedRecords> {
    const { sources } = this;
    const view = await createRecordsView(sources, question);
    if (!view.rights.canReadSome)
      throw createUnreadableRefusal(
        view.rights,
        view.now,
        createPhrase('to.read-all', { entity: question.entity.plural }),
      );
    const search = await view.planSearch(query.search);
    async function* pages(): AsyncIterable<ExportedPage> {
      let cursor: string | undefined;
      do {
        const pageQuery = { ...query, cursor, limit: PAGE_SIZE };
        const { items, next } = await findRecordsPage(sources, { view, search }, pageQuery, true);
        const mentions = new ReferencedIds();
        for (const record of items) mentions.columns(question.entity, record, columns);
        yield {
          records: items,
          names: await findReferenceNames(sources, question.published, mentions, question.viewer),
        };
        cursor = next;
      } while (cursor !== undefined);
    }
    return {
      pages: pages(),
      outdated: await view.outdated(createListFilter(view, query.filters, search), search),
    };
  }
}
