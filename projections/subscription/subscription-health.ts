import type { EventStore } from '#event-store/event-store.js';
import { withTimeout } from '#platform/timeouts.js';
import type { Lease } from '../lease/lease.js';
import type { SubscriptionFailure, SubscriptionHandler } from './subscription-handler.js';
import type {
  ProgressNotifier,
  SubscriptionState,
  SubscriptionStatus,
  FailureReporter,
} from './subscription-status.js';

export interface SubscriptionHealth {
  readonly version: number;
  readonly state: SubscriptionState;
  readonly position: number;
  readonly head: number;
  /** null: unknown. */
  readonly lag: number | null;
  /** ISO 8601; null: no event handled here since the start. */
  readonly lastProgressAt: string | null;
  readonly loopAlive: boolean;
  /** following: waits for the process that writes. */
  readonly role: 'writing' | 'following';
  readonly writer?: string;
  /** Its own, or as published by the lease holder. */
  readonly failure?: SubscriptionFailure;
  readonly trouble?: string;
  /** Milliseconds; 0: none. */
  readonly troubledFor: number;
  readonly skipped: number;
}

export interface SubscriptionHealthSources {
  readonly handler: SubscriptionHandler;
  readonly store: Pick<EventStore, 'head'>;
  readonly lease: Lease;
  readonly status: SubscriptionStatus;
  readonly notifier: Pick<ProgressNotifier<unknown>, 'position'>;
  readonly failures: FailureReporter;
  readonly loopAlive: boolean;
}

const LONGEST_LOOK_MS = 2_000;

/** Health answers soon, even when an engine does not. */
const withinLookTime = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(LONGEST_LOOK_MS, answer, () => new Error('late'));

export async function readSubscriptionHealth(looked: SubscriptionHealthSources): Promise<SubscriptionHealth> {
  const { handler, lease, store, status, notifier, loopAlive } = looked;
  const position = Math.max(0, notifier.position);
  const [head, failure] = await Promise.all([
    withinLookTime(store.head()).catch(() => undefined),
    findFailure(looked),
  ]);
  const trouble = lease.isOrphaned() ? handler.orphanedMessage : (status.lastError ?? lease.lastError);
  return {
    version: handler.version,
    state: status.state,
    position,
    head: head ?? position,
    lag: calculateLag(head, position),
    lastProgressAt: status.lastProgressAt,
    loopAlive,
    role: lease.token === undefined ? 'following' : 'writing',
    ...(lease.holder !== undefined && { writer: lease.holder }),
    ...(failure && { failure }),
    ...(trouble !== undefined && { trouble }),
    troubledFor: status.failingForMs,
    skipped: status.skipped.size,
  };
}

/** `head`: read after the position, so it is never smaller in a sound log. */
export const calculateLag = (head: number | undefined, position: number): number | null =>
  head === undefined || head < position ? null : head - position;

async function findFailure({
  status,
  lease,
  failures,
}: SubscriptionHealthSources): Promise<SubscriptionFailure | undefined> {
  if (status.failure || lease.token !== undefined) return status.failure;
  return withinLookTime(failures.readPublished()).catch(() => undefined);
}
