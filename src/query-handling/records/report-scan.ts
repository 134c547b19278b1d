// Groups of a report where each record has to be looked at: which may be read, and what of it, the read model does not know.
import type { Amounts } from '#projections/port/aggregate.js';
import { HIDDEN, isHidden, type VisibleRecord } from '../visible-records.js';
import { periodAt, type Periods } from './periods.js';
import type { ReportPlan, ReportGroup, ReportKey } from './report-plan.js';
import type { Scalar } from '#specification/value.js';

/** As many as a list looks through. */
const MOST_SCANNED = 5_000;
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
}

export async function scanRecords(plan: ReportPlan): Promise<ReportScan> {
  const { view, report, filter, search, of } = plan;
  const see = view.see(search);
  const valueIn = (seen: VisibleRecord, column: string) =>
    valueOf(seen, column, plan.path(column) !== column);
  const records: ScannedRecord[] = [];
  let cursor: string | undefined;
  for (let looked = 0; looked < MOST_SCANNED; looked += AT_ONCE) {
    const page = await view.records.find({ filter, cursor, limit: AT_ONCE, onwardOnly: true });
    for (const seen of await see(page.documents)) {
      const scanned = seen && {
        ...(report.over && { time: valueIn(seen, report.over.column) ?? null }),
        keys: report.by.map((key) => valueIn(seen, key)),
        values: of.map((key) => valueIn(seen, key) ?? null),
      };
      if (scanned && isGrouped(scanned)) records.push(scanned);
    }
    cursor = page.next;
    if (cursor === undefined) return { records, partly: false };
  }
  return { records, partly: true };
}

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
export function spanOf(records: readonly ScannedRecord[]): readonly [string, string] | undefined {
  const times = records.flatMap(({ time }) => (typeof time === 'string' ? [time] : [])).sort();
  return times.length === 0 ? undefined : [times[0]!, times.at(-1)!];
}

export function groupsOf(
  records: readonly ScannedRecord[],
  periods: Periods | undefined,
  size: number,
): { readonly groups: readonly ReportGroup[]; readonly hides: boolean } {
  const groups = new Map<string, { keys: readonly ReportKey[]; count: number; amounts: Amounts[] }>();
  let hides = false;
  for (const { time, keys: own, values } of records) {
    const keys = periods ? [periodOf(time!, periods), ...own] : own;
    hides ||= [...keys, ...values].some(isHidden);
    const name = JSON.stringify(keys);
    const group = groups.get(name) ?? { keys, count: 0, amounts: Array<Amounts>(size).fill(NONE) };
    group.count += 1;
    group.amounts = group.amounts.map((amounts, index) => addUp([amounts, amountsOf(values[index]!)]));
    groups.set(name, group);
  }
  return { groups: [...groups.values()], hides };
}

const periodOf = (time: ReportKey, periods: Periods): ReportKey =>
  typeof time === 'string' ? periods.starts[periodAt(time, periods)]! : isHidden(time) ? time : null;

const NONE: Amounts = { count: 0, sum: 0n, min: null, max: null };

const amountsOf = (value: ReportKey): Amounts =>
  typeof value === 'number' && Number.isSafeInteger(value)
    ? { count: 1, sum: BigInt(value), min: value, max: value }
    : NONE;

export function addUp(all: readonly Amounts[]): Amounts {
  const least = all.flatMap(({ min }) => min ?? []);
  const greatest = all.flatMap(({ max }) => max ?? []);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    sum: all.reduce((sum, each) => sum + each.sum, 0n),
    min: least.length === 0 ? null : least.reduce((one, other) => Math.min(one, other)),
    max: greatest.length === 0 ? null : greatest.reduce((one, other) => Math.max(one, other)),
  };
}
