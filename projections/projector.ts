// One projection in this process: builds its read model or follows the process that does, and says how that goes.
import { ProgressNotifier } from './progress-notifier.js';
import { ProjectionStatus } from './projection-status.js';
import { Follower, notBuilt } from './follower.js';
import { OpenGenerations } from './open-generations.js';
import { aborted, waitBeforeAttempt } from './pause.js';
import type { AnyProjection } from './projection.js';
import { type Health, healthOf } from './projector-health.js';
import { DamagedGeneration, type Generation, ReadModelsUnavailable, WrittenElsewhere } from './read-model.js';
import { DamagedEvent, LogReplaced } from '../src/event-store/event-store.js';
import { ProjectionFailures } from './projection-failures.js';
import { tellStoppage, withdrawStoppage } from './stoppage.js';
import { Leader } from './leader.js';
import type { ProjectorState, Written } from './projector-state.js';
import type { ProjectorParts } from './work-parts.js';

/** Attempts in a row that fail before anybody is told: some seconds, in which most of what goes wrong passes by itself. */
export const TOLD_AFTER = 4;

export class Projector {
  private readonly generations: OpenGenerations;
  private readonly notifier = new ProgressNotifier();
  private readonly status: ProjectionStatus;
  private readonly leader: Leader;
  private readonly follower: Follower;
  private readonly failures: ProjectionFailures;
  private readonly stopping = new AbortController();
  private interrupt = new AbortController();
  private loop: Promise<void> | undefined;
  private loopAlive = false;
  private readonly unwatch: (() => void)[] = [];

  constructor(private readonly parts: ProjectorParts) {
    this.generations = new OpenGenerations(parts);
    this.status = new ProjectionStatus(parts.clock, () => withdrawStoppage(parts.troubles, this.name));
    this.failures = new ProjectionFailures(parts.readModels, parts.projection.name);
    const { generations, notifier, status, failures } = this;
    this.leader = new Leader({ ...parts, generations, notifier, status, failures });
    this.follower = new Follower({ ...parts, generations, notifier, status, failures });
  }

  get name(): string {
    return this.parts.projection.name;
  }

  get projection(): AnyProjection {
    return this.parts.projection;
  }

  /** Of the last event that pages can see; -1: there is nothing to read yet. */
  get position(): number {
    return this.notifier.position;
  }

  /** Resolves once pages can be served, or it is known why not. The log is followed from here on. */
  async start(): Promise<void> {
    const { lease, readModels } = this.parts;
    this.status.enter('booting');
    await this.attempt(() => this.open());
    this.unwatch.push(readModels.onChange(() => void this.noticeChange()));
    this.unwatch.push(lease.onChange(() => this.beginAgain()));
    this.loopAlive = true;
    this.loop = this.run().finally(() => (this.loopAlive = false));
  }

  /** What pages are served from. Ask again for every request: it is another one after a rebuild. */
  generation(): Generation {
    const { served } = this.generations;
    if (served) return served;
    const { parts, generations } = this;
    throw this.status.failure?.error ?? new ReadModelsUnavailable(notBuilt({ ...parts, generations }));
  }

