import type { Formats } from '#views/format.js';
import { findLastDay, findNeighbouringPeriodStart } from '#query-handling/reports/periods.js';
import {
  getMeasureColumn,
  type MeasureSummary,
  type ReportGroup,
  type ReportKey,
} from '#query-handling/reports/plan-report.js';
import type { ReportResult } from '#query-handling/reports/compute-report.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import { formatUnits, type Scalar } from '#specification/model/stored-value.js';
import type { Entity, Field, Measure, Report, Specification } from '#specification/model/specification.js';
import { getDecimalPlaces, getFieldType } from '#specification/field-types/find-field-type.js';
import { formatDisplayValue } from '#views/parts/display-value.js';
import { quantile } from '#query-handling/reports/quantile.js';
import { divideAndRound, type ReportCell } from './report-cells.js';
import { getColumnTitle } from '../display/column-title.js';
import { toValueDisplayContext, displayValue, getStateTitle } from '../display/display-value.js';
import { displayPersonName } from '../display/person-names.js';
import type { Translate } from '#views/messages/translate.js';
import type { MessageId } from '#views/messages/en/all.js';

/** `plain`: heading of plain numbers, with the unit of durations. */
export interface ReportMeasure {
  readonly title: string;
  readonly plain: string;
}

export interface ReportLineKey {
  readonly text: string;
  /** First day of a period. */
  readonly value: Scalar;
  readonly hidden: boolean;
  /** undefined: no list can be filtered by it. */
  readonly filter?: Readonly<Record<string, string>>;
}

export interface ReportLine {
  readonly keys: readonly ReportLineKey[];
  readonly cells: readonly ReportCell[];
}

export interface ReportSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly report: Report;
  readonly result: ReportResult;
  readonly t: Translate;
  readonly formats: Formats;
}

export interface ReportTable {
  readonly heads: readonly string[];
  readonly measures: readonly ReportMeasure[];
  readonly lines: readonly ReportLine[];
  readonly total: readonly ReportCell[];
}

export function reportTable(source: ReportSource): ReportTable {
  const made = reportTableInPieces(source);
  for (let piece = made.next(); ; piece = made.next()) if (piece.done) return piece.value;
}

/** All groups; yields so that other tasks can run. */
export function* reportTableInPieces(source: ReportSource): Generator<undefined, ReportTable, undefined> {
  const { entity, report, result } = source;
  const columns = [...(report.over ? [report.over.column] : []), ...report.by];
  const made: RankedLine[] = [];
  for (const group of result.groups) {
    const keys = group.keys.map((key, index) => keyOf(key, columns[index]!, index === 0, source));
    made.push({
      line: { keys: keys.map(({ key }) => key), cells: cellsOf(group, source) },
      ranks: keys.map((each) => each.rank),
    });
    yield;
  }
  // `localeCompare` would look up a collator at every comparison.
  const texts = new Intl.Collator(source.specification.locale);
  const sorted = yield* sortedInPieces(made, (one, other) => compare(one.ranks, other.ranks, texts));
  return {
    heads: columns.map((column) => getColumnTitle(entity, column, source.t)),
    measures: report.measures.map((measure) => measureTitle(measure, entity, source.t)),
    lines: sorted.map(({ line }) => line),
    total: cellsOf(result.total, source),
  };
}

function measureTitle({ kind, field, timeIn }: Measure, entity: Entity, t: Translate): ReportMeasure {
  if (timeIn !== undefined) {
    const title = t(MEASURED_TIME[kind], { state: getStateTitle(entity, timeIn) });
    return { title, plain: t('report.inHours', { title }) };
  }
  const title = t(MEASURED[kind], {
    of: field === undefined ? entity.plural : getColumnTitle(entity, field, t),
  });
  return { title, plain: title };
}

const MEASURED_TIME: Readonly<Record<Measure['kind'], MessageId>> = {
  count: 'report.time',
  sum: 'report.timeAltogether',
  avg: 'report.averageTime',
  min: 'report.shortestTime',
  max: 'report.longestTime',
  median: 'report.medianTime',
  p90: 'report.time90',
};

const MEASURED: Readonly<Record<Measure['kind'], MessageId>> = {
  count: 'report.count',
  sum: 'report.sum',
  avg: 'report.average',
  min: 'report.least',
  max: 'report.greatest',
  median: 'report.median',
  p90: 'report.percentile90',
};

function cellsOf(
  group: Pick<ReportGroup, 'count' | 'amounts'>,
  { entity, report, result }: ReportSource,
): readonly ReportCell[] {
  return report.measures.map((measure) => {
    const { kind, field: key } = measure;
    const amounts = group.amounts[result.of.indexOf(getMeasureColumn(measure) ?? '')]!;
    if (measure.timeIn !== undefined) return { units: unitsOf(kind, amounts, 0), places: 0, isTime: true };
    const field = entity.fields.find((each) => each.key === key);
    if (!field) return { units: BigInt(group.count), places: 0 };
    const places = getDecimalPlaces(field) + (kind === 'avg' ? moreDigits(field) : 0);
    const currency = field.currency === undefined ? {} : { currency: field.currency };
    return { units: unitsOf(kind, amounts, moreDigits(field)), places, ...currency };
  });
}

/** Averages of integers need decimals. */
const moreDigits = (field: Field): number =>
  getDecimalPlaces(field) === 0 && field.currency === undefined ? 2 : 0;

