// What all expressions of one decision, or of one page, may cost together: a hundred rules of nearly too many steps each would
// stand still for a hundred times as long as one.

/** Four expressions that take all they may; rules that people write take thousands. */
const MAX_TOGETHER = 2_000_000;

let left = Infinity;

/** Everything that is evaluated in here draws on one account. It ends with `run`, which therefore waits for nothing. */
export function sharingSteps<T>(run: () => T): T {
  if (left !== Infinity) return run();
  left = MAX_TOGETHER;
  try {
    return run();
  } finally {
    left = Infinity;
  }
}

export const stepsLeft = (): number => left;

export function spendTogether(steps: number): void {
  left = Math.max(0, left - steps);
}
