// As leader or follower, with retries, pauses and skipped events.
import { DamagedEventError, type EventStore, EventLogReplacedError } from '#event-store/event-store.js';
import type { HealthIssues } from '#platform/health-issues.js';
import type { Lease } from '../lease/lease.js';
import { WrittenElsewhere } from '../port/read-model-errors.js';
import type { SubscriptionStateStore } from '../port/subscription-state-store.js';
import type { SubscriptionHandler, HandlerRole } from './subscription-handler.js';
import { waitForAbort, waitWithBackoff } from './abortable-waits.js';
import type { PassIfIrrelevant } from './shared-log-reader.js';
import {
  ProgressNotifier,
  reportInterruption,
  resolveInterruption,
  FailureReporter,
  type SubscriptionState,
  SubscriptionStatus,
} from './subscription-status.js';
import { type SubscriptionHealth, readSubscriptionHealth } from './subscription-health.js';

/** `passIfIrrelevant`: called at once for events that arrive while waiting; optional for stores. */
export interface FollowedLog extends Pick<EventStore, 'head'> {
  all(
    after?: number,
    signal?: AbortSignal,
    passIfIrrelevant?: PassIfIrrelevant,
  ): ReturnType<EventStore['all']>;
}

export interface SubscriptionDependencies {
  readonly store: FollowedLog;
  readonly lease: Lease;
  readonly stateStore: SubscriptionStateStore;
  readonly clock?: () => string;
  readonly healthIssues?: HealthIssues;
}

export interface SubscriptionContext<Progress> {
  readonly status: SubscriptionStatus;
  readonly notifier: ProgressNotifier<Progress>;
}

/** Most problems pass within seconds. */
export const REPORT_AFTER_ATTEMPTS = 4;

/** `Progress`: what listeners receive. */
export class Subscription<Progress> {
  readonly notifier = new ProgressNotifier<Progress>();
  readonly status: SubscriptionStatus;
  private readonly handler: SubscriptionHandler;
  private readonly failures: FailureReporter;
  private readonly stopping = new AbortController();
  private interrupt = new AbortController();
  private loop: Promise<void> | undefined;
  private loopAlive = false;
  private unwatch = () => {};

  constructor(
    private readonly parts: SubscriptionDependencies,
    handlerOf: (watched: SubscriptionContext<Progress>) => SubscriptionHandler,
  ) {
    this.status = new SubscriptionStatus(parts.clock, () =>
      resolveInterruption(parts.healthIssues, this.handler),
    );
    this.handler = handlerOf({ status: this.status, notifier: this.notifier });
    this.failures = new FailureReporter(parts.stateStore, this.handler.name);
  }

  async start(): Promise<void> {
    this.status.setState('booting');
    await this.attempt(() => this.begin());
    this.unwatch = this.parts.lease.onChange(() => this.restart());
    this.loopAlive = true;
    this.loop = this.run().finally(() => (this.loopAlive = false));
  }

  pause(): void {
    if (this.status.state !== 'failed') this.enter('paused');
  }

  resume(): void {
    if (this.status.state === 'paused') this.enter('booting');
  }

  retry(): void {
    if (this.status.state === 'failed') this.enter('booting');
  }

  /** Permanent, and recorded. */
  async skip(reason: string): Promise<void> {
    const { name, version } = this.handler;
    const { event, error } = this.status.failure ?? {};
    if (!event || !error) throw new Error(`There is no event to skip: ${name} has not failed at one.`);
    if (!reason.trim()) throw new Error('Say why the event is skipped.');
    const { position, id: eventId } = event;
    const skip = { position, eventId, reason, error: error.message, at: this.status.nowAsIso() };
    await this.parts.stateStore.skip(name, version, skip);
    this.status.skipped = new Set([...this.status.skipped, position]);
    this.enter('booting');
  }

  restart(): void {
    if (!this.stopping.signal.aborted && this.status.state !== 'paused') this.enter('booting');
  }

  health(): Promise<SubscriptionHealth> {
    const { parts, handler, status, notifier, failures, loopAlive } = this;
    return readSubscriptionHealth({ ...parts, handler, status, notifier, failures, loopAlive });
  }

