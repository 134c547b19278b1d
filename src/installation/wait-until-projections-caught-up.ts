import type { Installation } from './installation.js';

const TIMEOUT_MS = 10_000;

/** Read models may lag after an upgrade or restore. `patient`: waits for another process to build them; otherwise gives up without progress, and only dependent commands are refused. */
export async function waitUntilProjectionsCaughtUp(
  { store, projections }: Installation,
  { patient = false, signal }: { readonly patient?: boolean; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const head = await store.head();
  for (let before = -1; ;) {
    const healths = await projections.health();
    // Failed and paused projections are not awaited.
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
