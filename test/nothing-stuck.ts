// Workers without failed items and with a lease of their own: for tests of the work itself.
import { BackgroundWorker, type BackgroundWork } from '#background/background-worker.js';
import type { StuckItems } from '#background/stuck-items.js';
import { HealthIssues } from '#platform/health-issues.js';
import type { RunningProjections } from '#projections/running-projections.js';

export const nothingStuck: Pick<StuckItems, 'onDecided' | 'refresh' | 'of' | 'isLeftAlone' | 'unlessStuck'> =
  {
    onDecided: () => () => {},
    refresh: async () => {},
    of: () => [],
    isLeftAlone: () => false,
    unlessStuck: (_, work) => work(),
  };

/** A worker that believes to hold the lease, or that does not where `isHeld` is false. It has run once. */
export async function workerUnderLease(
  work: BackgroundWork,
  healthIssues = new HealthIssues(),
  isHeld = true,
): Promise<BackgroundWorker> {
  const lease = {
    token: isHeld ? 1 : undefined,
    mayWrite: async () => isHeld,
    onChange: () => () => {},
    release: async () => {},
  };
  const projections = { onWritten: () => () => {} } as unknown as RunningProjections;
  const worker = new BackgroundWorker(work, lease, { projections, healthIssues });
  await worker.begin();
  return worker;
}
