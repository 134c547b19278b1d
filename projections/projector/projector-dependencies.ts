// Dependencies of a projector and its roles.
import type { EventStore } from '#event-store/event-store.js';
import type { Lease } from '../lease/lease.js';
import type { SubscriptionContext } from '../subscription/subscription.js';
import type { OpenGenerationsOptions, OpenGenerations } from './open-generations.js';
import type { StoredBatch } from './stored-batch.js';

export interface ProjectorDependencies extends OpenGenerationsOptions {
  /** `read`: for admins' decisions; without it there are none. */
  readonly store: Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
  readonly lease: Lease;
  readonly clock?: () => string;
}

export interface RoleDependencies extends ProjectorDependencies, SubscriptionContext<StoredBatch> {
  readonly generations: OpenGenerations;
}
