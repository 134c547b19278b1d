// Who may hold a lease and when, as pure functions of what was seen: lease-keeper.ts acts on them.
import type { LeaseRecord } from '../port/leases.js';

/** Milliseconds between two beats of the holder. */
export const BEAT_MS = 1_000;
/** Milliseconds between two looks of a watcher. */
export const LOOK_MS = 500;
/** So long after it began a beat that went through, a holder goes on writing. Less than the watchers' patience. */
export const TRUST_MS = 2_500;
/** So long without a beat, and a watcher takes over. */
export const PATIENCE_MS = 3_500;
/** The same where the holder's process is probably gone: longer than a living one keeps silent. */
export const SHORT_PATIENCE_MS = 1_500;

/** A lease as a watcher sees it. Times are this process's own monotonic clock: those of others are never compared. */
export interface LeaseObservation {
  readonly record: LeaseRecord | undefined;
  /** Seen like this since; a beat was at most as late as that. */
  readonly since: number;
  /** Seen like this until: when it was last asked for. */
  readonly until: number;
}

/** When a question began and when its answer was there: the record is of some moment between the two. */
export interface ObservationWindow {
  readonly asked: number;
  readonly answered: number;
}

export function observed(
  before: LeaseObservation | undefined,
  record: LeaseRecord | undefined,
  { asked, answered }: ObservationWindow,
): LeaseObservation {
  const same = before !== undefined && isSame(before.record, record);
  return same ? { ...before, until: asked } : { record, since: answered, until: answered };
}

/** Whether the process behind a record is still there, as far as this one can know. */
export type Presence = 'gone' | 'probably gone' | 'unknown';

/** Whether a watcher takes over. The change itself then compares: a beat in between wins. */
export function mayTake({ record, since, until }: LeaseObservation, presence: Presence): boolean {
  if (isLeaseFree(record) || presence === 'gone') return true;
  return until - since >= (presence === 'probably gone' ? SHORT_PATIENCE_MS : PATIENCE_MS);
}

/** Nobody beats: pages are served, and nothing new comes to them. */
export function isOrphaned({ record, since, until }: LeaseObservation): boolean {
  return record === undefined || until - since >= PATIENCE_MS;
}

/** Whether a holder may still write, going by the beginning of its last beat that went through. */
export function isTrusted(begun: number | undefined, now: number): boolean {
  return begun !== undefined && now - begun < TRUST_MS;
}

export function isLeaseFree(record: LeaseRecord | undefined): boolean {
  return record === undefined || record.holder === '';
}

export const taken = (record: LeaseRecord | undefined, holder: string): LeaseRecord => ({
  holder,
  token: (record?.token ?? 0) + 1,
  beat: (record?.beat ?? 0) + 1,
});

export const withNextBeat = (record: LeaseRecord): LeaseRecord => ({ ...record, beat: record.beat + 1 });

export const givenBack = (record: LeaseRecord): LeaseRecord => ({ ...withNextBeat(record), holder: '' });

/** Past tokens that are greater than they should be: an older list of leases was put back from a backup. */
export const raiseToken = (record: LeaseRecord): LeaseRecord => ({
  ...withNextBeat(record),
  token: record.token * 2,
});

function isSame(one: LeaseRecord | undefined, other: LeaseRecord | undefined): boolean {
  return one?.holder === other?.holder && one?.token === other?.token && one?.beat === other?.beat;
}
