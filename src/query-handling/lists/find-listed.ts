import { Query } from '@nestjs/cqrs';
import type { VisibleRecord } from '../visibility/visible-records.js';
import type { VisiblePage } from '../paging/find-visible-page.js';
import type { RecordsQuestion } from '../records/records-view.js';
import type { ListQuery } from './list-query.js';

/** `since`: ISO 8601; created or brought to another state later. */
export type ListedAmong = { readonly ids: readonly string[] } | { readonly since: string };

/** Those of a list, without a count or names. undefined `among`: all. Throws `Refused`. */
export class FindListed extends Query<VisiblePage<VisibleRecord>> {
  constructor(
    readonly question: RecordsQuestion,
    readonly query: ListQuery,
    readonly among?: ListedAmong,
  ) {
    super();
  }
}
