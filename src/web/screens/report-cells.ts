/** Exact number or null. */
export interface ReportCell {
  readonly units: bigint | null;
  readonly places: number;
  readonly currency?: string;
  /** `units` are milliseconds. */
  readonly isTime?: true;
}

/** Durations in hours, two decimals. */
export function convertTimeToHours(cell: ReportCell): ReportCell {
  if (!cell.isTime) return cell;
  return { units: cell.units === null ? null : divideAndRound(cell.units * 100n, HOUR), places: 2 };
}

const HOUR = 3_600_000n;

/** Half away from zero. */
export function divideAndRound(sum: bigint, count: bigint): bigint {
  const half = sum < 0n ? -count : count;
  return (2n * sum + half) / (2n * count);
}
