// The chart library is loaded only for pages with charts.
import type { Formats } from '../format.js';
import type { Chart } from '../view-models/report.js';

let draw: ((chart: Chart, formats: Formats) => string) | undefined;

export async function loadCharts(): Promise<void> {
  draw ??= (await import('./draw-chart.js')).drawChart;
}

/** SVG. Throws before `loadCharts`. */
export function renderChartSvg(chart: Chart, formats: Formats): string {
  if (!draw) throw new Error('A chart is drawn before what draws it is loaded.');
  return draw(chart, formats);
}
