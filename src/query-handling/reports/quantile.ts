/** Nearest rank. `sorted`: ascending, not empty. */
export function quantile(sorted: ArrayLike<number>, percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!;
}
