import { Query } from '@nestjs/cqrs';
import { type RecordsQuestion } from '../records/records-view.js';

/** `supplier` or `lines.supplier` → latest readable records first. */
export type RecentChoices = (field: string) => readonly string[];

export class ListRecentChoices extends Query<RecentChoices> {
  constructor(readonly question: RecordsQuestion) {
    super();
  }
}
