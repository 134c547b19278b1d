import type { LayoutProps } from './frame.js';
import type { ListFilter } from './list.js';

export interface Point {
  readonly value: number | null;
  readonly text: string;
  readonly href?: string;
}

export interface Chart {
  readonly title: string;
  readonly kind: 'bar' | 'line' | 'donut';
  readonly stacked: boolean;
  readonly small?: boolean;
  readonly along: readonly string[];
  readonly timeUnit?: 'hour' | 'day';
  readonly series: readonly { readonly title: string; readonly points: readonly Point[] }[];
  /** Text alternative. */
  readonly words: string;
}

export interface ReportPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly help?: string;
  readonly path: string;
  readonly heads: readonly string[];
  readonly measures: readonly string[];
  readonly rows: readonly {
    readonly keys: readonly string[];
    readonly cells: readonly string[];
    readonly href?: string;
  }[];
  readonly total: readonly string[];
  readonly charts: readonly Chart[];
  readonly all: string;
  readonly csv: string;
  readonly excelCsv: string;
  readonly search: string;
  readonly filters: readonly ListFilter[];
  readonly filtered: boolean;
  readonly count: number;
  readonly notes: readonly string[];
  readonly partly: boolean;
}
