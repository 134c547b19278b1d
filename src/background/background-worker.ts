// What a process that serves pages does by itself, such as making calls and letting timers fire: made ready once it holds the lease, looked for
// again and again, told about where it stands still.
import type { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../ports/clock.js';
import type { WritingPorts } from '#command-handling/pipeline/command-dependencies.js';
import type { Installation } from '#installation/installation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { RunningProjections } from '#projections/running-projections.js';

/** What there is to work with. */
export interface BackgroundParts {
  readonly ports: WritingPorts;
  readonly bus: CommandBus;
  readonly projections: RunningProjections;
  readonly readModels: ReadModels;
  readonly log: { head(): Promise<number> };
  readonly clock: Clock;
  readonly healthIssues: Installation['healthIssues'];
}

export interface BackgroundTask {
  /** Something may be due: clocks in tests are moved. */
  wake(): void;
  stop(): Promise<void>;
}

/** What is due is looked for at least so often: clocks jump, and other processes write things down. */
export const DUE_LOOK_MS = 30_000;
export const AGAIN_MS = 1_000;
const SOON_MS = 20;
const TOLD_AFTER = 4;

/** Milliseconds from `now` until something is due, both as the clock says them; undefined: nothing waits. */
export function untilDue(next: string | undefined, now: string): number {
  if (next === undefined) return DUE_LOOK_MS;
  return Math.min(DUE_LOOK_MS, Math.max(0, Date.parse(next) - Date.parse(now)) + SOON_MS);
}

/** Makes ready, one attempt after the other, again where it failed; what does not pass is told. */
export class RetriedPreparation {
  private making = Promise.resolve();
  private again: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly makeReady: () => Promise<void>,
    private readonly stoppage: StoppageReporter,
  ) {}

  ask = (): void => void (this.making = this.making.then(() => this.make()));

  /** Returns once every attempt has ended that was asked for. */
  async ended(): Promise<void> {
    await this.making;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.again);
    await this.making;
  }

  private async make(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.makeReady();
      this.stoppage.isOver();
    } catch (error) {
      this.stoppage.failed(error as Error);
      clearTimeout(this.again);
      this.again = setTimeout(this.ask, AGAIN_MS).unref();
    }
  }
}

/** Looks for what is due, never twice at once: when woken, and again after as many milliseconds as it said. */
export class PollingLoop {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isWanted = false;
  private stopped = false;

  constructor(
    private readonly lookOnce: () => Promise<number>,
    private readonly stoppage: StoppageReporter,
  ) {}

  get isStopped(): boolean {
    return this.stopped;
  }

  /** Something may be due now. */
  wake = (): void => {
    this.isWanted = true;
    if (this.stopped) return;
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
      if (this.isWanted) this.wake();
    });
  };

  /** What is under way ends first. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    this.isWanted = false;
    clearTimeout(this.timer);
    const wait = await this.lookOnce().catch((error: Error) => {
      this.stoppage.failed(error);
      return AGAIN_MS;
    });
    if (!this.stopped) this.timer = setTimeout(this.wake, wait).unref();
  }
}

export interface StoppageNotice {
  readonly about: string;
  /** Such as “Timers stand still”. */
  readonly what: string;
  /** What becomes of it once it is over. */
  readonly then: string;
}

/** Most of what goes wrong passes by itself: people are told when it does not. */
export class StoppageReporter {
  private failures = 0;

  constructor(
    private readonly healthIssues: Installation['healthIssues'],
    private readonly words: StoppageNotice,
  ) {}

  isOver(): void {
    this.failures = 0;
    this.healthIssues.resolve(this.words.about);
  }

  failed({ message }: Error): void {
    this.failures += 1;
    if (this.failures < TOLD_AFTER) return;
    const { about, what, then } = this.words;
    this.healthIssues.raise({
      key: about,
      adminMessage: `${what}: ${message.replace(/\.$/, '')}. ${then}`,
      publicMessage: what.charAt(0).toLowerCase() + what.slice(1),
      severity: 'warning',
    });
  }
}
