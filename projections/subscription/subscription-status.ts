// How a subscription is, as its parts find it, and who is told: other processes, people who look after Daybook, and those in this
// process who wait for it or listen to it.
import type { Failure, SubscriptionHandler } from './subscription-handler.js';
import type { ProjectionFailure, SubscriptionStateStore } from '../port/subscription-state-store.js';
import type { HealthIssues } from '#platform/health-issues.js';

/** new → booting (catching up) → active; paused; failed: an event broke it, or what its handler keeps cannot be read. */
export type SubscriptionState = 'new' | 'booting' | 'active' | 'paused' | 'failed';

export class SubscriptionStatus {
  state: SubscriptionState = 'new';
  failure: Failure | undefined;
  private problem: { readonly lastError: string; readonly since: number } | undefined;
  /** ISO 8601 instant of the last event that was dealt with; null: none yet. */
  lastProgressAt: string | null = null;
  /** Positions of events that are left out. */
  skipped: ReadonlySet<number> = new Set();

  constructor(
    private readonly clock: (() => string) | undefined,
    private readonly onRecovery: () => void = () => {},
  ) {}

  get lastError(): string | undefined {
    return this.problem?.lastError;
  }

  /** It has lasted since it was first told, whatever is said of it meanwhile. */
  set lastError(lastError: string | undefined) {
    this.problem =
      lastError === undefined ? undefined : { lastError, since: this.problem?.since ?? performance.now() };
  }

  /** Milliseconds. */
  get failingForMs(): number {
    return this.problem ? performance.now() - this.problem.since : 0;
  }

  isWorking(): boolean {
    return this.state === 'booting' || this.state === 'active';
  }

  setState(state: SubscriptionState): void {
    this.state = state;
    this.failure = this.lastError = undefined;
  }

  /** What was in its way is over. */
  noteRecovery(): void {
    this.lastError = undefined;
    this.onRecovery();
  }

  /** Events were dealt with. */
  noteProgress(): void {
    this.lastProgressAt = this.nowAsIso();
    this.noteRecovery();
  }

  noteCaughtUp(): void {
    if (this.state === 'booting') this.state = 'active';
  }

  fail(failure: Failure): void {
    this.failure = failure;
    this.state = 'failed';
  }

  /** ISO 8601. */
  nowAsIso(): string {
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
    private readonly stateStore: Pick<SubscriptionStateStore, 'failure' | 'recordFailure'>,
    private readonly name: string,
  ) {}

  /** Throws what the engine throws. */
  async publish({ error, event }: Failure, at: string): Promise<void> {
    this.isWithdrawn = false;
    await this.stateStore.recordFailure(this.name, {
      error: error.message,
      at,
      ...(event && { event: { position: event.position, id: event.id, type: event.type } }),
    });
  }

  /** It goes on. Throws what the engine throws. */
  async withdraw(): Promise<void> {
    if (this.isWithdrawn) return;
    await this.stateStore.recordFailure(this.name, undefined);
    this.isWithdrawn = true;
  }

  /** As another process told it. Throws what the engine throws. */
  async readPublished(): Promise<Failure | undefined> {
    const found = await this.stateStore.failure(this.name);
    return found && toFailure(found);
  }
}

function toFailure({ error, event }: ProjectionFailure): Failure {
  return { error: new Error(error), ...(event && { event }) };
}

/** A subscription that does not go on for the time being: told once, for log, status page and health, until it does. */
export function reportInterruption(
  healthIssues: HealthIssues | undefined,
  handler: SubscriptionHandler,
  why: string,
): void {
  const { what, follows } = handler.interruption;
  healthIssues?.raise({
    key: interruptionKey(handler),
    adminMessage: `${what[0]!.toUpperCase()}${what.slice(1)} does not go on: ${why.replace(/\.$/, '')}. ${follows}`,
    publicMessage: `${what} does not go on`,
    severity: 'error',
  });
}

export function resolveInterruption(
  healthIssues: HealthIssues | undefined,
  handler: SubscriptionHandler,
): void {
  healthIssues?.resolve(interruptionKey(handler));
}

const interruptionKey = ({ name }: SubscriptionHandler) => `following the log for ${name}`;

/**
 * Who waits for a subscription, and who listens to it: told by whichever of its handler's roles is at work. `News`: what listeners are
 * told.
 */
export class ProgressNotifier<News> {
  /** Of the last event that pages can see; -1: there is nothing to read yet. */
  position = -1;
  private readonly waiters = new PositionWaiters();
  private isEnded = false;
  private readonly listeners = new Set<(news: News) => void>();

  /** Somebody has begun to wait. */
  onWait: () => void = () => {};

  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (this.position >= position || this.isEnded) return this.position >= position;
    const waiting = this.waiters.wait(position, timeoutMs);
    this.onWait();
    return waiting;
  }

  get isWaiting(): boolean {
    return this.waiters.isWaiting;
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
    this.waiters.resolveUpTo(position);
  }

  notify(news: News): void {
    for (const listener of this.listeners) listener(news);
  }

  giveUp(): void {
    this.isEnded = true;
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
        resolve: (resolveUpTo) => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve(resolveUpTo);
        },
      };
      const timer = setTimeout(() => waiter.resolve(false), timeoutMs);
      this.waiting.add(waiter);
    });
  }

  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  resolveUpTo(position: number): void {
    for (const waiter of this.waiting) if (waiter.position <= position) waiter.resolve(true);
  }

  giveUp(): void {
    for (const waiter of this.waiting) waiter.resolve(false);
  }
}
