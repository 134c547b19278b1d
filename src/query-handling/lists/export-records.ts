// Query: everything a list shows, page by page, for an export that never holds it all.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { createListFilter, findRecordsPage } from './list-records.js';
import type { ListQuery } from './list-query.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { openRecordsView, type RecordsQuestion } from '../records/records-view.js';

export interface ExportedPage {
  readonly records: readonly VisibleRecord[];
  readonly names: Names;
}

export interface ExportedRecords {
  readonly pages: AsyncIterable<ExportedPage>;
  /** Ids of those that are not up to date when the export begins. */
  readonly outdated: readonly string[];
}

const AT_ONCE = 250;

/** Throws `Refused` before the first page where the viewer reads no such records. */
export async function exportRecords(
  sources: QueryDependencies,
  question: RecordsQuestion,
  query: Omit<ListQuery, 'limit' | 'cursor' | 'backwards'>,
  columns: ReadonlySet<string>,
): Promise<ExportedRecords> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: question.entity.plural }),
    );
  const search = await view.planSearch(query.search);
  async function* pages(): AsyncIterable<ExportedPage> {
    let cursor: string | undefined;
    do {
      const asked = { ...query, cursor, limit: AT_ONCE };
      const { items, next } = await findRecordsPage(sources, { view, search }, asked, true);
      const mentions = new Mentions();
      for (const record of items) mentions.columns(question.entity, record, columns);
      yield {
        records: items,
        names: await findNames(sources, question.published, mentions, question.viewer),
      };
      cursor = next;
    } while (cursor !== undefined);
  }
  return {
    pages: pages(),
    outdated: await view.outdated(createListFilter(view, query.filters, search), search),
  };
}
