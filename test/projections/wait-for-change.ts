// That somebody is told is waited for no longer than it may take: who is never told says so in seconds, and not at the end of the test.
import { withTimeout } from '#platform/timeouts.js';
import type { ReadModels } from '#projections/port/read-models.js';

const SOON_MS = 10_000;

/** Listens from now on; what is returned waits for the first call. */
export function createChangeWaiter({
  onChange,
}: Pick<ReadModels, 'onChange'>): (of: string) => Promise<void> {
  const told = new Promise<void>((resolve) => onChange(resolve));
  return (of) =>
    withTimeout(SOON_MS, told, () => new Error(`Nobody was told of ${of} within ${SOON_MS / 1000} s.`));
}
