import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { hasRows } from '#specification/field-types/find-field-type.js';
import type { Value } from '#specification/model/stored-value.js';
import { findRecordsPage } from './list-records.js';
import { createRecordsView } from '../records/records-view.js';
import { NO_SEARCH } from '../filters/search-plan.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListRecentChoices, type RecentChoices } from './recent-choices.js';

const MAX_RECORDS = 20;

const MAX_CHOICES = 5;

const NOTHING: RecentChoices = () => [];

@QueryHandler(ListRecentChoices)
export class ListRecentChoicesHandler implements IQueryHandler<ListRecentChoices> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question }: ListRecentChoices): Promise<RecentChoices> {
    const view = await createRecordsView(this.sources, question);
    if (!view.rights.canReadSome || !view.rights.open('openedBy')) return NOTHING;
    const { items } = await findRecordsPage(
      this.sources,
      { view, search: NO_SEARCH },
      {
        filters: [{ field: 'openedBy', among: [question.viewer.id] }],
        sort: { field: 'openedAt', descending: true },
        limit: MAX_RECORDS,
      },
      true,
    );
    return (field) => {
      const values = items.flatMap((record) => valuesIn(record, field.split('.')));
      return [...new Set(values)].slice(0, MAX_CHOICES);
    };

    function valuesIn({ fields }: VisibleRecord, [key = '', column]: readonly string[]): readonly string[] {
      const field = question.entity.fields.find((each) => each.key === key);
      const value = fields[key] ?? null;
      if (column === undefined) return texts([value]);
      if (!field || !hasRows(field) || !Array.isArray(value)) return [];
      return texts((value as readonly Readonly<Record<string, Value>>[]).map((row) => row[column] ?? null));
    }
  }
}

const texts = (values: readonly Value[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');
