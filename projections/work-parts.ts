// What leader and follower of a projection work with.
import type { GenerationParts, OpenGenerations } from './open-generations.js';
import type { EventStore } from '../src/event-store/event-store.js';
import type { Lease } from './lease.js';
import type { ProgressNotifier } from './progress-notifier.js';
import type { ProjectionStatus } from './projection-status.js';
import type { ProjectionFailures } from './projection-failures.js';

export interface ProjectorParts extends GenerationParts {
  readonly store: Pick<EventStore, 'all' | 'head' | 'has'>;
  readonly lease: Lease;
  readonly clock?: () => string;
}

export interface WorkParts extends ProjectorParts {
  readonly lease: Lease;
  readonly generations: OpenGenerations;
  readonly notifier: ProgressNotifier;
  readonly status: ProjectionStatus;
  readonly failures: ProjectionFailures;
}
