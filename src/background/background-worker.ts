// Work that one process of an installation does at a time: it holds a lease, wakes when something was written, and stops in order.
import type { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../ports/clock.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { HealthIssues } from '#platform/health-issues.js';
import { holdLease, type Lease } from '#projections/lease/lease.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { PollingLoop } from './polling-loop.js';
import { RetriedPreparation } from './retried-preparation.js';
import { WorkerFailureReporter, type WorkerFailureNotice } from './worker-failure-reporter.js';
import type { StuckItems } from './stuck-items.js';
import { LONGEST_WAIT_MS } from './waits.js';

/** What background workers work with. */
export interface BackgroundDependencies {
  readonly ports: CommandDependencies;
  readonly bus: CommandBus;
  readonly projections: RunningProjections;
  readonly readModels: ReadModels;
  readonly log: { head(): Promise<number> };
  readonly clock: Clock;
  readonly healthIssues: HealthIssues;
}

/** One preparation or one run, under the lease. */
export interface Turn {
  /** Whether this process still holds the lease. */
  mayWrite(): Promise<boolean>;
  isStopped(): boolean;
  /** Runs again at once. */
  wake(): void;
  readonly failureReporter: WorkerFailureReporter;
}

export interface BackgroundWork {
  readonly leaseName: string;
  readonly failureNotice: WorkerFailureNotice;
  /** Read models that wake the worker when something was written into them. */
  readonly wakesOn?: readonly string[];
  /** Read models that make the worker prepare again. */
  readonly preparesOn?: readonly string[];
  readonly stuck?: Pick<StuckItems, 'onDecided'>;
  /** Before the first run, and again after the lease changed hands. */
  prepare?(turn: Turn): Promise<void>;
  /** Returns the milliseconds to wait before the next run. */
  run(turn: Turn): Promise<number>;
  /** Resolves once nothing is under way any more. */
  finish?(): Promise<void>;
}

type WorkerDependencies = Pick<BackgroundDependencies, 'projections' | 'healthIssues'>;

export class BackgroundWorker {
  private readonly loop: PollingLoop;
  private readonly preparation: RetriedPreparation;
  private readonly failureReporter: WorkerFailureReporter;
  private isPrepared = false;
  private unsubscribes: readonly (() => void)[] = [];

  /** Resolves once the first preparation was attempted. */
  static async start(
    work: BackgroundWork,
    { readModels, ...rest }: Pick<BackgroundDependencies, 'readModels'> & WorkerDependencies,
  ): Promise<BackgroundWorker> {
    const worker = new BackgroundWorker(work, await holdLease(readModels, work.leaseName), rest);
    await worker.begin();
    return worker;
  }

  constructor(
    private readonly work: BackgroundWork,
    private readonly lease: Pick<Lease, 'token' | 'mayWrite' | 'onChange' | 'release'>,
    private readonly dependencies: WorkerDependencies,
  ) {
    const { healthIssues } = dependencies;
    this.failureReporter = new WorkerFailureReporter(healthIssues, work.failureNotice);
    this.loop = new PollingLoop(() => this.run(), this.failureReporter);
    this.preparation = new RetriedPreparation(
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

  private turn(token: number): Turn {
    const { lease, loop, failureReporter, wake } = this;
    return {
      mayWrite: () => lease.mayWrite(token),
      isStopped: () => loop.isStopped,
      wake,
      failureReporter,
    };
  }
}
