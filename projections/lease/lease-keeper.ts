// One process's part in a lease: looks, takes over, beats, gives back. Whoever calls `turn` brings the time: see lease.ts.
import {
  type Presence,
  type LeaseObservation,
  withNextBeat,
  givenBack,
  isOrphaned,
  isTrusted,
  mayTake,
  raiseToken,
  observed,
  taken,
} from './lease-rules.js';
import type { LeaseRecord } from '../port/leases.js';
import type { ReadModels } from '../port/read-models.js';

export interface KeeperParts {
  readonly readModels: Pick<ReadModels, 'lease' | 'changeLease'>;
  readonly name: string;
  /** This process: no other one may have the same. */
  readonly me: string;
  /** false: it only looks who holds it. */
  readonly mayHold: boolean;
  /** Milliseconds by a clock that never jumps. */
  readonly now: () => number;
  readonly presenceOf: (holder: string) => Presence;
}

export class LeaseKeeper {
  /** As this process wrote it last, or found it in its own name. */
  private held: LeaseRecord | undefined;
  private observation: LeaseObservation | undefined;
  /** When the last beat that went through began. */
  private begun: number | undefined;
  private turning: Promise<void> | undefined;

  constructor(private readonly parts: KeeperParts) {}

  /** undefined: somebody else has it, as far as this process knows. */
  get token(): number | undefined {
    return this.held?.token;
  }

  /** Nobody else may have taken over yet. */
  isTrusted(): boolean {
    return this.held !== undefined && isTrusted(this.begun, this.parts.now());
  }

  /** Name of who has it. */
  get holder(): string | undefined {
    return this.held?.holder ?? (this.observation?.record?.holder || undefined);
  }

  /** Nobody has it, and nobody here may take it. */
  isOrphaned(): boolean {
    return (
      !this.held && !this.parts.mayHold && this.observation !== undefined && isOrphaned(this.observation)
    );
  }

  /** Beats, or looks and perhaps takes over. Throws the engine's errors: then nothing is known that was not before. */
  turn(): Promise<void> {
    this.turning ??= this.once().finally(() => (this.turning = undefined));
    return this.turning;
  }

  /** A greater token, where one is held. */
  async raiseToken(): Promise<void> {
    await this.turning?.catch(() => {});
    if (this.held) await this.change(this.held, raiseToken(this.held));
  }

  /** For the next one to take at once. */
  async giveBack(): Promise<void> {
    await this.turning?.catch(() => {});
    const { held } = this;
    this.held = this.begun = undefined;
    if (held) await this.parts.readModels.changeLease(this.parts.name, held, givenBack(held));
  }

  private async once(): Promise<void> {
    if (this.held && (await this.change(this.held, withNextBeat(this.held)))) return;
    const asked = this.parts.now();
    const record = await this.parts.readModels.lease(this.parts.name);
    const answered = this.parts.now();
    // In its own name: a change whose answer was lost did happen.
    if (record?.holder === this.parts.me) {
      this.held = record;
      if (await this.change(record, withNextBeat(record))) return;
    }
    this.held = this.begun = undefined;
    this.observation = observed(this.observation, record, { asked, answered });
    if (!this.parts.mayHold) return;
    const presence = record?.holder ? this.parts.presenceOf(record.holder) : 'unknown';
    if (mayTake(this.observation, presence)) await this.change(record, taken(record, this.parts.me));
  }

  private async change(seen: LeaseRecord | undefined, next: LeaseRecord): Promise<boolean> {
    const begun = this.parts.now();
    const changed = await this.parts.readModels.changeLease(this.parts.name, seen, next);
    // It may be somebody else's by now: asked before anything else is written.
    if (!changed) this.begun = undefined;
    if (!changed) return false;
    this.held = next;
    this.begun = begun;
    return true;
  }
}
