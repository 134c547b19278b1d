// A report on records: charts, and the table behind them.
import type { LayoutProps } from './frame.js';
import type { ListFilter } from './list.js';

export interface Point {
  /** null: there is none. */
  readonly value: number | null;
  readonly text: string;
  /** The list of the records in it. */
  readonly href?: string;
}

export interface Chart {
  readonly title: string;
  readonly kind: 'bar' | 'line' | 'donut';
  readonly stacked: boolean;
  /** Beside others on a page. */
  readonly small?: boolean;
  readonly along: readonly string[];
  /** What values are lengths of time in. */
  readonly timeUnit?: 'hour' | 'day';
  /** Each has a point for each place along the chart. */
  readonly series: readonly { readonly title: string; readonly points: readonly Point[] }[];
  /** What is to be seen on it. */
  readonly words: string;
}

export interface ReportPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly help?: string;
  readonly path: string;
  /** What it is grouped by. */
  readonly heads: readonly string[];
  readonly measures: readonly string[];
  readonly rows: readonly {
    readonly keys: readonly string[];
    readonly cells: readonly string[];
    readonly href?: string;
  }[];
  readonly total: readonly string[];
  readonly charts: readonly Chart[];
  /** The list of everything in it. */
  readonly all: string;
  readonly csv: string;
  readonly excelCsv: string;
  readonly search: string;
  readonly filters: readonly ListFilter[];
  readonly filtered: boolean;
  /** Records. */
  readonly count: number;
  /** What is to be known of the numbers. */
  readonly notes: readonly string[];
  /** Whether there may be records that the viewer does not see. */
  readonly partly: boolean;
}
