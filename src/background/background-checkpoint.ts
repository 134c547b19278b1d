// Versions before 27 November 2026 stored it as the token of a lease of the same name.
import type { Leases } from '#projections/port/leases.js';
import type { BackgroundCheckpoints } from '#projections/port/background-checkpoints.js';

export type CheckpointStore = Pick<Leases, 'lease'> & BackgroundCheckpoints;

export async function readCheckpoint(store: CheckpointStore, name: string): Promise<number | undefined> {
  const recorded = await store.backgroundCheckpoint(name);
  if (recorded !== undefined) return recorded;
  const former = (await store.lease(name))?.token;
  if (former !== undefined) await store.recordBackgroundCheckpoint(name, former);
  return former;
}
