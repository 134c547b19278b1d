// Groups of a report where each record has to be looked at: which may be read, and what of it, the read model does not know.
import type { AmountSummary } from '#projections/port/aggregation.js';
import { HIDDEN, isHidden, type VisibleRecord } from '../visibility/visible-records.js';
import { findPeriodAt, type Periods } from './periods.js';
import { computeTimeInState } from '#domain/record/lifecycle/times-in-states.js';
import type { MeasuredAmounts, ReportPlan, ReportGroup, ReportKey } from './plan-report.js';
import type { Scalar } from '#specification/model/stored-value.js';

/** As many as a list looks through. */
const MOST_SCANNED = 5_000;
/** Where nothing has to be asked of each. */
const MOST_READ = 50_000;
const AT_ONCE = 250;

export interface ScannedRecord {
  /** undefined: it does not go over a time. */
  readonly time?: ReportKey;
  readonly keys: readonly ReportKey[];
  readonly values: readonly ReportKey[];
}

interface ReportScan {
  readonly records: readonly ScannedRecord[];
  readonly partly: boolean;
  /** So many are looked at, at most. */
  readonly most: number;
}

/** The newest first. `isAll`: every record that is found is visible. */
export async function scanRecords(plan: ReportPlan, isAll: boolean): Promise<ReportScan> {
  const { view, report, filter, search, of } = plan;
  const see = view.see(search);
  const valueIn = (seen: VisibleRecord, column: string) => {
    const state = plan.times.get(column);
    if (state !== undefined) return timeOf(seen, state, view.now);
    return valueOf(seen, column, plan.path(column) !== column);
  };
  const most = isAll ? MOST_READ : MOST_SCANNED;
  const records: ScannedRecord[] = [];
  let cursor: string | undefined;
  for (let looked = 0; looked < most; looked += AT_ONCE) {
    const page = await view.records.find({
      filter,
      cursor,
      sort: NEWEST,
      limit: AT_ONCE,
      onwardOnly: true,
    });
    for (const seen of await see(page.documents)) {
      const scanned = seen && {
        ...(report.over && { time: valueIn(seen, report.over.column) ?? null }),
        keys: report.by.map((key) => valueIn(seen, key)),
        values: of.map((key) => valueIn(seen, key) ?? null),
      };
      if (scanned && isGrouped(scanned)) records.push(scanned);
    }
    cursor = page.next;
    if (cursor === undefined) return { records, partly: false, most };
  }
  return { records, partly: true, most };
}

const NEWEST = { path: 'id', descending: true } as const;

/** Milliseconds. A document of an earlier version of the projection does not tell. */
const timeOf = ({ timesInStates, ...visit }: VisibleRecord, state: string, now: string): number | null =>
  timesInStates === undefined ? null : (computeTimeInState({ ...visit, timesInStates }, state, now) ?? null);

/** undefined: it is no value to group by. */
function valueOf(seen: VisibleRecord, column: string, isField: boolean): ReportKey | undefined {
  if (!isField) return seen[column as 'state'];
  if (seen.hidden.has(column)) return HIDDEN;
  const value = seen.fields[column] ?? null;
  return typeof value === 'object' && value !== null ? undefined : (value as Scalar);
}

const isGrouped = (scanned: {
  readonly keys: readonly (ReportKey | undefined)[];
}): scanned is { readonly keys: readonly ReportKey[] } => scanned.keys.every((key) => key !== undefined);

/** The first and the last time among them. */
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
    group.amounts = group.amounts.map((amounts, index) => sumAmounts([amounts, amountsOf(values[index]!)]));
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

export function sumAmounts(all: readonly MeasuredAmounts[]): MeasuredAmounts {
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
