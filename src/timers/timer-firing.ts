// The longest due first. Command ids follow from what was due, so a timer that two processes fire is written once.
import type { Clock } from '#ports/clock.js';
import type { WaitingTimers } from '#projections/read-models/timers/timer-document.js';
import type { TimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import type { BackgroundWork, LeasedRun } from '../background/background-worker.js';
import type { StuckItems } from '../background/stuck-items.js';
import { LONGEST_WAIT_MS, computeWaitUntilDue } from '../background/compute-wait-until-due.js';

export interface FiringDependencies {
  /** A function, as a rebuild replaces the read model. */
  readonly waiting: () => TimersReadModel;
  readonly prepare: (turn: LeasedRun) => Promise<void>;
  /** Due at `now`. */
  readonly fire: (record: WaitingTimers, now: string) => Promise<FiringResult>;
  /** Resolves once the read model has reached the position. */
  readonly waitFor: (position: number) => Promise<unknown>;
  readonly release: () => Promise<void>;
  readonly clock: Clock;
  /** Stuck because of their stored data. */
  readonly stuck: Pick<StuckItems, 'onDecided' | 'refresh' | 'of' | 'unlessStuck'>;
}

export interface FiringResult {
  /** Of the firing, now or before; 0: impossible. */
  readonly position: number;
  /** false: written before, or impossible. */
  readonly isNew: boolean;
}

const RECORDS_AT_ONCE = 32;
/** A due record that did not fire is skipped for a while, so that others need not wait behind it. */
const PAUSE_IF_IMPOSSIBLE_MS = 60_000;
const PAUSE_IF_FIRED_BEFORE_MS = 5_000;

export class TimerFiring implements BackgroundWork {
  readonly leaseName = 'timers';
  readonly failureNotice = {
    issueKey: 'timers',
    summary: 'Timers stand still',
    consequence: 'They go on by themselves once that is over, and what fell due meanwhile is made up for.',
  };
  readonly wakesOn = ['timers'];
  readonly preparesOn = ['specifications'];
  readonly stuck: FiringDependencies['stuck'];
  /** By stream, on a monotonic clock. */
  private readonly pausedUntil = new Map<string, number>();

  /** `elapsed`: milliseconds of a monotonic clock. */
  constructor(
    private readonly dependencies: FiringDependencies,
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    this.stuck = dependencies.stuck;
  }

  prepare(turn: LeasedRun): Promise<void> {
    return this.dependencies.prepare(turn);
  }

  release(): Promise<void> {
    return this.dependencies.release();
  }

  async run(turn: LeasedRun): Promise<number> {
    const { waiting, clock } = this.dependencies;
    await this.stuck.refresh();
    while (!turn.isStopped()) {
      const now = clock();
      const due = await waiting().findDue(now, RECORDS_AT_ONCE, this.excluded());
      if (due.length === 0) break;
      if (!(await turn.mayWrite())) return LONGEST_WAIT_MS;
      await this.fireAll(due, now);
    }
    const now = clock();
    const next = await waiting().findNextDue(now);
    turn.failureReporter.reportSuccess();
    return computeWaitUntilDue(next, now);
  }

  private async fireAll(due: readonly WaitingTimers[], now: string): Promise<void> {
    const results = await Promise.allSettled(due.map((record) => this.fireUnlessStuck(record, now)));
    const failed = results.find((each) => each.status === 'rejected');
    const fired = results.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
    for (const [index, { id }] of due.entries()) {
      const result = fired[index];
      if (result?.isNew !== false) continue;
      const isSkipped = this.stuck.of('skipped').some(({ item }) => item === id);
      const isImpossible = result.position === 0 && !isSkipped;
      const pause = isImpossible ? PAUSE_IF_IMPOSSIBLE_MS : PAUSE_IF_FIRED_BEFORE_MS;
      this.pausedUntil.set(id, this.elapsed() + pause);
    }
    await this.dependencies.waitFor(
      fired.reduce((latest, result) => Math.max(latest, result?.position ?? 0), 0),
    );
    if (failed) throw failed.reason;
  }

  /** A record that cannot be read stops its own timers only. */
  private async fireUnlessStuck(record: WaitingTimers, now: string): Promise<FiringResult> {
    const { id: item } = record;
    const fired = await this.stuck.unlessStuck({ item, what: `timers of ${item}`, upTo: now }, () =>
      this.dependencies.fire(record, now),
    );
    // `excluded` leaves a stuck record out.
    return fired ?? { position: 0, isNew: true };
  }

  private excluded(): readonly string[] {
    for (const [id, until] of this.pausedUntil) if (until <= this.elapsed()) this.pausedUntil.delete(id);
    return [...this.pausedUntil.keys(), ...this.stuck.of('failed').map(({ item }) => item)];
  }
}
