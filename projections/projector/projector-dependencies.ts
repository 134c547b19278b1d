// Dependencies of a projector and its roles.
import type { EventStore } from '#event-store/event-store.js';
import type { Lease } from '../lease/lease.js';
import type { SubscriptionContext } from '../subscription/subscription.js';
import type { GenerationParts, OpenGenerations } from './open-generations.js';
import type { StoredBatch } from './stored-batch.js';

export interface ProjectorParts extends GenerationParts {
  /** `read`: for admins' decisions; without it there are none. */
  readonly store: Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
  readonly lease: Lease;
  readonly clock?: () => string;
}

export interface RoleParts extends ProjectorParts, SubscriptionContext<StoredBatch> {
  readonly generations: OpenGenerations;
}
