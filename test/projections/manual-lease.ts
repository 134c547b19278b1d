// A lease that the test gives and takes: also to two at once, which no real one does for long.
import type { Lease } from '#projections/lease/lease.js';

export interface ManualLease extends Lease {
  /** undefined: somebody else has it now. */
  give(token: number | undefined): void;
}

export function createManualLease(given?: number): ManualLease {
  let token = given;
  const listeners = new Set<() => void>();
  return {
    get token() {
      return token;
    },
    holder: undefined,
    lastError: undefined,
    mayWrite: async (asked) => token === asked,
    isOrphaned: () => false,
    handleRefusal: async () => {},
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    release: async () => {},
    give(next) {
      token = next;
      for (const listener of listeners) listener();
    },
  };
}
