// What a projector says about itself and about what it wrote.
import { withTimeout } from '../src/platform/with-timeout.js';
import { NOBODY_BUILDS } from './follower.js';
import type { Leader } from './leader.js';
import type { ProjectorState, Failure } from './projector-state.js';
import type { WorkParts } from './work-parts.js';

export interface Health {
  readonly projection: string;
  readonly version: number;
  readonly state: ProjectorState;
  /** Number of the generation that pages are served from; undefined: there is none that can be read. */
  readonly generation: number | undefined;
  /** Position of the last event that pages can see. */
  readonly position: number;
  /** While a new generation fills beside the one that is served: how far that is. */
  readonly building?: number;
  readonly head: number;
  /** Positions between the two; null: not known, since the log cannot be asked, or has less than the read model. */
  readonly lag: number | null;
  /** ISO 8601 instant of the last write; null: none since the start. */
  readonly lastProgressAt: string | null;
  readonly loopAlive: boolean;
  /** writing: this process builds the read models; following: it reads what another one builds. */
  readonly role: 'writing' | 'following';
  /** The process that builds them, in words; undefined: none, or not known. */
  readonly writer?: string;
  /** What pages were served from is damaged, and another one is being built. */
  readonly damaged: boolean;
  /** Its own, or what the process that builds it has told. */
  readonly failure?: Failure;
  /** What is being waited for, such as a store that cannot be reached. */
  readonly trouble?: string;
  /** Milliseconds for which it has been waited for; 0: nothing is. */
  readonly troubledFor: number;
  /** Events that were left out because somebody said so. */
  readonly skipped: number;
}

export interface Looked extends WorkParts {
  readonly leader: Leader;
  readonly loopAlive: boolean;
}

const LONGEST_LOOK_MS = 2_000;

/** Whoever asks how it is waits a moment at most, also where an engine does not answer at all. */
const soon = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(LONGEST_LOOK_MS, answer, () => new Error('late'));

export async function healthOf(looked: Looked): Promise<Health> {
  const { projection, lease, store, status, generations, notifier, leader, loopAlive } = looked;
  const position = Math.max(0, notifier.position);
  const [head, failure] = await Promise.all([soon(store.head()).catch(() => undefined), failureOf(looked)]);
  const { served, target } = generations;
  const trouble = lease.isOrphaned() ? NOBODY_BUILDS : (status.trouble ?? lease.trouble);
  return {
    projection: projection.name,
    version: projection.version,
    state: status.state,
    generation: served?.number,
    position,
    ...(target && target !== served && { building: leader.position }),
    head: head ?? position,
    lag: lagBehind(head, position),
    lastProgressAt: leader.lastProgressAt,
    loopAlive,
    role: lease.token === undefined ? 'following' : 'writing',
    ...(lease.holder !== undefined && { writer: lease.holder }),
    damaged: generations.isDamaged,
    ...(failure && { failure }),
    ...(trouble !== undefined && { trouble }),
    troubledFor: status.troubledFor,
    skipped: status.skipped.size,
  };
}

/** `head`: undefined where it could not be asked for. Taken after the position, so that a right log has no less. */
export const lagBehind = (head: number | undefined, position: number): number | null =>
  head === undefined || head < position ? null : head - position;

async function failureOf({ status, lease, failures }: Looked): Promise<Failure | undefined> {
  if (status.failure || lease.token !== undefined) return status.failure;
  return soon(failures.toldElsewhere()).catch(() => undefined);
}
