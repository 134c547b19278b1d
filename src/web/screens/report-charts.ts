// Lines of a report → charts, one for each measure: along it the time or the first field, in colours what it is grouped by besides.
import type { Chart, Point } from '#views/view-models/report.js';
import { plainCell, type ReportCell } from './report-cells.js';
import { type ReportLine, type ReportTable, type ReportSource } from './report-lines.js';
import type { Translate } from '#views/messages/translate.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

interface ChartLabels {
  text(cell: ReportCell): string;
  href(line: ReportLine): string | undefined;
}

/** Nobody tells more colours apart. */
const MOST_SERIES = 8;
/** Of groups that are no periods. */
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

/** Below this many hours, days would leave too little between the lines of the chart. */
const LEAST_HOURS_IN_DAYS = 48;

/** Values in hours → in hours or days, as their largest asks for. */
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
  /** Several come to something together. */
  readonly adds: boolean;
  /** All periods of the report, also those with nothing in them. */
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
  const found = kept(lines.lines, (line) => line.keys[0]!.text, index, {
    most: manner.times ? Infinity : MOST_ALONG,
    others,
  });
  const along = manner.times ? withGaps(found, manner.times) : found;
  const nameOf = (line: ReportLine) =>
    line.keys
      .slice(1)
      .map((key) => key.text)
      .join(' · ');
  const names = kept(lines.lines, nameOf, index, { most: MOST_SERIES, others });
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

/** Before and after the periods stands what belongs to none. */
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

/** A chart is no more exact than its lines are thick. */
const floating = (cell: ReportCell): number | null => {
  const { units, places } = plainCell(cell);
  return units === null ? null : Number(units) / 10 ** places;
};

/** The names there are, in their order; the largest alone where there are too many, and one for all others. */
function kept(
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

/** What is not among the names is among all others, who come last. */
const among = (names: readonly string[], name: string): string =>
  names.includes(name) ? name : names.at(-1)!;

/** What is to be seen, for who does not see it. */
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
