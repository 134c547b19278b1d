// One process's part in a lease: looks, takes over, beats, gives back. Whoever calls `turn` brings the time: see lease.ts.
// Who may hold a lease, and when, are pure functions of what was seen of it.
import type { LeaseRecord } from '../port/leases.js';
import type { ReadModels } from '../port/read-models.js';

interface KeeperParts {
  readonly readModels: Pick<ReadModels, 'lease' | 'changeLease'>;
  readonly name: string;
  /** This process: no other one may have the same. */
  readonly me: string;
  /** false: it only looks who holds it. */
  readonly canHold: boolean;
  /** Milliseconds by a clock that never jumps. */
  readonly now: () => number;
  readonly detectPresence: (holder: string) => Presence;
}

export class LeaseKeeper {
  /** As this process wrote it last, or found it in its own name. */
  private held: LeaseRecord | undefined;
  private observation: LeaseObservation | undefined;
  /** When the last beat that went through began. */
  private lastBeatBegan: number | undefined;
  private turning: Promise<void> | undefined;

  constructor(private readonly parts: KeeperParts) {}

  /** undefined: somebody else has it, as far as this process knows. */
  get token(): number | undefined {
    return this.held?.token;
  }

  /** Nobody else may have taken over yet. */
  isTrusted(): boolean {
    return this.held !== undefined && isTrusted(this.lastBeatBegan, this.parts.now());
  }

  /** Name of who has it. */
  get holder(): string | undefined {
    return this.held?.holder ?? (this.observation?.record?.holder || undefined);
  }

  /** Nobody has it, and nobody here may take it. */
  isOrphaned(): boolean {
    return (
      !this.held && !this.parts.canHold && this.observation !== undefined && isOrphaned(this.observation)
    );
  }

  /** Beats, or looks and perhaps takes over. Throws the engine's errors: then nothing is known that was not before. */
  turn(): Promise<void> {
    this.turning ??= this.runTurn().finally(() => (this.turning = undefined));
    return this.turning;
  }

  /** A greater token, where one is held. */
  async withRaisedToken(): Promise<void> {
    await this.turning?.catch(() => {});
    if (this.held) await this.change(this.held, raiseToken(this.held));
  }

  /** For the next one to take at once. */
  async release(): Promise<void> {
    await this.turning?.catch(() => {});
    const { held } = this;
    this.held = this.lastBeatBegan = undefined;
    if (held) await this.parts.readModels.changeLease(this.parts.name, held, toReleased(held));
  }

  private async runTurn(): Promise<void> {
    if (this.held && (await this.change(this.held, withNextBeat(this.held)))) return;
    const asked = this.parts.now();
    const record = await this.parts.readModels.lease(this.parts.name);
    const answered = this.parts.now();
    // In its own name: a change whose answer was lost did happen.
    if (record?.holder === this.parts.me) {
      this.held = record;
      if (await this.change(record, withNextBeat(record))) return;
    }
    this.held = this.lastBeatBegan = undefined;
    this.observation = observeLease(this.observation, record, { asked, answered });
    if (!this.parts.canHold) return;
    const presence = record?.holder ? this.parts.detectPresence(record.holder) : 'unknown';
    if (canTake(this.observation, presence)) await this.change(record, takenBy(record, this.parts.me));
  }

  private async change(expected: LeaseRecord | undefined, next: LeaseRecord): Promise<boolean> {
    const begun = this.parts.now();
    const changed = await this.parts.readModels.changeLease(this.parts.name, expected, next);
    // It may be somebody else's by now: asked before anything else is written.
    if (!changed) this.lastBeatBegan = undefined;
    if (!changed) return false;
    this.held = next;
    this.lastBeatBegan = begun;
    return true;
  }
}

/** Milliseconds between two beats of the holder. */
export const HEARTBEAT_MS = 1_000;
/** Milliseconds between two looks of a watcher. */
export const LEASE_POLL_MS = 500;
/** So long after it began a beat that went through, a holder goes on writing. Less than the watchers' patience. */
export const TRUST_MS = 2_500;
/** So long without a beat, and a watcher takes over. */
export const TAKEOVER_AFTER_MS = 3_500;
/** The same where the holder's process is probably gone: longer than a living one keeps silent. */
export const PROBABLY_GONE_TAKEOVER_AFTER_MS = 1_500;

/** Whether a holder may still write, going by the beginning of its last beat that went through. */
function isTrusted(begun: number | undefined, now: number): boolean {
  return begun !== undefined && now - begun < TRUST_MS;
}

/** A lease as a watcher sees it. Times are this process's own monotonic clock: those of others are never compared. */
export interface LeaseObservation {
  readonly record: LeaseRecord | undefined;
  /** Seen like this since; a beat was at most as late as that. */
  readonly since: number;
  /** Seen like this until: when it was last asked for. */
  readonly until: number;
}

/** When a question began and when its answer was there: the record is of some moment between the two. */
interface ObservationWindow {
  readonly asked: number;
  readonly answered: number;
}

export function observeLease(
  before: LeaseObservation | undefined,
  record: LeaseRecord | undefined,
  { asked, answered }: ObservationWindow,
): LeaseObservation {
  const same = before !== undefined && isSameLease(before.record, record);
  return same ? { ...before, until: asked } : { record, since: answered, until: answered };
}

function isSameLease(one: LeaseRecord | undefined, other: LeaseRecord | undefined): boolean {
  return one?.holder === other?.holder && one?.token === other?.token && one?.beat === other?.beat;
}

/** Whether the process behind a record is still there, as far as this one can know. */
export type Presence = 'gone' | 'probably gone' | 'unknown';

/** Whether a watcher takes over. The change itself then compares: a beat in between wins. */
export function canTake({ record, since, until }: LeaseObservation, presence: Presence): boolean {
  if (isLeaseFree(record) || presence === 'gone') return true;
  return (
    until - since >= (presence === 'probably gone' ? PROBABLY_GONE_TAKEOVER_AFTER_MS : TAKEOVER_AFTER_MS)
  );
}

export function isLeaseFree(record: LeaseRecord | undefined): boolean {
  return record === undefined || record.holder === '';
}

/** Nobody beats: pages are served, and nothing new comes to them. */
export function isOrphaned({ record, since, until }: LeaseObservation): boolean {
  return record === undefined || until - since >= TAKEOVER_AFTER_MS;
}

const takenBy = (record: LeaseRecord | undefined, holder: string): LeaseRecord => ({
  holder,
  token: (record?.token ?? 0) + 1,
  beat: (record?.beat ?? 0) + 1,
});

const withNextBeat = (record: LeaseRecord): LeaseRecord => ({ ...record, beat: record.beat + 1 });

const toReleased = (record: LeaseRecord): LeaseRecord => ({ ...withNextBeat(record), holder: '' });

/** Past tokens that are greater than they should be: an older list of leases was put back from a backup. */
const raiseToken = (record: LeaseRecord): LeaseRecord => ({
  ...withNextBeat(record),
  token: record.token * 2,
});
