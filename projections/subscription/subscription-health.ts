// What a subscription says about itself.
import type { EventStore } from '#event-store/event-store.js';
import { withTimeout } from '#platform/awaiting.js';
import type { Lease } from '../lease/lease.js';
import type { Failure, SubscriptionHandler } from './subscription-handler.js';
import type {
  ProgressNotifier,
  SubscriptionState,
  SubscriptionStatus,
  FailureReports,
} from './subscription-status.js';

export interface SubscriptionHealth {
  readonly version: number;
  readonly state: SubscriptionState;
  /** Position of the last event that was dealt with; in read models, that pages can see. */
  readonly position: number;
  readonly head: number;
  /** Positions between the two; null: not known, since the log cannot be asked, or has less than was dealt with. */
  readonly lag: number | null;
  /** ISO 8601 instant of the last event that was dealt with here; null: none since the start. */
  readonly lastProgressAt: string | null;
  readonly loopAlive: boolean;
  /** writing: this process deals with events; following: it waits for what another one makes of them. */
  readonly role: 'writing' | 'following';
  /** The process that holds the lease, in words; undefined: none, or not known. */
  readonly writer?: string;
  /** Its own, or what the process that holds the lease has told. */
  readonly failure?: Failure;
  /** What is being waited for, such as a store that cannot be reached. */
  readonly trouble?: string;
  /** Milliseconds for which it has been waited for; 0: nothing is. */
  readonly troubledFor: number;
  /** Events that were left out because somebody said so. */
  readonly skipped: number;
}

export interface SubscriptionHealthParts {
  readonly handler: SubscriptionHandler;
  readonly store: Pick<EventStore, 'head'>;
  readonly lease: Lease;
  readonly status: SubscriptionStatus;
  readonly notifier: Pick<ProgressNotifier<unknown>, 'position'>;
  readonly failures: FailureReports;
  readonly loopAlive: boolean;
}

const LONGEST_LOOK_MS = 2_000;

/** Whoever asks how it is waits a moment at most, also where an engine does not answer at all. */
const withinLookTime = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(LONGEST_LOOK_MS, answer, () => new Error('late'));

export async function readSubscriptionHealth(looked: SubscriptionHealthParts): Promise<SubscriptionHealth> {
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

/** `head`: undefined where it could not be asked for. Taken after the position, so that a right log has no less. */
export const calculateLag = (head: number | undefined, position: number): number | null =>
  head === undefined || head < position ? null : head - position;

async function findFailure({
  status,
  lease,
  failures,
}: SubscriptionHealthParts): Promise<Failure | undefined> {
  if (status.failure || lease.token !== undefined) return status.failure;
  return withinLookTime(failures.readPublished()).catch(() => undefined);
}
