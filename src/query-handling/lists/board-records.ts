import { Query } from '@nestjs/cqrs';
import type { ListQuery } from './list-query.js';
import { type ReferenceNames } from '../names/find-names.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { type RecordsQuestion } from '../records/records-view.js';

export interface BoardColumn {
  readonly state: string;
  readonly records: readonly VisibleRecord[];
  readonly count: number;
  /** A lower bound. */
  readonly more: boolean;
}

export interface Board {
  readonly columns: readonly BoardColumn[];
  readonly outdated: readonly string[];
  readonly names: ReferenceNames;
}

/** Columns are states, latest change first. Throws `Refused`. */
export class ListBoardRecords extends Query<Board> {
  constructor(
    readonly question: RecordsQuestion,
    readonly cells: ReadonlySet<string>,
    readonly limit: number,
    readonly query: Pick<ListQuery, 'filters' | 'search'> = { filters: [], search: '' },
  ) {
    super();
  }
}
