import type { SubscriptionFailure, SubscriptionHandler } from './subscription-handler.js';
import type { ProjectionFailure, SubscriptionStateStore } from '../port/subscription-state-store.js';
import type { HealthIssues } from '#platform/health-issues.js';

/** new → booting (catching up) → active. */
export type SubscriptionState = 'new' | 'booting' | 'active' | 'paused' | 'failed';

export class SubscriptionStatus {
  state: SubscriptionState = 'new';
  failure: SubscriptionFailure | undefined;
  private problem: { readonly lastError: string; readonly since: number } | undefined;
  /** ISO 8601; null: none yet. */
  lastProgressAt: string | null = null;
  skipped: ReadonlySet<number> = new Set();

  constructor(
    private readonly clock: (() => string) | undefined,
    private readonly onRecovery: () => void = () => {},
  ) {}

  get lastError(): string | undefined {
    return this.problem?.lastError;
  }

  /** Keeps the time of the first report while the message changes. */
  set lastError(lastError: string | undefined) {
    this.problem =
      lastError === undefined ? undefined : { lastError, since: this.problem?.since ?? performance.now() };
  }

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

  noteRecovery(): void {
    this.lastError = undefined;
    this.onRecovery();
  }

  noteProgress(): void {
    this.lastProgressAt = this.nowAsIso();
    this.noteRecovery();
  }

  noteCaughtUp(): void {
    if (this.state === 'booting') this.state = 'active';
  }

  fail(failure: SubscriptionFailure): void {
    this.failure = failure;
    this.state = 'failed';
  }

  nowAsIso(): string {
    return new Date(this.now()).toISOString();
  }

  now(): number {
    return this.clock ? Date.parse(this.clock()) : Date.now();
  }
}

export class FailureReporter {
  private isWithdrawn = false;

  constructor(
    private readonly stateStore: Pick<SubscriptionStateStore, 'failure' | 'recordFailure'>,
    private readonly name: string,
  ) {}

  async publish({ error, event }: SubscriptionFailure, at: string): Promise<void> {
    this.isWithdrawn = false;
    await this.stateStore.recordFailure(this.name, {
      error: error.message,
      at,
      ...(event && { event: { position: event.position, id: event.id, type: event.type } }),
    });
  }

  /** Throws what the engine throws. */
  async withdraw(): Promise<void> {
    if (this.isWithdrawn) return;
    await this.stateStore.recordFailure(this.name, undefined);
    this.isWithdrawn = true;
  }

  async readPublished(): Promise<SubscriptionFailure | undefined> {
    const found = await this.stateStore.failure(this.name);
    return found && toFailure(found);
  }
}

function toFailure({ error, event }: ProjectionFailure): SubscriptionFailure {
  return { error: new Error(error), ...(event && { event }) };
}

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

export class ProgressNotifier<Progress> {
  /** Of the last event that pages show; -1: nothing to read yet. */
  position = -1;
  private readonly waiters = new PositionWaiters();
  private isEnded = false;
  private readonly listeners = new Set<(progress: Progress) => void>();

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

  listen(listener: (progress: Progress) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  moveTo(position: number): void {
    this.position = position;
    this.waiters.resolveUpTo(position);
  }

  notify(progress: Progress): void {
    for (const listener of this.listeners) listener(progress);
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

class PositionWaiters {
  private readonly waiting = new Set<Waiter>();

  /** false after the timeout. */
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
