// Follows the store's log into the read model of one projection, and says how that goes.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Recorded } from '../src/domain/event.js';
import type { EventStore } from '../src/event-store/event-store.js';
import { Folding } from './fold.js';
import { type GenerationParts, OpenGenerations } from './open-generations.js';
import { aborted, waitBeforeAttempt } from './pause.js';
import type { Failure, Health, ProjectorState, Written } from './projector-health.js';
import { DamagedGeneration, type Generation, type Write, WrittenElsewhere } from './read-model.js';
import { Waiters } from './waiters.js';

export interface ProjectorParts extends GenerationParts {
  readonly store: Pick<EventStore, 'all' | 'head'>;
  readonly clock?: () => string;
}

/** So many events are folded at once before requests get their turn. */
const CHUNK = 500;
const REMEMBERED = 2_000;
const CHECKPOINT_MS = 1_000;

export class Projector {
  private state: ProjectorState = 'new';
  private readonly generations: OpenGenerations;
  /** Of what is served, and of what is written to. */
  private position = 0;
  private targetPosition = 0;
  private skipped: ReadonlySet<number> = new Set();
  private failure: Failure | undefined;
  private trouble: string | undefined;
  private lastProgressAt: string | null = null;
  private readonly waiters = new Waiters();
  private readonly listeners = new Set<(written: Written) => void>();
  private readonly stopping = new AbortController();
  private interrupt = new AbortController();
  private loop: Promise<void> | undefined;
  private loopAlive = false;
  private checkpointTimer: NodeJS.Timeout | undefined;
  private checkpointDue = 0;
  private unwatch: (() => void) | undefined;

  constructor(private readonly parts: ProjectorParts) {
    this.generations = new OpenGenerations(parts);
  }

  get name(): string {
    return this.parts.projection.name;
  }

  /** Resolves once pages can be served, or it is known why not. The log is followed from here on. */
  async start(): Promise<void> {
    this.state = 'booting';
    await this.attempt(() => this.open());
    this.unwatch = this.parts.readModels.onChange(() => void this.noticeChange());
    this.loopAlive = true;
    this.loop = this.run().finally(() => (this.loopAlive = false));
  }

  /** What pages are served from. Ask again for every request: it is another one after a rebuild. */
  generation(): Generation {
    const { served } = this.generations;
    if (served) return served;
    throw this.failure?.error ?? new DamagedGeneration(`The read model ${this.name} is not there yet.`);
  }

