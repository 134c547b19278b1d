// Draws a chart as SVG. Loaded only where one is drawn: it takes most of a second to load.
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Formats } from '../format.js';
import type { Chart, Point } from '../view-models/report.js';
import { withoutStyles, withLinks } from './chart-markup.js';

use([BarChart, LineChart, PieChart, GridComponent, SVGRenderer]);

const WIDTH = 880;
/** Few columns fit on a telephone: in the middle of a wide drawing nobody would see them there. */
const ONE_COLUMN = 320;
const EACH_MORE = 56;
const HEIGHT = 320;
const SMALL = { width: 520, height: 240 };
/** Of a donut, with what it says at both sides. */
const ROUND = 460;
/** So that columns are told apart. */
const LEAST_STEP = 14;
const TEXT = 'var(--db-muted)';
const LINES = 'var(--tblr-border-color)';
const COLOURS = 8;

const colourOf = (index: number): string => `var(--db-chart-${(index % COLOURS) + 1})`;

export function drawChart(chart: Chart, formats: Formats): string {
  const width =
    chart.kind === 'donut' ? ROUND : widthOf(chart.along.length, chart.small ? SMALL.width : WIDTH);
  const height = chart.small ? SMALL.height : HEIGHT;
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawing.setOption({
      animation: false,
      textStyle: { fontFamily: 'inherit' },
      ...(chart.kind === 'donut' ? donut(chart) : axes(chart, formats)),
    });
    return withLinks(withoutStyles(drawing.renderToSVGString()), (series, index) =>
      pointAt(chart, series, index),
    );
  } finally {
    drawing.dispose();
  }
}

const widthOf = (columns: number, most: number): number =>
  Math.max(columns * LEAST_STEP, Math.min(most, ONE_COLUMN + EACH_MORE * (columns - 1)));

function pointAt(chart: Chart, series: number, index: number): { title: string; href?: string } | undefined {
  const { title, points } = chart.series[series] ?? {};
  const point: Point | undefined = points?.[index];
  if (!point) return undefined;
  const names = [chart.along[index], title].filter((name) => name !== undefined && name !== '');
  return {
    title: `${names.join(', ')}: ${point.text}`,
    ...(point.href !== undefined && { href: point.href }),
  };
}

function axes({ kind, stacked, along, series, timeUnit: unit }: Chart, formats: Formats) {
  return {
    grid: { left: 8, right: 8, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: along,
      axisLabel: { color: TEXT, hideOverlap: true, width: 110, overflow: 'truncate' },
      axisLine: { lineStyle: { color: LINES } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      ...(unit && { minInterval: 1 }),
      axisLabel: {
        color: TEXT,
        formatter: (value: number) => (unit ? formats.span({ amount: value, unit }) : formats.short(value)),
      },
      splitLine: { lineStyle: { color: LINES } },
    },
    series: series.map(({ title, points }, index) => ({
      type: kind,
      name: title,
      color: colourOf(index),
      data: points.map(({ value }) => value ?? '-'),
      ...(stacked && { stack: 'all' }),
      ...(kind === 'line' && { symbol: 'circle', symbolSize: 7 }),
      barMaxWidth: 56,
      emphasis: { disabled: true },
    })),
  };
}

function donut({ along, series }: Chart) {
  const points = series[0]?.points ?? [];
  return {
    series: [
      {
        type: 'pie',
        radius: ['48%', '76%'],
        // A part of a whole is no less than nothing.
        data: points.map(({ value }, index) => ({
          name: along[index],
          value: Math.max(0, value ?? 0),
          itemStyle: { color: colourOf(index), borderColor: 'var(--db-surface)', borderWidth: 2 },
        })),
        label: { color: TEXT },
        labelLine: { lineStyle: { color: LINES } },
        emphasis: { disabled: true },
      },
    ],
  };
}
