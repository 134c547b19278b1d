import type { EventStore } from '#event-store/event-store.js';
import type { Lease } from '../lease/lease.js';
import type { SubscriptionContext } from '../subscription/subscription.js';
import type { OpenGenerationsOptions, OpenGenerations } from './open-generations.js';
import type { WrittenBatch } from './written-batch.js';

export interface ProjectorDependencies extends OpenGenerationsOptions {
  /** `read`: for admins' decisions. */
  readonly store: Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
  readonly lease: Lease;
  readonly clock?: () => string;
}

export interface WriterOrFollowerDependencies
  extends ProjectorDependencies, SubscriptionContext<WrittenBatch> {
  readonly generations: OpenGenerations;
}
