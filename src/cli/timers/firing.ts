// Lets timers fire that are due, in the one process that holds the lease, the longest due first. That it fired is in the log before it counts, under an
// id that follows from what was due: two processes that both believe to hold the lease write it once.
import type { Lease } from '#projections/lease/lease.js';
import type { TimersReadModel } from '#projections/timers/timers-read-model.js';
import type { WaitingTimers } from '#projections/timers/timer-document.js';
import type { Clock } from '#command-handling/ports.js';
import type { Installation } from '#installation/installation.js';

export interface FiringParts {
  /** Ask again for every question: it is another one after a rebuild. */
  readonly waiting: () => TimersReadModel;
  readonly lease: Pick<Lease, 'token' | 'mayWrite'>;
  /** Those of a record that are due by then. */
  readonly fire: (record: WaitingTimers, now: string) => Promise<Fired>;
  /** Returns once the read model has seen everything up to the position. */
  readonly seen: (position: number) => Promise<unknown>;
  readonly clock: Clock;
  readonly troubles: Installation['troubles'];
}

export interface Fired {
  /** Of what was written, now or before; 0: nothing can be. */
  readonly position: number;
  /** false: it had been before, or cannot be. */
  readonly isNew: boolean;
}

/** Records at once. */
const AT_ONCE = 32;
/** What is due is looked for at least so often: clocks jump. */
const LOOK_MS = 30_000;
const AGAIN_MS = 1_000;
const SOON_MS = 20;
/** What did not fire, though it is due, is left alone for a while: others must not wait behind it. */
const IMPOSSIBLE_MS = 60_000;
const DONE_BEFORE_MS = 5_000;
const TROUBLE = 'timers';
const TOLD_AFTER = 4;

export class Firing {
  /** Stream → until when it is left alone, by a clock that never jumps. */
  private readonly leftAlone = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isWanted = false;
  private failures = 0;
  private stopped = false;

  constructor(private readonly parts: FiringParts) {}

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
    const { token } = this.parts.lease;
    if (token === undefined) return this.lookAgainIn(LOOK_MS);
    try {
      const wait = await this.fireWhatIsDue(token);
      this.goesOn();
      this.lookAgainIn(wait);
    } catch (error) {
      this.failed(error as Error);
      this.lookAgainIn(AGAIN_MS);
    }
  }

  /** Milliseconds until something is due again. */
  private async fireWhatIsDue(token: number): Promise<number> {
    const { waiting, lease, clock } = this.parts;
    while (!this.stopped) {
      const now = clock();
      const due = await waiting().due(now, AT_ONCE, this.without());
      if (due.length === 0) break;
      if (!(await lease.mayWrite(token))) return LOOK_MS;
      await this.fireAll(due, now);
    }
    const now = clock();
    const next = await waiting().nextDue(now);
    return next === undefined ? LOOK_MS : Math.min(LOOK_MS, Date.parse(next) - Date.parse(now) + SOON_MS);
  }

  private async fireAll(due: readonly WaitingTimers[], now: string): Promise<void> {
    const fired = await Promise.allSettled(due.map((record) => this.parts.fire(record, now)));
    const failed = fired.find((each) => each.status === 'rejected');
    const done = fired.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
    for (const [index, { id }] of due.entries()) {
      const one = done[index];
      if (one?.isNew !== false) continue;
      const wait = one.position === 0 ? IMPOSSIBLE_MS : DONE_BEFORE_MS;
      this.leftAlone.set(id, performance.now() + wait);
    }
    await this.parts.seen(Math.max(...done.map((one) => one?.position ?? 0)));
    if (failed) throw failed.reason;
  }

  private without(): readonly string[] {
    for (const [id, until] of this.leftAlone) if (until <= performance.now()) this.leftAlone.delete(id);
    return [...this.leftAlone.keys()];
  }

  private lookAgainIn(milliseconds: number): void {
    if (!this.stopped) this.timer = setTimeout(this.wake, milliseconds).unref();
  }

  private goesOn(): void {
    this.failures = 0;
    this.parts.troubles.withdraw(TROUBLE);
  }

  /** Most of what goes wrong passes by itself. */
  private failed({ message }: Error): void {
    this.failures += 1;
    if (this.failures < TOLD_AFTER) return;
    this.parts.troubles.tell({
      about: TROUBLE,
      what: `Timers stand still: ${message.replace(/\.$/, '')}. They go on by themselves once that is over, and what fell due meanwhile is made up for.`,
      shown: 'timers stand still',
      grave: false,
    });
  }
}
