// One chart per measure: the time or first dimension on the axis, the second as colours.
import type { Chart, Point } from '#views/view-models/report.js';
import { convertTimeToHours, type ReportCell } from './report-cells.js';
import { type ReportLine, type ReportTable, type ReportSource } from './report-lines.js';
import type { Translate } from '#views/messages/translate.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

interface ChartLabels {
  text(cell: ReportCell): string;
  href(line: ReportLine): string | undefined;
}

/** More colours are indistinguishable. */
const MOST_SERIES = 8;
/** Categories, unless they are periods. */
const MOST_ALONG = 40;

export function drawCharts(source: ReportSource, lines: ReportTable, words: ChartLabels): readonly Chart[] {
  const { report, result } = source;
  const { chart: kind, measures } = report;
  const { over } = report;
  const times = over && result.periods!.days.map((day) => source.formats.period(day, over.unit));
  if (kind === 'table' || lines.heads.length === 0 || lines.lines.length === 0) return [];
  return measures.map(({ kind: measure }, index) => {
    const adds = measure === 'count' || measure === 'sum';
    const { title } = lines.measures[index]!;
    const drawn = seriesOf(lines, index, { adds, times, others: source.t('constants.allOthers') }, words);
    const about = source.t('report.by', { measure: title, groups: lines.heads.join(', ') });
    return {
      title: about,
      kind,
      stacked: adds && kind === 'bar',
      ...(lines.lines.some(({ cells }) => cells[index]?.isTime) ? inTimeUnits(drawn) : drawn),
      words: describeChart(lines, index, { ...words, t: source.t }),
    };
  });
}

/** Below this, ticks in days would be too sparse. */
const LEAST_HOURS_IN_DAYS = 48;

/** Hours or days, depending on the largest value. */
function inTimeUnits({ along, series }: Pick<Chart, 'along' | 'series'>) {
  const isLong = series.some(({ points }) =>
    points.some(({ value }) => value !== null && value >= LEAST_HOURS_IN_DAYS),
  );
  if (!isLong) return { along, series, timeUnit: 'hour' as const };
  const inDays = (point: Point): Point => ({
    ...point,
    value: point.value === null ? null : point.value / 24,
  });
  const timeUnit = 'day' as const;
  return { along, timeUnit, series: series.map((each) => ({ ...each, points: each.points.map(inDays) })) };
}

interface ChartShape {
  /** Whether the measure is additive, so that series stack. */
  readonly adds: boolean;
  /** All periods, empty ones included. */
  readonly times?: readonly string[];
  readonly others: string;
}

function seriesOf(
  lines: ReportTable,
  index: number,
  manner: ChartShape,
  words: ChartLabels,
): Pick<Chart, 'along' | 'series'> {
  const { others } = manner;
  const found = limitNames(lines.lines, (line) => line.keys[0]!.text, index, {
    most: manner.times ? Infinity : MOST_ALONG,
    others,
  });
  const along = manner.times ? withGaps(found, manner.times) : found;
  const nameOf = (line: ReportLine) =>
    line.keys
      .slice(1)
      .map((key) => key.text)
      .join(' · ');
  const names = limitNames(lines.lines, nameOf, index, { most: MOST_SERIES, others });
  const points = new Map<string, MeasuredLines>();
  for (const line of lines.lines) {
    const place = JSON.stringify([among(along, line.keys[0]!.text), among(names, nameOf(line))]);
    points.set(place, [...(points.get(place) ?? []), line]);
  }
  const at = (place: string, name: string) =>
    pointOf(points.get(JSON.stringify([place, name])), index, manner, words);
  return {
    along,
    series: names.map((title) => ({ title, points: along.map((place) => at(place, title)) })),
  };
}

/** Values without a period surround the periods. */
function withGaps(found: readonly string[], times: readonly string[]): readonly string[] {
  const beside = found.filter((name) => !times.includes(name));
  const before = beside.filter((name) => found.indexOf(name) === 0);
  return [...before, ...times, ...beside.filter((name) => !before.includes(name))];
}

type MeasuredLines = readonly ReportLine[];

function pointOf(
  lines: MeasuredLines | undefined,
  index: number,
  { adds }: ChartShape,
  words: ChartLabels,
): Point {
  const [first, ...more] = lines ?? [];
  if (!first) return { value: adds ? 0 : null, text: '' };
  const cell = first.cells[index]!;
  if (more.length === 0) return { value: floating(cell), text: words.text(cell), href: words.href(first) };
  if (!adds) return { value: null, text: '' };
  const units = lines!.reduce((sum, line) => sum + (line.cells[index]!.units ?? 0n), 0n);
  return { value: floating({ ...cell, units }), text: words.text({ ...cell, units }) };
}

/** Pixels cannot show more precision. */
const floating = (cell: ReportCell): number | null => {
  const { units, places } = convertTimeToHours(cell);
  return units === null ? null : Number(units) / 10 ** places;
};

/** The largest series if there are too many, and one for the others. */
function limitNames(
  lines: readonly ReportLine[],
  nameOf: (line: ReportLine) => string,
  index: number,
  { most, others }: { readonly most: number; readonly others: string },
): readonly string[] {
  const sizes = new Map<string, number>();
  for (const line of lines) {
    const size = Math.abs(floating(line.cells[index]!) ?? 0);
    sizes.set(nameOf(line), (sizes.get(nameOf(line)) ?? 0) + size);
  }
  if (sizes.size <= most) return [...sizes.keys()];
  const largest = [...sizes].toSorted((one, other) => other[1] - one[1]).slice(0, most - 1);
  const names = new Set(largest.map(([name]) => name));
  return [...[...sizes.keys()].filter((name) => names.has(name)), others];
}

/** Others come last. */
const among = (names: readonly string[], name: string): string =>
  names.includes(name) ? name : names.at(-1)!;

/** Text alternative of the chart. */
function describeChart(
  { lines, measures, total }: ReportTable,
  index: number,
  { text, t }: ChartLabels & { readonly t: Translate },
): string {
  const given = lines.filter((line) => line.cells[index]!.units !== null);
  const name = (line: ReportLine) => line.keys.map((key) => key.text).join(', ');
  const sorted = given.toSorted((one, other) =>
    compareAscending(other.cells[index]!.units!, one.cells[index]!.units!),
  );
  const [most, least] = [sorted[0], sorted.at(-1)];
  const { title: measure } = measures[index]!;
  if (!most || !least) return t('report.noValues', { measure });
  const all = { measure, total: text(total[index]!) };
  if (most === least) return t('report.oneGroup', { ...all, group: name(most) });
  return t('report.ends', {
    ...all,
    most: text(most.cells[index]!),
    ofMost: name(most),
    least: text(least.cells[index]!),
    ofLeast: name(least),
    count: given.length,
  });
}
