// One process of an installation at a time works: it holds a lease, wakes after writes, and stops in order.
import type { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../ports/clock.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { FailureNotice, HealthIssues } from '#platform/health-issues.js';
import { holdLease, type Lease } from '#projections/lease/lease.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { PollingLoop } from './polling-loop.js';
import { PreparationRetrier } from './preparation-retrier.js';
import { WorkerFailureReporter } from './worker-failure-reporter.js';
import type { StuckItems } from './stuck-items.js';
import { LONGEST_WAIT_MS } from './compute-wait-until-due.js';

export interface BackgroundDependencies {
  readonly ports: CommandDependencies;
  readonly bus: CommandBus;
  readonly projections: RunningProjections;
  readonly readModels: ReadModels;
  readonly log: { head(): Promise<number> };
  readonly clock: Clock;
  readonly healthIssues: HealthIssues;
}

/** One preparation or run, under the lease. */
export interface LeasedRun {
  /** The lease is still held. */
  mayWrite(): Promise<boolean>;
  isStopped(): boolean;
  /** Runs again at once. */
  wake(): void;
  readonly failureReporter: WorkerFailureReporter;
}

export interface BackgroundWork {
  readonly leaseName: string;
  readonly failureNotice: FailureNotice;
  /** Read models whose writes wake the worker. */
  readonly wakesOn?: readonly string[];
  /** Read models whose writes repeat the preparation. */
  readonly preparesOn?: readonly string[];
  readonly stuck?: Pick<StuckItems, 'onDecided'>;
  /** Before the first run, and after the lease changed hands. */
  prepare?(turn: LeasedRun): Promise<void>;
  /** Returns milliseconds until the next run. */
  run(turn: LeasedRun): Promise<number>;
  /** Resolves once nothing is running. */
  finish?(): Promise<void>;
  /** Also called where the worker does not start. */
  release?(): Promise<void>;
}

type WorkerDependencies = Pick<BackgroundDependencies, 'projections' | 'healthIssues'>;

export class BackgroundWorker {
  private readonly loop: PollingLoop;
  private readonly preparation: PreparationRetrier;
  private readonly failureReporter: WorkerFailureReporter;
  private isPrepared = false;
  private unsubscribes: readonly (() => void)[] = [];

  /** Resolves after the first attempt to prepare. */
  static async start(
    work: BackgroundWork,
    { readModels, ...rest }: Pick<BackgroundDependencies, 'readModels'> & WorkerDependencies,
  ): Promise<BackgroundWorker> {
    const lease = await holdLease(readModels, work.leaseName);
    try {
      const worker = new BackgroundWorker(work, lease, rest);
      await worker.begin();
      return worker;
    } catch (error) {
      await lease.release();
      await work.release?.();
      throw error;
    }
  }

  constructor(
    private readonly work: BackgroundWork,
    private readonly lease: Pick<Lease, 'token' | 'mayWrite' | 'onChange' | 'release'>,
    private readonly dependencies: WorkerDependencies,
  ) {
    const { healthIssues } = dependencies;
    this.failureReporter = new WorkerFailureReporter(healthIssues, work.failureNotice);
    this.loop = new PollingLoop(() => this.run(), this.failureReporter);
    this.preparation = new PreparationRetrier(
      () => this.prepare(),
      new WorkerFailureReporter(healthIssues, work.failureNotice),
    );
  }

  async begin(): Promise<void> {
    const { stuck, wakesOn = [], preparesOn = [] } = this.work;
    const { request } = this.preparation;
    this.unsubscribes = [
      ...(stuck ? [stuck.onDecided(request)] : []),
      this.lease.onChange(request),
      this.dependencies.projections.onWritten(({ projection }) => {
        if (preparesOn.includes(projection)) request();
        if (wakesOn.includes(projection)) this.wake();
      }),
    ];
    request();
    await this.preparation.settled();
  }

  wake = (): void => {
    if (this.isPrepared) this.loop.wake();
  };

  async stop(): Promise<void> {
    this.unsubscribes.forEach((unsubscribe) => unsubscribe());
    const stopping = this.loop.stop();
    await this.preparation.stop();
    await stopping;
    await this.work.finish?.();
    await this.lease.release();
    await this.work.release?.();
  }

  private async prepare(): Promise<void> {
    const { token } = this.lease;
    if (token === undefined) return;
    await this.work.prepare?.(this.turn(token));
    this.isPrepared = true;
    this.wake();
  }

  private async run(): Promise<number> {
    const { token } = this.lease;
    return token === undefined ? LONGEST_WAIT_MS : this.work.run(this.turn(token));
  }

  private turn(token: number): LeasedRun {
    const { lease, loop, failureReporter, wake } = this;
    return {
      mayWrite: () => lease.mayWrite(token),
      isStopped: () => loop.isStopped,
      wake,
      failureReporter,
    };
  }
}
