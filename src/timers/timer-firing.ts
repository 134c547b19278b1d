// Lets timers fire that are due, in the one process that holds the lease, the longest due first. That it fired is in the log before it counts, under an
// id that follows from what was due: two processes that both believe to hold the lease write it once.
import type { Lease } from '#projections/lease/lease.js';
import type { TimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import type { WaitingTimers } from '#projections/read-models/timers/timer-document.js';
import type { Clock } from '../ports/clock.js';
import type { Installation } from '#installation/installation.js';
import type { StuckItems } from '../background/stuck-items.js';
import { DUE_LOOK_MS, PollingLoop, StoppageReporter, untilDue } from '../background/background-worker.js';

export interface FiringParts {
  /** Ask again for every question: it is another one after a rebuild. */
  readonly waiting: () => TimersReadModel;
  readonly lease: Pick<Lease, 'token' | 'mayWrite'>;
  /** Those of a record that are due by then. */
  readonly fire: (record: WaitingTimers, now: string) => Promise<FiringResult>;
  /** Returns once the read model has seen everything up to the position. */
  readonly seen: (position: number) => Promise<unknown>;
  readonly clock: Clock;
  readonly healthIssues: Installation['healthIssues'];
  /** Records whose timers cannot fire because of what is stored about them. */
  readonly stuck: Pick<StuckItems, 'refresh' | 'of' | 'unlessStuck'>;
}

export interface FiringResult {
  /** Of what was written, now or before; 0: nothing can be. */
  readonly position: number;
  /** false: it had been before, or cannot be. */
  readonly isNew: boolean;
}

/** Records at once. */
const AT_ONCE = 32;
/** What did not fire, though it is due, is left alone for a while: others must not wait behind it. */
const IMPOSSIBLE_MS = 60_000;
const DONE_BEFORE_MS = 5_000;
export const STOPPAGE = {
  about: 'timers',
  what: 'Timers stand still',
  then: 'They go on by themselves once that is over, and what fell due meanwhile is made up for.',
};

export class TimerFiring {
  /** Stream → until when it is left alone, by a clock that never jumps. */
  private readonly leftAlone = new Map<string, number>();
  private readonly stoppage: StoppageReporter;
  private readonly looking: PollingLoop;

  /** `elapsed`: milliseconds by a clock that never jumps. */
  constructor(
    private readonly parts: FiringParts,
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    this.stoppage = new StoppageReporter(parts.healthIssues, STOPPAGE);
    this.looking = new PollingLoop(() => this.look(), this.stoppage);
  }

  /** Something may be due now. */
  wake = (): void => this.looking.wake();

  /** What is under way ends first. */
  stop = (): Promise<void> => this.looking.stop();

  /** Milliseconds until something is due again. */
  private async look(): Promise<number> {
    const { waiting, lease, clock } = this.parts;
    const { token } = lease;
    if (token === undefined) return DUE_LOOK_MS;
    await this.parts.stuck.refresh();
    while (!this.looking.isStopped) {
      const now = clock();
      const due = await waiting().findDue(now, AT_ONCE, this.without());
      if (due.length === 0) break;
      if (!(await lease.mayWrite(token))) return DUE_LOOK_MS;
      await this.fireAll(due, now);
    }
    const now = clock();
    const next = await waiting().findNextDue(now);
    this.stoppage.isOver();
    return untilDue(next, now);
  }

  private async fireAll(due: readonly WaitingTimers[], now: string): Promise<void> {
    const fired = await Promise.allSettled(due.map((record) => this.fireOrNote(record, now)));
    const failed = fired.find((each) => each.status === 'rejected');
    const done = fired.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
    for (const [index, { id }] of due.entries()) {
      const one = done[index];
      if (one?.isNew !== false) continue;
      const isSkipped = this.parts.stuck.of('skipped').some(({ item }) => item === id);
      const wait = one.position === 0 && !isSkipped ? IMPOSSIBLE_MS : DONE_BEFORE_MS;
      this.leftAlone.set(id, this.elapsed() + wait);
    }
    await this.parts.seen(done.reduce((latest, one) => Math.max(latest, one?.position ?? 0), 0));
    if (failed) throw failed.reason;
  }

  /** What is stored about one record stops its own timers. */
  private async fireOrNote(record: WaitingTimers, now: string): Promise<FiringResult> {
    const { stuck, fire } = this.parts;
    const { id: item } = record;
    const fired = await stuck.unlessStuck({ item, what: `timers of ${item}`, upTo: now }, () =>
      fire(record, now),
    );
    // It is left alone for as long as it is noted, and no longer.
    return fired ?? { position: 0, isNew: true };
  }

  private without(): readonly string[] {
    for (const [id, until] of this.leftAlone) if (until <= this.elapsed()) this.leftAlone.delete(id);
    return [...this.leftAlone.keys(), ...this.parts.stuck.of('failed').map(({ item }) => item)];
  }
}
