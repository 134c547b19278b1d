// All state an engine keeps besides the log. Contract: test/projections/read-model.contract.ts.
import type { Generations } from './generations.js';
import type { Leases } from './leases.js';
import type { ReadMarkers } from './read-markers.js';
import type { SubscriptionStateStore } from './subscription-state-store.js';
import type { WorkerCheckpoints } from './worker-checkpoints.js';

export interface ReadModels
  extends Generations, Leases, ReadMarkers, SubscriptionStateStore, WorkerCheckpoints {
  close(): Promise<void>;
}