  /** true as soon as pages see everything up to the position; false when the time is up. */
  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    return this.position >= position || (await this.waiters.wait(position, timeoutMs));
  }

  /** Called after documents and checkpoint are stored. Returns what ends it. */
  onWritten(listener: (written: Written) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Until `resume`, or until the process ends. */
  pause(): void {
    if (this.state !== 'failed') this.enter('paused');
  }

  resume(): void {
    if (this.state === 'paused') this.enter('booting');
  }

  /** Tries the event that broke it again, or opens the read model again. */
  retry(): void {
    if (this.state === 'failed') this.enter('booting');
  }

  /** Leaves out the event that broke it, for good: this is written down. */
  async skip(reason: string): Promise<void> {
    const { event, error } = this.failure ?? {};
    if (!event || !error) throw new Error(`There is no event to skip: ${this.name} has not failed at one.`);
    if (!reason.trim()) throw new Error('Say why the event is skipped.');
    const { name, version } = this.parts.projection;
    const skip = {
      position: event.position,
      eventId: event.id,
      reason,
      error: error.message,
      at: new Date(this.now()).toISOString(),
    };
    await this.parts.readModels.skip(name, version, skip);
    this.skipped = new Set([...this.skipped, event.position]);
    this.enter('booting');
  }

  async health(): Promise<Health> {
    const head = await this.parts.store.head().catch(() => this.position);
    const { served, target } = this.generations;
    return {
      projection: this.name,
      version: this.parts.projection.version,
      state: this.state,
      generation: served?.number,
      position: this.position,
      ...(target && target !== served && { building: this.targetPosition }),
      head,
      lag: Math.max(0, head - this.position),
      lastProgressAt: this.lastProgressAt,
      loopAlive: this.loopAlive,
      ...(this.failure && { failure: this.failure }),
      ...(this.trouble !== undefined && { trouble: this.trouble }),
      skipped: this.skipped.size,
    };
  }

  /** Makes indexes and search as `shapeOf` says now. */
  async reshape(): Promise<void> {
    await this.generations.target?.reshape();
  }

  async stop(): Promise<void> {
    this.unwatch?.();
    this.stopping.abort();
    await this.loop;
    await this.storeCheckpoint();
    this.waiters.giveUp();
    await this.generations.close();
  }

  /** The loop looks at the state again. */
  private enter(state: ProjectorState): void {
    this.state = state;
    this.failure = this.trouble = undefined;
    this.interrupt.abort();
  }

  private async run(): Promise<void> {
    for (let attempt = 0; !this.stopping.signal.aborted;) {
      this.interrupt = new AbortController();
      const signal = AbortSignal.any([this.interrupt.signal, this.stopping.signal]);
      if (!this.isWorking()) {
        await aborted(signal);
        continue;
      }
      const before = this.targetPosition;
      const went = await this.attempt(() => this.follow(signal));
      attempt = went || this.targetPosition > before ? 0 : attempt + 1;
      if (!went && this.isWorking()) await waitBeforeAttempt(attempt, signal);
    }
  }

  private isWorking(): boolean {
    return this.state === 'booting' || this.state === 'active';
  }

  /** Errors become states: nothing that goes wrong here stops the other projections. */
  private async attempt(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (error instanceof WrittenElsewhere || error instanceof DamagedGeneration)
        await this.generations.closeTarget();
      if (error instanceof DamagedGeneration) this.fail({ error });
      else if (!(error instanceof WrittenElsewhere))
        this.trouble = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  private fail(failure: Failure): void {
    this.failure = failure;
    this.state = 'failed';
  }

  private async open(): Promise<void> {
    const { projection, readModels } = this.parts;
    const skips = await readModels.skips(projection.name, projection.version);
    this.skipped = new Set(skips.map((skip) => skip.position));
    const { served, target } = await this.generations.open();
    this.targetPosition = await target.checkpoint();
    this.moveTo(await served.checkpoint());
  }

  private async follow(signal: AbortSignal): Promise<void> {
    if (!this.generations.target || (await this.generations.isAnotherActive())) await this.open();
    await this.noticeCaughtUp();
    const folding = new Folding({
      projection: this.parts.projection,
      generation: this.generations.target!,
      isSkipped: (position) => this.skipped.has(position),
      remembered: REMEMBERED,
    });
    for await (const batch of this.parts.store.all(this.targetPosition, signal)) {
      this.trouble = undefined;
      for (let start = 0; start < batch.length && !signal.aborted; start += CHUNK) {
        await this.take(folding, batch.slice(start, start + CHUNK));
        if (batch.length > CHUNK) await breathe();
      }
      if (signal.aborted || !this.isWorking()) return;
      if (this.state === 'booting') await this.noticeCaughtUp();
    }
  }

  private async take(folding: Folding, events: readonly Recorded[]): Promise<void> {
    await folding.take(events);
    if (folding.changes || this.now() >= this.checkpointDue) {
      const stored = await folding.store();
      this.checkpointDue = this.now() + CHECKPOINT_MS;
      if (stored) this.written(stored.position, stored.writes, events);
    } else this.passed(folding.pass());
    if (!folding.broken) return;
    this.fail(folding.broken);
    this.interrupt.abort();
  }

  /** Nothing of it was for this projection: the checkpoint is stored a little later, for many such batches at once. */
  private passed(position: number | undefined): void {
    if (position === undefined) return;
    this.checkpointTimer ??= setTimeout(() => void this.storeCheckpoint(), CHECKPOINT_MS).unref();
    this.written(position, [], []);
  }

  private async storeCheckpoint(): Promise<void> {
    clearTimeout(this.checkpointTimer);
    const { target } = this.generations;
    if (this.checkpointTimer && target) await this.attempt(() => target.write([], this.targetPosition));
    this.checkpointTimer = undefined;
  }

  private written(position: number, writes: readonly Write[], events: readonly Recorded[]): void {
    this.targetPosition = position;
    this.lastProgressAt = new Date(this.now()).toISOString();
    if (this.generations.target !== this.generations.served) return;
    this.moveTo(position);
    if (this.listeners.size === 0) return;
    const documents = writes.map(({ collection, id }) => ({ collection, id }));
    const streams = new Set(
      events.filter((event) => event.position <= position).map((event) => event.stream),
    );
    const written = { projection: this.name, position, documents, streams: [...streams] };
    for (const listener of this.listeners) listener(written);
  }

  private moveTo(position: number): void {
    this.position = position;
    this.waiters.reached(position);
  }

  private async noticeCaughtUp(): Promise<void> {
    if (this.targetPosition < (await this.parts.store.head())) return;
    await this.generations.activateTarget();
    this.moveTo(this.targetPosition);
    if (this.state === 'booting') this.state = 'active';
  }

  /** Another process may have activated another generation: the loop opens it, and readers go on meanwhile. */
  private async noticeChange(): Promise<void> {
    const isAnother = await this.generations.isAnotherActive().catch(() => false);
    if (isAnother && !this.stopping.signal.aborted && this.state !== 'paused') this.enter('booting');
  }

  /** Milliseconds. */
  private now(): number {
    return this.parts.clock ? Date.parse(this.parts.clock()) : Date.now();
  }
}
