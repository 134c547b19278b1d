// Query: everything a list shows, page by page, for an export that never holds it all.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { Mentions, namesOf, type Names } from '../names/mentions.js';
import type { Sources } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { filterOf, recordsPage } from './list-records.js';
import type { RecordsQuery } from './list-query.js';
import { unreadable } from '../records/access-refusals.js';
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
  sources: Sources,
  question: RecordsQuestion,
  query: Omit<RecordsQuery, 'limit' | 'cursor' | 'backwards'>,
  columns: ReadonlySet<string>,
): Promise<ExportedRecords> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any)
    throw unreadable(view.rights, view.now, createPhrase('to.read-all', { entity: question.entity.plural }));
  const search = await view.planSearch(query.search);
  async function* pages(): AsyncIterable<ExportedPage> {
    let cursor: string | undefined;
    do {
      const asked = { ...query, cursor, limit: AT_ONCE };
      const { items, next } = await recordsPage(sources, { view, search }, asked, true);
      const mentions = new Mentions();
      for (const record of items) mentions.columns(question.entity, record, columns);
      yield { records: items, names: await namesOf(sources, question.published, mentions, question.viewer) };
      cursor = next;
    } while (cursor !== undefined);
  }
  return { pages: pages(), outdated: await view.outdated(filterOf(view, query.filters, search), search) };
}
