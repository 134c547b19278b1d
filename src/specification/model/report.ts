export interface Measure {
  readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'median' | 'p90';
  /** undefined: `count` and times. */
  readonly field?: string;
  readonly timeIn?: string;
}

/** `count`, `sum(amount)`, `median(timeIn('submitted'))` */
export function formatMeasure({ kind, field, timeIn }: Measure): string {
  if (timeIn !== undefined) return `${kind}(timeIn('${timeIn}'))`;
  return field === undefined ? kind : `${kind}(${field})`;
}

export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export interface Report {
  readonly measures: readonly Measure[];
  readonly by: readonly string[];
  /** By periods. */
  readonly over?: { readonly unit: PeriodUnit; readonly column: string };
  readonly chart: 'bar' | 'line' | 'donut' | 'table';
}