  async stop(): Promise<void> {
    this.unwatch();
    this.stopping.abort();
    await this.loop;
    await this.attempt(async () => this.handler.finish?.());
    this.notifier.giveUp();
  }

  private enter(state: SubscriptionState): void {
    this.status.setState(state);
    this.interrupt.abort();
  }

  private async run(): Promise<void> {
    for (let attempt = 0; !this.stopping.signal.aborted;) {
      this.interrupt = new AbortController();
      const signal = AbortSignal.any([this.interrupt.signal, this.stopping.signal]);
      if (!this.status.isWorking()) {
        await this.publishFailure(signal);
        await waitForAbort(signal);
        continue;
      }
      const before = this.progress();
      const hasSucceeded = await this.attempt(() => this.follow(signal));
      attempt = hasSucceeded || this.progress() > before ? 0 : attempt + 1;
      this.reportInterruptionAfter(attempt);
      if (!hasSucceeded && this.status.isWorking()) await waitWithBackoff(attempt, signal);
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { status, parts } = this;
    const role = await this.begin();
    await this.checkCaughtUp(role);
    const goesWell = () => status.state === 'active' && status.lastError === undefined;
    const passIfIrrelevant: PassIfIrrelevant = (batch) =>
      goesWell() && role.passIfIrrelevant?.(batch) === true;
    for await (const batch of parts.store.all(role.position, signal, passIfIrrelevant)) {
      status.lastError = undefined;
      const failure = await role.take(batch, signal);
      if (failure) status.fail(failure);
      if (signal.aborted || !status.isWorking()) return;
      if (status.state === 'booting') await this.checkCaughtUp(role);
    }
  }

  private async begin(): Promise<HandlerRole> {
    const { handler, status, parts } = this;
    if (parts.lease.token === undefined) {
      await handler.following.begin();
      return handler.following;
    }
    const skips = await parts.stateStore.skips(handler.name, handler.version);
    status.skipped = new Set(skips.map(({ position }) => position));
    await handler.leading.begin();
    return handler.leading;
  }

  private async checkCaughtUp(role: HandlerRole): Promise<void> {
    const isLeading = role === this.handler.leading;
    const head = await this.parts.store.head();
    // A follower has no problem of its own, however far behind the leader is.
    if (!isLeading) this.status.noteRecovery();
    if (role.position < head) return;
    await role.onCaughtUp?.();
    if (isLeading) await this.failures.withdraw();
    this.status.noteRecovery();
    this.status.noteCaughtUp();
  }

  private reportInterruptionAfter(attempt: number): void {
    const { healthIssues, lease } = this.parts;
    if (attempt < REPORT_AFTER_ATTEMPTS || lease.token === undefined) return;
    const why = this.status.lastError ?? lease.lastError;
    if (why !== undefined) reportInterruption(healthIssues, this.handler, why);
  }

  private async publishFailure(signal: AbortSignal): Promise<void> {
    const { status, failures, parts } = this;
    const { failure } = status;
    const { token } = parts.lease;
    if (!failure || token === undefined) return;
    const publish = async () => {
      if (await parts.lease.mayWrite(token)) await failures.publish(failure, status.nowAsIso());
      status.lastError = undefined;
    };
    for (let attempt = 0; !signal.aborted && !(await this.attempt(publish)); attempt++)
      await waitWithBackoff(attempt, signal);
  }

  private progress(): number {
    return Math.max(this.handler.leading.position, this.notifier.position);
  }

  /** Errors become states, so that they do not stop other subscriptions. */
  private async attempt(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      await this.handler.recover?.(error);
      // A retry would fail the same way, unnoticed.
      if (error instanceof DamagedEventError) this.status.fail({ error });
      // Reported elsewhere, with its own message.
      else if (error instanceof EventLogReplacedError) this.status.lastError = undefined;
      // Another process holds the lease.
      else if (!(error instanceof WrittenElsewhere))
        this.status.lastError = error instanceof Error ? error.message : String(error);
      return false;
    }
  }
}