function unitsOf(
  kind: Measure['kind'],
  { count, sum, min, max, sorted = [] }: MeasureSummary,
  more: number,
): bigint | null {
  if (count === 0) return null;
  if (kind === 'median' || kind === 'p90') return BigInt(quantile(sorted, kind === 'p90' ? 90 : 50));
  if (kind === 'sum') return sum;
  if (kind === 'avg') return divideAndRound(sum * 10n ** BigInt(more), BigInt(count));
  const one = kind === 'min' ? min : max;
  return one === null ? null : BigInt(one);
}

type Rank = number | string;

function keyOf(
  key: ReportKey,
  column: string,
  isFirst: boolean,
  source: ReportSource,
): { key: ReportLineKey; rank: Rank } {
  const { t } = source;
  if (isHidden(key)) return { key: { text: t('value.hidden'), value: null, hidden: true }, rank: LAST };
  if (key === null)
    return { key: { text: t('report.notGiven'), value: null, hidden: false }, rank: LAST - 1 };
  if (isFirst && source.report.over) return periodKey(String(key), source);
  const { specification, entity, result } = source;
  const field = entity.fields.find((each) => each.key === column);
  const known = { value: key, hidden: false };
  if (!field && column === 'state') {
    const rank = entity.lifecycle.states.findIndex((state) => state.key === key);
    return {
      key: { ...known, text: getStateTitle(entity, String(key)), filter: { state: String(key) } },
      rank,
    };
  }
  if (!field) {
    const text = displayPersonName(result.names, String(key), t);
    return { key: { ...known, text, filter: { [column]: String(key) } }, rank: text };
  }
  const text =
    formatDisplayValue(
      displayValue(field, key, toValueDisplayContext({ specification, names: result.names, t })),
      source.formats,
      t,
    ) || String(key);
  return { key: { ...known, text, filter: filterOf(field, key) }, rank: rankOf(field, key, text) };
}

const LAST = Number.MAX_SAFE_INTEGER;

function rankOf(field: Field, key: Scalar, text: string): Rank {
  if (getFieldType(field).isListed) return field.choices.findIndex(({ value }) => value === key);
  if (typeof key === 'number') return key;
  if (typeof key === 'boolean') return Number(key);
  return getFieldType(field).isDay ? String(key) : text;
}

function filterOf(field: Field, key: Scalar): ReportLineKey['filter'] {
  const ends = (text: string) => ({ [`${field.key}.from`]: text, [`${field.key}.until`]: text });
  if (typeof key === 'number') return ends(formatUnits(key, field.places));
  return getFieldType(field).isDay ? ends(String(key)) : { [field.key]: String(key) };
}

function periodKey(start: string, source: ReportSource): { key: ReportLineKey; rank: Rank } {
  const { unit, column } = source.report.over!;
  const { days, starts } = source.result.periods!;
  const index = starts.indexOf(start) - 1;
  const [from, until] = [`${column}.from`, `${column}.until`];
  if (index < 0) {
    const filter =
      days[0] === undefined
        ? undefined
        : { [until]: findLastDay(findNeighbouringPeriodStart(days[0], unit, -1), unit) };
    return {
      key: { text: source.t('report.earlier'), value: null, hidden: false, ...(filter && { filter }) },
      rank: -1,
    };
  }
  const first = days[index];
  if (first === undefined) {
    const filter = { [from]: findNeighbouringPeriodStart(days.at(-1)!, unit, 1) };
    return { key: { text: source.t('report.later'), value: null, hidden: false, filter }, rank: index };
  }
  const filter = { [from]: first, [until]: findLastDay(first, unit) };
  return {
    key: { text: source.formats.period(first, unit), value: first, hidden: false, filter },
    rank: index,
  };
}

/** Items sorted per step. */
const RUN = 500;

/** Merge sort of runs. */
function* sortedInPieces<T>(
  items: readonly T[],
  order: (one: T, other: T) => number,
): Generator<undefined, readonly T[], undefined> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(order));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergedInPieces(runs[at]!, runs[at + 1] ?? [], order));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInPieces<T>(
  some: readonly T[],
  others: readonly T[],
  order: (one: T, other: T) => number,
): Generator<undefined, readonly T[], undefined> {
  const merged: T[] = [];
  let [next, nextOther] = [0, 0];
  while (next < some.length && nextOther < others.length) {
    const isFirst = order(some[next]!, others[nextOther]!) <= 0;
    merged.push(isFirst ? some[next++]! : others[nextOther++]!);
    if (merged.length % RUN === 0) yield;
  }
  for (const rest of [some.slice(next), others.slice(nextOther)]) for (const item of rest) merged.push(item);
  yield;
  return merged;
}

interface RankedLine {
  readonly line: ReportLine;
  readonly ranks: readonly Rank[];
}

function compare(one: readonly Rank[], other: readonly Rank[], texts: Intl.Collator): number {
  for (const [index, mine] of one.entries()) {
    const theirs = other[index]!;
    if (mine === theirs) continue;
    if (typeof mine === 'string' && typeof theirs === 'string') return texts.compare(mine, theirs);
    return typeof mine === 'number' && typeof theirs === 'number'
      ? mine - theirs
      : typeof mine === 'string'
        ? -1
        : 1;
  }
  return 0;
}
