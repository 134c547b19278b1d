// Waits until the read models have reached the end of the log.
import type { Installation } from './installation.js';

const TIMEOUT_MS = 10_000;

/**
 * Commands ask read models who and what there is: after an upgrade or a restored backup these may be far behind.
 * `patient`: where another process builds them, waits until one does. Otherwise goes on without, after a while in which
 * nothing has moved: what asks them is refused then, and what does not ask need not wait.
 */
export async function waitUntilCaughtUp(
  { store, projections }: Installation,
  { patient = false, signal }: { readonly patient?: boolean; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const head = await store.head();
  for (let before = -1; ;) {
    const healths = await projections.health();
    // One that has failed or is paused does not come, and is not waited for.
    const coming = healths.filter(
      ({ state, loopAlive }) => state !== 'failed' && state !== 'paused' && loopAlive,
    );
    const names = coming.map(({ projection }) => projection);
    if ((await projections.waitFor(head, TIMEOUT_MS, names)) || signal?.aborted) return;
    const now = coming.reduce((sum, { position }) => sum + position, 0);
    if (!patient && now === before && coming.every(({ role }) => role === 'following')) return;
    before = now;
  }
}
