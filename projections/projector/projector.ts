import { DamagedGeneration, ReadModelsUnavailable, WrittenElsewhere } from '../port/read-model-errors.js';
import type { ProjectionControlEvent } from '#domain/projection/projection-control-events.js';
import { readFailedDocuments, type FailedDocument } from '../port/failed-documents.js';
import type { Generation } from '../port/generation.js';
import { readProjectionControl } from './read-projection-control.js';
import type { AnyProjection } from '../port/projection.js';
import type { SubscriptionHandler } from '../subscription/subscription-handler.js';
import { Subscription, type SubscriptionContext } from '../subscription/subscription.js';
import type { SubscriptionHealth } from '../subscription/subscription-health.js';
import { ProjectionFollower } from './projection-follower.js';
import { ProjectionWriter } from './projection-writer.js';
import { NO_BUILDER_MESSAGE, explainMissingReadModel } from './explain-missing-read-model.js';
import { OpenGenerations } from './open-generations.js';
import type { ProjectorDependencies } from './projector-dependencies.js';
import type { WrittenBatch } from './written-batch.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

export interface ProjectionHealth extends SubscriptionHealth {
  readonly projection: string;
  readonly generation: number | undefined;
  readonly building?: number;
  readonly damaged: boolean;
  readonly failedDocuments: number;
}

const FAILED_DOCUMENTS_CACHE_MS = 1_000;
const PAUSED_POLL_MS = 2_000;

export class Projector {
  readonly subscription: Subscription<WrittenBatch>;
  private readonly generations: OpenGenerations;
  private leader!: ProjectionWriter;
  private unwatch = () => {};
  private paused: NodeJS.Timeout | undefined;
  private failedDocumentsCache:
    | {
        readonly of: Generation;
        readonly at: number;
        readonly failed: ReturnType<typeof readFailedDocuments>;
      }
    | undefined;

  constructor(private readonly parts: ProjectorDependencies) {
    this.generations = new OpenGenerations(parts);
    this.subscription = new Subscription({ ...parts, stateStore: parts.readModels }, (watched) =>
      this.createHandler(watched),
    );
  }

  get projection(): AnyProjection {
    return this.parts.projection;
  }

  get position(): number {
    return this.subscription.notifier.position;
  }

  async start(): Promise<void> {
    await this.subscription.start();
    await this.pauseIfDecided().catch(() => {});
    this.unwatch = this.parts.readModels.onChange(() => void this.followSwitch().catch(throwUncaught));
  }

  generation(): Generation {
    const { served } = this.generations;
    if (served) return served;
    const { parts, generations } = this;
    const { failure } = this.subscription.status;
    throw failure?.error ?? new ReadModelsUnavailable(explainMissingReadModel({ ...parts, generations }));
  }

  async health(): Promise<ProjectionHealth> {
    const { served, target, isDamaged } = this.generations;
    return {
      projection: this.projection.name,
      ...(await this.subscription.health()),
      generation: served?.number,
      ...(target && target !== served && { building: this.leader.position }),
      damaged: isDamaged,
      failedDocuments: (await this.failedDocuments().catch(() => [])).length,
    };
  }

  async failedDocuments(): Promise<readonly FailedDocument[]> {
    const { served, target } = this.generations;
    const own = target === served ? this.leader.failedDocuments : undefined;
    if (own || !served) return [...(own?.values() ?? [])];
    const now = performance.now();
    if (
      !this.failedDocumentsCache ||
      this.failedDocumentsCache.of !== served ||
      this.failedDocumentsCache.at + FAILED_DOCUMENTS_CACHE_MS < now
    )
      this.failedDocumentsCache = { of: served, at: now, failed: readFailedDocuments(served) };
    return [...(await this.failedDocumentsCache.failed).values()];
  }

  applyControlEvent({ type }: Pick<ProjectionControlEvent, 'type'>): void {
    if (type === 'projection.paused') this.pause();
    else if (type === 'projection.resumed') this.resume();
    else if (type === 'projection.retried' || type === 'projection.event-skipped') {
      if (this.subscription.status.state === 'failed') this.subscription.retry();
      else this.subscription.restart();
    }
  }

  async reshape(): Promise<void> {
    await this.generations.target?.reshape();
  }

  async stop(): Promise<void> {
    this.unwatch();
    clearInterval(this.paused);
    await this.subscription.stop();
    await this.generations.close();
  }

  private createHandler(watched: SubscriptionContext<WrittenBatch>): SubscriptionHandler {
    const parts = { ...this.parts, ...watched, generations: this.generations };
    const { name, version } = this.projection;
    this.leader = new ProjectionWriter(parts);
    return {
      name,
      version,
      leading: this.leader,
      following: new ProjectionFollower(parts),
      recover: async (error) => {
        if (error instanceof WrittenElsewhere || error instanceof DamagedGeneration)
          await this.generations.closeTarget();
      },
      finish: () => this.leader.storeCheckpoint(),
      orphanedMessage: NO_BUILDER_MESSAGE,
      interruption: {
        what: `the read model ${name}`,
        follows: 'Pages show what it had before; what is saved meanwhile is in the log, and is tried again.',
      },
    };
  }

  private async pauseIfDecided(): Promise<void> {
    if ((await readProjectionControl(this.parts.store, this.projection)).paused) this.pause();
  }

  private pause(): void {
    this.subscription.pause();
    // With all projections paused, nothing reads the log.
    this.paused ??= setInterval(() => void this.resumeIfDecided().catch(() => {}), PAUSED_POLL_MS).unref();
  }

  private async resumeIfDecided(): Promise<void> {
    if (!(await readProjectionControl(this.parts.store, this.projection)).paused) this.resume();
  }

  private resume(): void {
    clearInterval(this.paused);
    this.paused = undefined;
    this.subscription.resume();
  }

  private async followSwitch(): Promise<void> {
    const isAnother = await this.generations.isAnotherActive().catch(() => false);
    if (isAnother) this.subscription.restart();
  }
}
