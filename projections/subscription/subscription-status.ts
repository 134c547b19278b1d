// How a subscription is, as its parts find it, and who is told: other processes, people who look after Daybook, and those in this
// process who wait for it or listen to it.
import type { Failure, Handler } from './subscription-handler.js';
import type { ProjectionFailure, SubscriptionMemory } from '../port/subscription-state-store.js';
import type { HealthIssues } from '#platform/health-issues.js';

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

/** What a subscription stands still at is told to every process: most of them only read what another one makes. */
export class FailureReports {
  /** Not known at first: another process may have told something before. */
  private isWithdrawn = false;

  constructor(
    private readonly memory: Pick<SubscriptionMemory, 'failure' | 'tellFailure'>,
    private readonly name: string,
  ) {}

  /** Throws what the engine throws. */
  async tell({ error, event }: Failure, at: string): Promise<void> {
    this.isWithdrawn = false;
    await this.memory.tellFailure(this.name, {
      error: error.message,
      at,
      ...(event && { event: { position: event.position, id: event.id, type: event.type } }),
    });
  }

  /** It goes on. Throws what the engine throws. */
  async withdraw(): Promise<void> {
    if (this.isWithdrawn) return;
    await this.memory.tellFailure(this.name, undefined);
    this.isWithdrawn = true;
  }

  /** As another process told it. Throws what the engine throws. */
  async toldElsewhere(): Promise<Failure | undefined> {
    const found = await this.memory.failure(this.name);
    return found && asFailure(found);
  }
}

function asFailure({ error, event }: ProjectionFailure): Failure {
  return { error: new Error(error), ...(event && { event }) };
}

/** A subscription that does not go on for the time being: told once, for log, status page and health, until it does. */
export function reportStoppage(healthIssues: HealthIssues | undefined, handler: Handler, why: string): void {
  const { what, follows } = handler.stoppage;
  healthIssues?.raise({
    key: stoppageOf(handler),
    adminMessage: `${what[0]!.toUpperCase()}${what.slice(1)} does not go on: ${why.replace(/\.$/, '')}. ${follows}`,
    publicMessage: `${what} does not go on`,
    severity: 'error',
  });
}

export function withdrawStoppage(healthIssues: HealthIssues | undefined, handler: Handler): void {
  healthIssues?.resolve(stoppageOf(handler));
}

const stoppageOf = ({ name }: Handler) => `following the log for ${name}`;

/**
 * Who waits for a subscription, and who listens to it: told by whichever of its handler's roles is at work. `News`: what listeners are
 * told.
 */
export class ProgressNotifier<News> {
  /** Of the last event that pages can see; -1: there is nothing to read yet. */
  position = -1;
  private readonly waiters = new PositionWaiters();
  private ended = false;
  private readonly listeners = new Set<(news: News) => void>();

  /** Somebody has begun to wait. */
  onWait: () => void = () => {};

  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (this.position >= position || this.ended) return this.position >= position;
    const waiting = this.waiters.wait(position, timeoutMs);
    this.onWait();
    return waiting;
  }

  get isWaiting(): boolean {
    return this.waiters.isAnybody;
  }

  get isListening(): boolean {
    return this.listeners.size > 0;
  }

  /** Called after it is stored. Returns what ends it. */
  listen(listener: (news: News) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  moveTo(position: number): void {
    this.position = position;
    this.waiters.reached(position);
  }

  tell(news: News): void {
    for (const listener of this.listeners) listener(news);
  }

  giveUp(): void {
    this.ended = true;
    this.waiters.giveUp();
  }
}

interface Waiter {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
}

/** Those who wait until a position has been passed: resolved by the write that passes it, never by polling. */
class PositionWaiters {
  private readonly waiting = new Set<Waiter>();

  /** false after the time is up. */
  wait(position: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        resolve: (reached) => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.resolve(false), timeoutMs);
      this.waiting.add(waiter);
    });
  }

  get isAnybody(): boolean {
    return this.waiting.size > 0;
  }

  reached(position: number): void {
    for (const waiter of this.waiting) if (waiter.position <= position) waiter.resolve(true);
  }

  giveUp(): void {
    for (const waiter of this.waiting) waiter.resolve(false);
  }
}