  /** true as soon as pages see everything up to the position; false when the time is up. */
  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    return this.notifier.waitFor(position, timeoutMs);
  }

  /** Called after documents and checkpoint are stored, by whichever process. Returns what ends it. */
  onWritten(listener: (written: Written) => void): () => void {
    return this.notifier.onWritten(listener);
  }

  /** Until `resume`, or until the process ends. */
  pause(): void {
    if (this.status.state !== 'failed') this.enter('paused');
  }

  resume(): void {
    if (this.status.state === 'paused') this.enter('booting');
  }

  /** Tries the event that broke it again, or opens the read model again. */
  retry(): void {
    if (this.status.state === 'failed') this.enter('booting');
  }

  /** Leaves out the event that broke it, for good: this is written down. */
  async skip(reason: string): Promise<void> {
    const { event, error } = this.status.failure ?? {};
    if (!event || !error) throw new Error(`There is no event to skip: ${this.name} has not failed at one.`);
    if (!reason.trim()) throw new Error('Say why the event is skipped.');
    const { name, version } = this.parts.projection;
    const { position, id: eventId } = event;
    const skip = { position, eventId, reason, error: error.message, at: this.status.instant() };
    await this.parts.readModels.skip(name, version, skip);
    this.status.skipped = new Set([...this.status.skipped, position]);
    this.enter('booting');
  }

  health(): Promise<Health> {
    const { parts, status, generations, notifier, leader, failures, loopAlive } = this;
    return healthOf({ ...parts, status, generations, notifier, leader, failures, loopAlive });
  }

  /** Makes indexes and search as `shapeOf` says now, where this process builds them. */
  async reshape(): Promise<void> {
    await this.generations.target?.reshape();
  }

  async stop(): Promise<void> {
    for (const end of this.unwatch) end();
    this.stopping.abort();
    await this.loop;
    await this.attempt(() => this.leader.storeCheckpoint());
    this.notifier.giveUp();
    await this.generations.close();
  }

  /** The loop looks at the state again. */
  private enter(state: ProjectorState): void {
    this.status.enter(state);
    this.interrupt.abort();
  }

  private async run(): Promise<void> {
    for (let attempt = 0; !this.stopping.signal.aborted;) {
      this.interrupt = new AbortController();
      const signal = AbortSignal.any([this.interrupt.signal, this.stopping.signal]);
      if (!this.status.isWorking()) {
        await this.tellFailure(signal);
        await aborted(signal);
        continue;
      }
      const before = this.progress();
      const went = await this.attempt(() => this.work(signal));
      attempt = went || this.progress() > before ? 0 : attempt + 1;
      this.tellStoppage(attempt);
      if (!went && this.status.isWorking()) await waitBeforeAttempt(attempt, signal);
    }
  }

  /** `attempt`: so often it has failed in a row. */
  private tellStoppage(attempt: number): void {
    const { troubles, lease } = this.parts;
    // Who only follows has nothing that could go on: pages say what they cannot read.
    if (attempt < TOLD_AFTER || lease.token === undefined) return;
    const why = this.status.trouble ?? lease.trouble;
    if (why !== undefined) tellStoppage(troubles, this.name, why);
  }

  /** Once, or until something else is to be done. */
  private async tellFailure(signal: AbortSignal): Promise<void> {
    const { status, failures, parts } = this;
    const { failure } = status;
    const { token } = parts.lease;
    if (!failure || token === undefined) return;
    const tell = async () => {
      if (await parts.lease.mayWrite(token)) await failures.tell(failure, status.instant());
      status.trouble = undefined;
    };
    for (let attempt = 0; !signal.aborted && !(await this.attempt(tell)); attempt++)
      await waitBeforeAttempt(attempt, signal);
  }

  private progress(): number {
    return Math.max(this.leader.position, this.notifier.position);
  }

  private open(): Promise<unknown> {
    const { token } = this.parts.lease;
    return token === undefined ? this.follower.open() : this.leader.open(token);
  }

  private work(signal: AbortSignal): Promise<void> {
    const { token } = this.parts.lease;
    return token === undefined ? this.follower.run(signal) : this.leader.run(token, signal);
  }

  /** Errors become states: nothing that goes wrong here stops the other projections. */
  private async attempt(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (error instanceof WrittenElsewhere || error instanceof DamagedGeneration)
        await this.generations.closeTarget();
      // Asking again would find the same, for ever, and nobody would be told.
      if (error instanceof DamagedEvent) this.status.fail({ error });
      // Damage has been told by then: it is tried again with another generation, here or by whoever builds. So has a log that was replaced.
      else if (error instanceof LogReplaced) this.status.trouble = undefined;
      else if (!(error instanceof WrittenElsewhere))
        this.status.trouble = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Another process may have activated another generation: the loop opens it, and readers go on meanwhile. */
  private async noticeChange(): Promise<void> {
    const isAnother = await this.generations.isAnotherActive().catch(() => false);
    if (isAnother) this.beginAgain();
  }

  private beginAgain(): void {
    if (!this.stopping.signal.aborted && this.status.state !== 'paused') this.enter('booting');
  }
}
