import { Query } from '@nestjs/cqrs';
import { type ReferenceNames } from '../names/find-names.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import type { ListQuery } from './list-query.js';
import { type RecordsQuestion } from '../records/records-view.js';

export interface ExportedPage {
  readonly records: readonly VisibleRecord[];
  readonly names: ReferenceNames;
}

export interface ExportedRecords {
  readonly pages: AsyncIterable<ExportedPage>;
  readonly outdated: readonly string[];
}

/** Throws `Refused` before the first page. */
export class ExportRecords extends Query<ExportedRecords> {
  constructor(
    readonly question: RecordsQuestion,
    readonly query: Omit<ListQuery, 'limit' | 'cursor' | 'backwards'>,
    readonly columns: ReadonlySet<string>,
  ) {
    super();
  }
}
