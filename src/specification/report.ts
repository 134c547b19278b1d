// What a report on records measures, in which groups, and as which chart.
/** What a report comes to, in each group: how many records, or the sum, average, least or greatest of a number. */
export interface Measure {
  readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max';
  /** undefined: of `count`. */
  readonly field?: string;
}

export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export interface Report {
  readonly measures: readonly Measure[];
  /** Fields or properties it groups by: two at most. */
  readonly by: readonly string[];
  /** Grouped by periods of a date or a moment, too. */
  readonly over?: { readonly unit: PeriodUnit; readonly column: string };
  readonly chart: 'bar' | 'line' | 'donut' | 'table';
}
