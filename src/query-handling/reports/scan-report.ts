// Rights need evaluation per record.
import type { AmountSummary } from '#projections/port/aggregation.js';
import { HIDDEN, isHidden, type VisibleRecord } from '../visibility/visible-records.js';
import { findPeriodAt, type Periods } from './periods.js';
import { computeTimeInState } from '#domain/record/lifecycle/times-in-states.js';
import type { MeasureSummary, ReportPlan, ReportGroup, ReportKey } from './plan-report.js';
import type { Scalar } from '#specification/model/stored-value.js';

const MAX_SCANNED = 5_000;
const MAX_READ = 50_000;
const PAGE_SIZE = 250;

export interface ScannedRecord {
  readonly time?: ReportKey;
  readonly keys: readonly ReportKey[];
  readonly values: readonly ReportKey[];
}

interface ReportScan {
  readonly records: readonly ScannedRecord[];
  readonly partly: boolean;
  readonly most: number;
}

/** Newest first. `isAll`: every match is visible. */
export async function scanRecords(plan: ReportPlan, isAll: boolean): Promise<ReportScan> {
  const { view, report, filter, search, of } = plan;
  const filterVisible = view.createVisibilityFilter(search);
  const valueIn = (record: VisibleRecord, column: string) => {
    const state = plan.times.get(column);
    if (state !== undefined) return timeOf(record, state, view.now);
    return valueOf(record, column, plan.path(column) !== column);
  };
  const most = isAll ? MAX_READ : MAX_SCANNED;
  const records: ScannedRecord[] = [];
  let cursor: string | undefined;
  for (let looked = 0; looked < most; looked += PAGE_SIZE) {
    const page = await view.records.find({
      filter,
      cursor,
      sort: NEWEST,
      limit: PAGE_SIZE,
      onwardOnly: true,
    });
    for (const record of await filterVisible(page.documents)) {
      const scanned = record && {
        ...(report.over && { time: valueIn(record, report.over.column) ?? null }),
        keys: report.by.map((key) => valueIn(record, key)),
        values: of.map((key) => valueIn(record, key) ?? null),
      };
      if (scanned && isGrouped(scanned)) records.push(scanned);
    }
    cursor = page.next;
    if (cursor === undefined) return { records, partly: false, most };
  }
  return { records, partly: true, most };
}

const NEWEST = { path: 'id', descending: true } as const;

/** Milliseconds; null in documents of earlier projections. */
const timeOf = ({ timesInStates, ...visit }: VisibleRecord, state: string, now: string): number | null =>
  timesInStates === undefined ? null : (computeTimeInState({ ...visit, timesInStates }, state, now) ?? null);

function valueOf(record: VisibleRecord, column: string, isField: boolean): ReportKey | undefined {
  if (!isField) return record[column as 'state'];
  if (record.hidden.has(column)) return HIDDEN;
  const value = record.fields[column] ?? null;
  return typeof value === 'object' && value !== null ? undefined : (value as Scalar);
}

const isGrouped = (scanned: {
  readonly keys: readonly (ReportKey | undefined)[];
}): scanned is { readonly keys: readonly ReportKey[] } => scanned.keys.every((key) => key !== undefined);

export function findSpan(records: readonly ScannedRecord[]): readonly [string, string] | undefined {
  const times = records.flatMap(({ time }) => (typeof time === 'string' ? [time] : [])).sort();
  return times.length === 0 ? undefined : [times[0]!, times.at(-1)!];
}

export function groupRecords(
  records: readonly ScannedRecord[],
  periods: Periods | undefined,
  { of: { length: size }, needsNumbers }: Pick<ReportPlan, 'of' | 'needsNumbers'>,
): { readonly groups: readonly ReportGroup[]; readonly hides: boolean } {
  const groups = new Map<string, CountedGroup>();
  let hides = false;
  for (const { time, keys: own, values } of records) {
    const keys = periods ? [periodOf(time!, periods), ...own] : own;
    hides ||= [...keys, ...values].some(isHidden);
    const name = JSON.stringify(keys);
    const group = groups.get(name) ?? emptyGroup(keys, size);
    group.count += 1;
    group.amounts = group.amounts.map((amounts, index) =>
      mergeMeasureSummaries([amounts, amountsOf(values[index]!)]),
    );
    if (needsNumbers) values.forEach((value, index) => isWhole(value) && group.numbers[index]!.push(value));
    groups.set(name, group);
  }
  return { groups: [...groups.values()].map((group) => (needsNumbers ? sorted(group) : group)), hides };
}

interface CountedGroup {
  readonly keys: readonly ReportKey[];
  count: number;
  amounts: readonly AmountSummary[];
  readonly numbers: readonly number[][];
}

const emptyGroup = (keys: readonly ReportKey[], size: number): CountedGroup => ({
  keys,
  count: 0,
  amounts: Array<AmountSummary>(size).fill(NONE),
  numbers: Array.from({ length: size }, () => []),
});

const sorted = ({ numbers, amounts, ...group }: CountedGroup): ReportGroup => ({
  ...group,
  amounts: amounts.map((each, index) => ({ ...each, sorted: ascending(numbers[index]!) })),
});

const ascending = (numbers: readonly number[]): readonly number[] => [...Float64Array.from(numbers).sort()];

const periodOf = (time: ReportKey, periods: Periods): ReportKey =>
  typeof time === 'string' ? periods.starts[findPeriodAt(time, periods)]! : isHidden(time) ? time : null;

const NONE: AmountSummary = { count: 0, sum: 0n, min: null, max: null };

const isWhole = (value: ReportKey): value is number => Number.isSafeInteger(value);

const amountsOf = (value: ReportKey): AmountSummary =>
  isWhole(value) ? { count: 1, sum: BigInt(value), min: value, max: value } : NONE;

export function mergeMeasureSummaries(all: readonly MeasureSummary[]): MeasureSummary {
  const least = all.flatMap(({ min }) => min ?? []);
  const greatest = all.flatMap(({ max }) => max ?? []);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    sum: all.reduce((sum, each) => sum + each.sum, 0n),
    min: least.length === 0 ? null : least.reduce((one, other) => Math.min(one, other)),
    max: greatest.length === 0 ? null : greatest.reduce((one, other) => Math.max(one, other)),
    ...(all.some((each) => each.sorted) && { sorted: ascending(all.flatMap((each) => each.sorted ?? [])) }),
  };
}
