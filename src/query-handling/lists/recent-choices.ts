// Query: whom and what a person chose lately in the forms of an entity, by the records they opened last.
import { hasRows } from '#specification/field-types/find-field-type.js';
import type { Value } from '#specification/model/stored-value.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { findRecordsPage } from './list-records.js';
import { openRecordsView, type RecordsQuestion } from '../records/records-view.js';
import { NO_SEARCH } from '../filters/search-plan.js';
import type { VisibleRecord } from '../visibility/visible-records.js';

/** Records that are looked at. */
const LATELY = 20;
/** Values of one field. */
const MOST = 5;

/** Values of a field, `supplier` or `lines.supplier`, the latest first; only those that the person may still read. */
export type RecentChoices = (field: string) => readonly string[];

const NOTHING: RecentChoices = () => [];

export async function listRecentChoices(
  sources: QueryDependencies,
  question: RecordsQuestion,
): Promise<RecentChoices> {
  const view = await openRecordsView(sources, question);
  if (!view.rights.any || !view.rights.open('openedBy')) return NOTHING;
  const { items } = await findRecordsPage(
    sources,
    { view, search: NO_SEARCH },
    {
      filters: [{ field: 'openedBy', among: [question.viewer.id] }],
      sort: { field: 'openedAt', descending: true },
      limit: LATELY,
    },
    true,
  );
  return (field) => {
    const values = items.flatMap((record) => valuesIn(record, field.split('.')));
    return [...new Set(values)].slice(0, MOST);
  };

  function valuesIn({ fields }: VisibleRecord, [key = '', column]: readonly string[]): readonly string[] {
    const field = question.entity.fields.find((each) => each.key === key);
    const value = fields[key] ?? null;
    if (column === undefined) return texts([value]);
    if (!field || !hasRows(field) || !Array.isArray(value)) return [];
    return texts((value as readonly Readonly<Record<string, Value>>[]).map((row) => row[column] ?? null));
  }
}

const texts = (values: readonly Value[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');
