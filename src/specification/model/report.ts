// What a report on records measures, in which groups, and as which chart.
/**
 * What a report comes to, in each group: how many records, or the sum, average, median and so on of a number, or of the time that
 * records have been in a state.
 */
export interface Measure {
  readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'median' | 'p90';
  /** undefined: of `count`, and of times. */
  readonly field?: string;
  /** The state whose time is measured. */
  readonly timeIn?: string;
}

/** As documents write it: `count`, `sum(amount)`, `median(timeIn('submitted'))`. */
export function formatMeasure({ kind, field, timeIn }: Measure): string {
  if (timeIn !== undefined) return `${kind}(timeIn('${timeIn}'))`;
  return field === undefined ? kind : `${kind}(${field})`;
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
