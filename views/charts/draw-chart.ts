import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Formats } from '../format.js';
import type { Chart, Point } from '../view-models/report.js';
import { removeStyles, addLinksToMarks } from './chart-markup.js';

use([BarChart, LineChart, PieChart, GridComponent, SVGRenderer]);

const WIDTH = 880;
/** A single centred column would be off screen on phones. */
const ONE_COLUMN = 320;
const EACH_MORE = 56;
const HEIGHT = 320;
const SMALL = { width: 520, height: 240 };
const ROUND = 460;
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
    return addLinksToMarks(removeStyles(drawing.renderToSVGString()), (series, index) =>
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
        // Parts of a whole are not negative.
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
