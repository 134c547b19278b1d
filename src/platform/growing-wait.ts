/**
 * Milliseconds to wait before the next attempt; attempts count from 0. Doubles from `first` up to `longest`. Half of it is chance, so
 * that those who failed together do not come back together.
 */
export function growingWait(attempt: number, first: number, longest: number): number {
  const whole = Math.min(longest, first * 2 ** Math.min(attempt, 10));
  return whole / 2 + (Math.random() * whole) / 2;
}
