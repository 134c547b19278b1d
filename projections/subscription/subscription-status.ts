// How a subscription is, as its parts find it.
import type { Failure } from './handler.js';

/** new → booting (catching up) → active; paused; failed: an event broke it, or what its handler keeps cannot be read. */
export type SubscriptionState = 'new' | 'booting' | 'active' | 'paused' | 'failed';

export class SubscriptionStatus {
  state: SubscriptionState = 'new';
  failure: Failure | undefined;
  private told: { readonly trouble: string; readonly since: number } | undefined;
  /** ISO 8601 instant of the last event that was dealt with; null: none yet. */
  lastProgressAt: string | null = null;
  /** Positions of events that are left out. */
  skipped: ReadonlySet<number> = new Set();

  constructor(
    private readonly clock: (() => string) | undefined,
    private readonly onGoesOn: () => void = () => {},
  ) {}

  get trouble(): string | undefined {
    return this.told?.trouble;
  }

  /** It has lasted since it was first told, whatever is said of it meanwhile. */
  set trouble(trouble: string | undefined) {
    this.told = trouble === undefined ? undefined : { trouble, since: this.told?.since ?? performance.now() };
  }

  /** Milliseconds. */
  get troubledFor(): number {
    return this.told ? performance.now() - this.told.since : 0;
  }

  isWorking(): boolean {
    return this.state === 'booting' || this.state === 'active';
  }

  enter(state: SubscriptionState): void {
    this.state = state;
    this.failure = this.trouble = undefined;
  }

  /** What was in its way is over. */
  goesOn(): void {
    this.trouble = undefined;
    this.onGoesOn();
  }

  /** Events were dealt with. */
  progressed(): void {
    this.lastProgressAt = this.instant();
    this.goesOn();
  }

  caughtUp(): void {
    if (this.state === 'booting') this.state = 'active';
  }

  fail(failure: Failure): void {
    this.failure = failure;
    this.state = 'failed';
  }

  /** ISO 8601. */
  instant(): string {
    return new Date(this.now()).toISOString();
  }

  /** Milliseconds. */
  now(): number {
    return this.clock ? Date.parse(this.clock()) : Date.now();
  }
}
