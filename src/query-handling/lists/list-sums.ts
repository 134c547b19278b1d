// Sums of number columns over a whole list, within a bounded cost.
import type { Filter } from '#projections/port/query.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Field } from '#specification/model/specification.js';
import { scanVisible } from '../paging/find-visible-page.js';
import type { RecordsView } from '../records/records-view.js';
import type { ReadRights } from '../visibility/read-rights.js';
import type { SearchPlan } from '../filters/search-plan.js';

/** Records that are added up at most. */
export const MOST_SUMMED = 10_000;

interface RecordCount {
  readonly count: number;
  readonly more: boolean;
}

export interface ColumnSums {
  /** Records added up. */
  readonly count: number;
  /** By column, in units; columns without a number are absent. */
  readonly amounts: ReadonlyMap<string, bigint>;
}

export interface CountedSums {
  readonly count: RecordCount;
  /** undefined: more records than are added up. */
  readonly sums: ColumnSums | undefined;
}

/** Readable in every record: a sum over some records would reveal which. Sealed numbers cannot be added up. */
export const isSummable = (field: Field, { open }: Pick<ReadRights, 'open'>): boolean =>
  getFieldType(field).isNumber === true && field.personal === undefined && open(field.key);

/** Where every match is visible. `count`: as far as already counted. */
export async function sumMatches(
  { records }: RecordsView,
  filter: Filter,
  columns: readonly string[],
  count: RecordCount,
): Promise<ColumnSums | undefined> {
  if (columns.length === 0) return { count: 0, amounts: new Map() };
  if (count.more && (await records.count(filter, MOST_SUMMED)).more) return undefined;
  const of = columns.map((column) => `fields.${column}`);
  const { groups } = await records.aggregate({ filter, by: [], of, limit: 1 });
  const [all = { count: 0, amounts: [] }] = groups;
  const given = columns.flatMap((column, index) => {
    const amount = all.amounts[index];
    return amount && amount.count > 0 ? [[column, amount.sum] as const] : [];
  });
  return { count: all.count, amounts: new Map(given) };
}

/** Counts and adds up in one pass over the records, each of which has to be evaluated. */
export async function scanSums(
  view: RecordsView,
  { filter, search }: { readonly filter: Filter; readonly search: SearchPlan },
  columns: readonly string[],
): Promise<CountedSums> {
  const amounts = new Map<string, bigint>();
  const count = await scanVisible(view.records, { filter }, view.createVisibilityFilter(search), {
    visit: ({ fields }) => {
      for (const column of columns) {
        const value = fields[column];
        if (Number.isSafeInteger(value))
          amounts.set(column, (amounts.get(column) ?? 0n) + BigInt(value as number));
      }
    },
  });
  return { count, sums: count.more ? undefined : { count: count.count, amounts } };
}
