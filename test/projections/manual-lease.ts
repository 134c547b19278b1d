// Granted by the test, also to two at once.
import type { Lease } from '#projections/lease/lease.js';

export interface ManualLease extends Lease {
  /** undefined: another process holds it. */
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
