// Reads the checkpoint of a background worker. Versions before 27 November 2026 kept it as the token of a lease of the same name.
import type { Leases } from '#projections/port/leases.js';
import type { WorkerCheckpoints } from '#projections/port/worker-checkpoints.js';

export type CheckpointStore = Pick<Leases, 'lease'> & WorkerCheckpoints;

export async function readCheckpoint(store: CheckpointStore, name: string): Promise<number | undefined> {
  const recorded = await store.workerCheckpoint(name);
  if (recorded !== undefined) return recorded;
  const former = (await store.lease(name))?.token;
  if (former !== undefined) await store.recordWorkerCheckpoint(name, former);
  return former;
}
