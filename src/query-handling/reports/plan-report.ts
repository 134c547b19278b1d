import type { AmountSummary, Group } from '#projections/port/aggregation.js';
import type { Filter } from '#projections/port/query.js';
import type { Entity, Measure, Report } from '#specification/model/specification.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Hidden } from '../visibility/visible-records.js';
import { listPeriodsBetween, type Periods } from './periods.js';
import type { SearchPlan } from '../filters/search-plan.js';
import { createListFilter } from '../lists/list-records.js';
import type { ListQuery } from '../lists/list-query.js';
import type { Scalar } from '#specification/model/stored-value.js';
import type { RecordsQuestion, RecordsView } from '../records/records-view.js';

export interface ReportPlanRequest extends RecordsQuestion {
  readonly report: Report;
}

export type ReportKey = Scalar | Hidden;

/** `sorted`: ascending, if a measure needs all numbers. */
export type MeasureSummary = AmountSummary & { readonly sorted?: readonly number[] };

export const getMeasureColumn = ({ field, timeIn }: Measure): string | undefined =>
  timeIn === undefined ? field : `timeIn('${timeIn}')`;

/** The period's start, if any, then the grouping fields. */
export interface ReportGroup extends Omit<Group, 'keys' | 'amounts'> {
  readonly keys: readonly ReportKey[];
  readonly amounts: readonly MeasureSummary[];
}

export type ReportQuery = Pick<ListQuery, 'filters' | 'search'> & { readonly limit: number };

export interface ReportPlan {
  readonly view: RecordsView;
  readonly report: Report;
  readonly of: readonly string[];
  readonly times: ReadonlyMap<string, string>;
  readonly needsNumbers: boolean;
  readonly filter: Filter;
  readonly query: ReportQuery;
  readonly search: SearchPlan;
  periods(span: readonly [first: string, last: string] | undefined): Periods | undefined;
  path(column: string): string;
}

export async function planReport(
  timeZone: string,
  { entity, report }: ReportPlanRequest,
  view: RecordsView,
  query: ReportQuery,
): Promise<ReportPlan> {
  const { over } = report;
  const search = await view.planSearch(query.search);
  const field = (key: string) => entity.fields.find((each) => each.key === key);
  const isDay = over !== undefined && isDayColumn(entity, over.column);
  return {
    view,
    report,
    query,
    search,
    of: [...new Set(report.measures.flatMap((measure) => getMeasureColumn(measure) ?? []))],
    times: new Map(
      report.measures.flatMap((measure) =>
        measure.timeIn === undefined ? [] : [[getMeasureColumn(measure)!, measure.timeIn] as const],
      ),
    ),
    needsNumbers: report.measures.some(({ kind }) => kind === 'median' || kind === 'p90'),
    filter: createListFilter(view, query.filters, search),
    periods: (span) =>
      over &&
      listPeriodsBetween(span?.[0] ?? '', span?.[1] ?? '', view.now, { unit: over.unit, timeZone, isDay }),
    path: (column) => (field(column) ? `fields.${column}` : column),
  };
}

export function isDayColumn(entity: Entity, column: string): boolean {
  const field = entity.fields.find(({ key }) => key === column);
  return field !== undefined && getFieldType(field).isDay === true;
}
