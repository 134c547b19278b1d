// Fails within seconds where no change is reported.
import { withTimeout } from '#platform/timeouts.js';
import type { ReadModels } from '#projections/port/read-models.js';

const SOON_MS = 10_000;

/** Listens from now on; the result waits for the first call. */
export function createChangeWaiter({
  onChange,
}: Pick<ReadModels, 'onChange'>): (of: string) => Promise<void> {
  const told = new Promise<void>((resolve) => onChange(resolve));
  return (of) =>
    withTimeout(SOON_MS, told, () => new Error(`Nobody was told of ${of} within ${SOON_MS / 1000} s.`));
}
