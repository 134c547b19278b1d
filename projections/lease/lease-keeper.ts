// Driven by calls of `turn` (see lease.ts); its rules are pure functions of observations.
import type { LeaseRecord } from '../port/leases.js';
import type { ReadModels } from '../port/read-models.js';

interface KeeperParts {
  readonly readModels: Pick<ReadModels, 'lease' | 'changeLease'>;
  readonly name: string;
  readonly me: string;
  /** false: only watches. */
  readonly canHold: boolean;
  readonly now: () => number;
  readonly detectPresence: (holder: string) => Liveness;
}

export class LeaseKeeper {
  /** As last written, or found under its own name. */
  private held: LeaseRecord | undefined;
  private observation: LeaseObservation | undefined;
  private lastBeatBegan: number | undefined;
  private turning: Promise<void> | undefined;

  constructor(private readonly parts: KeeperParts) {}

  /** undefined: held by another process, as far as known. */
  get token(): number | undefined {
    return this.held?.token;
  }

  isTrusted(): boolean {
    return this.held !== undefined && isTrusted(this.lastBeatBegan, this.parts.now());
  }

  get holder(): string | undefined {
    return this.held?.holder ?? (this.observation?.record?.holder || undefined);
  }

  isOrphaned(): boolean {
    return (
      !this.held && !this.parts.canHold && this.observation !== undefined && isOrphaned(this.observation)
    );
  }

  /** Throws the engine's errors, leaving its knowledge unchanged. */
  turn(): Promise<void> {
    this.turning ??= this.runTurn().finally(() => (this.turning = undefined));
    return this.turning;
  }

  async withRaisedToken(): Promise<void> {
    await this.turning?.catch(() => {});
    if (this.held) await this.change(this.held, raiseToken(this.held));
  }

  async release(): Promise<void> {
    await this.turning?.catch(() => {});
    const { held } = this;
    this.held = this.lastBeatBegan = undefined;
    if (held) await this.parts.readModels.changeLease(this.parts.name, held, toReleased(held));
  }

  private async runTurn(): Promise<void> {
    if (this.held && (await this.change(this.held, withNextBeat(this.held)))) return;
    const requestedAt = this.parts.now();
    const record = await this.parts.readModels.lease(this.parts.name);
    const answeredAt = this.parts.now();
    // An earlier change succeeded although its answer was lost.
    if (record?.holder === this.parts.me) {
      this.held = record;
      if (await this.change(record, withNextBeat(record))) return;
    }
    this.held = this.lastBeatBegan = undefined;
    this.observation = observeLease(this.observation, record, { requestedAt, answeredAt });
    if (!this.parts.canHold) return;
    const presence = record?.holder ? this.parts.detectPresence(record.holder) : 'unknown';
    if (canTakeLease(this.observation, presence)) await this.change(record, takenBy(record, this.parts.me));
  }

  private async change(expected: LeaseRecord | undefined, next: LeaseRecord): Promise<boolean> {
    const begun = this.parts.now();
    const changed = await this.parts.readModels.changeLease(this.parts.name, expected, next);
    // It may belong to another process, so trust ends now.
    if (!changed) this.lastBeatBegan = undefined;
    if (!changed) return false;
    this.held = next;
    this.lastBeatBegan = begun;
    return true;
  }
}

export const HEARTBEAT_MS = 1_000;
export const LEASE_POLL_MS = 500;
/** From the beginning of a beat; less than the watchers' limit. */
export const LEASE_TRUST_MS = 2_500;
export const TAKEOVER_AFTER_MS = 3_500;
/** Longer than a living holder is silent. */
export const PROBABLY_GONE_TAKEOVER_AFTER_MS = 1_500;

function isTrusted(begun: number | undefined, now: number): boolean {
  return begun !== undefined && now - begun < LEASE_TRUST_MS;
}

export interface LeaseObservation {
  readonly record: LeaseRecord | undefined;
  readonly since: number;
  readonly until: number;
}

interface ObservationWindow {
  readonly requestedAt: number;
  readonly answeredAt: number;
}

export function observeLease(
  before: LeaseObservation | undefined,
  record: LeaseRecord | undefined,
  { requestedAt, answeredAt }: ObservationWindow,
): LeaseObservation {
  const same = before !== undefined && isSameLease(before.record, record);
  return same ? { ...before, until: requestedAt } : { record, since: answeredAt, until: answeredAt };
}

function isSameLease(one: LeaseRecord | undefined, other: LeaseRecord | undefined): boolean {
  return one?.holder === other?.holder && one?.token === other?.token && one?.beat === other?.beat;
}

export type Liveness = 'gone' | 'probably gone' | 'unknown';

/** A beat in between still wins the compare-and-set. */
export function canTakeLease({ record, since, until }: LeaseObservation, presence: Liveness): boolean {
  if (isLeaseFree(record) || presence === 'gone') return true;
  return (
    until - since >= (presence === 'probably gone' ? PROBABLY_GONE_TAKEOVER_AFTER_MS : TAKEOVER_AFTER_MS)
  );
}

export function isLeaseFree(record: LeaseRecord | undefined): boolean {
  return record === undefined || record.holder === '';
}

/** Pages are served, but not updated. */
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

/** Doubled, past tokens from before an older lease list was restored. */
const raiseToken = (record: LeaseRecord): LeaseRecord => ({
  ...withNextBeat(record),
  token: record.token * 2,
});
