import type { Generations } from './generations.js';
import type { Leases } from './leases.js';
import type { ReadMarkers } from './read-markers.js';
import type { SubscriptionStateStore } from './subscription-state-store.js';
import type { BackgroundCheckpoints } from './background-checkpoints.js';
import type { BackgroundDocuments } from './background-documents.js';

export interface ReadModels
  extends
    Generations,
    Leases,
    ReadMarkers,
    SubscriptionStateStore,
    BackgroundCheckpoints,
    BackgroundDocuments {
  close(): Promise<void>;
}
