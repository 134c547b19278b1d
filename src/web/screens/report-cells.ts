// What a cell of a report holds: an exact number, or a length of time; and how it is rounded.
/** An exact number, or none. */
export interface ReportCell {
  readonly units: bigint | null;
  readonly places: number;
  readonly currency?: string;
  /** `units` are milliseconds. */
  readonly isTime?: true;
}

/** For programs: a time in hours, to the hundredth. */
export function plainCell(cell: ReportCell): ReportCell {
  if (!cell.isTime) return cell;
  return { units: cell.units === null ? null : rounded(cell.units * 100n, HOUR), places: 2 };
}

const HOUR = 3_600_000n;

/** The least of them that so many per cent do not exceed (nearest rank): a value that there is. `sorted`: ascending, not empty. */
export function quantile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!;
}

/** Half away from zero. */
export function rounded(sum: bigint, count: bigint): bigint {
  const half = sum < 0n ? -count : count;
  return (2n * sum + half) / (2n * count);
}
