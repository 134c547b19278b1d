import type { Lease } from '#projections/lease/lease.js';
import { prepareGenerations } from '#projections/replay/prepare-generations.js';

type Preparation = Parameters<typeof prepareGenerations>[0] & { readonly lease: Lease };

/** Read models of a newer version, as long as another process builds those in use. Returns what stops it. */
export function prepareWhileFollowing({ lease, ...parts }: Preparation): () => Promise<void> {
  if (lease.token !== undefined) return async () => {};
  const stop = new AbortController();
  const unwatch = lease.onChange(() => {
    if (lease.token !== undefined) stop.abort();
  });
  // The next holder of the lease builds what is missing, and reports why it cannot.
  const done = prepareGenerations({ ...parts, signal: stop.signal }).catch(() => {});
  return async () => {
    unwatch();
    stop.abort();
    await done;
  };
}
