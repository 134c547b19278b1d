// Makes the calls that wait, in the one process that holds the lease: as many at once as there is room, each again until something has come
// of it. What came of it is in the log before it counts: whoever takes over begins where the log ends.
import type { Lease } from '#projections/lease/lease.js';
import type { CallsReadModel } from '#projections/calls/calls-read-model.js';
import type { WaitingCall } from '#projections/calls/call-document.js';
import type { Clock } from '#command-handling/ports.js';
import type { Installation } from '#installation/installation.js';
import type { Left } from './delivery.js';
import { AT_ONCE as AT_ONCE_OF_A_NAME } from './hosts.js';
import { nameOf, Postponed } from './postponed.js';

export interface SenderParts {
  /** Ask again for every question: it is another one after a rebuild. */
  readonly waiting: () => CallsReadModel;
  readonly lease: Pick<Lease, 'token' | 'mayWrite'>;
  readonly deliver: (call: WaitingCall, mayGoOn: () => Promise<boolean>) => Promise<Left>;
  /** Returns once the read model has seen everything up to the position. */
  readonly seen: (position: number) => Promise<unknown>;
  readonly clock: Clock;
  readonly troubles: Installation['troubles'];
}

/** Calls under way at once, to all hosts together. */
const AT_ONCE = 64;
/** What is due is looked for at least so often: clocks jump, and other processes note things. */
const LOOK_MS = 30_000;
const AGAIN_MS = 1_000;
const SOON_MS = 20;
const TROUBLE = 'calls';
const TOLD_AFTER = 4;

export class Sender {
  private readonly underWay = new Set<string>();
  private readonly postponed = new Postponed();
  private readonly working = new Map<Promise<void>, WaitingCall>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isWanted = false;
  private failures = 0;
  private stopped = false;

  constructor(private readonly parts: SenderParts) {}

  /** Something may be due now. */
  wake = (): void => {
    this.isWanted = true;
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
      if (this.isWanted && !this.stopped) this.wake();
    });
  };

  /** What is under way ends first. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
    await Promise.all(this.working.keys());
  }

  private async look(): Promise<void> {
    this.isWanted = false;
    clearTimeout(this.timer);
    if (this.stopped || this.parts.lease.token === undefined) return this.lookAgainIn(LOOK_MS);
    try {
      const wait = await this.beginWhatIsDue(this.parts.lease.token);
      if (this.underWay.size === 0 && this.postponed.shortest() === undefined) this.goesOn();
      this.lookAgainIn(wait);
    } catch (error) {
      this.failed(error as Error);
      this.lookAgainIn(AGAIN_MS);
    }
  }

  /** Milliseconds until something is due again. */
  private async beginWhatIsDue(token: number): Promise<number> {
    const { waiting, clock } = this.parts;
    const room = AT_ONCE - this.working.size;
    if (room <= 0) return LOOK_MS;
    const now = clock();
    // Those that end while it is asked seem to be due as they were before.
    const before = new Set(this.underWay);
    const due = await waiting().due(now, room + this.underWay.size, [
      ...this.postponed.names(),
      ...this.full(),
    ]);
    let [begun, left] = [0, 0];
    for (const call of due) {
      if (before.has(call.id) || this.underWay.has(call.id)) continue;
      if (begun < room && this.hasRoomFor(call)) begun += this.begin(call, token);
      else left += 1;
    }
    // Behind those of one name that have to wait there may be others.
    if (begun > 0 && left > 0) this.isWanted = true;
    const next = await waiting().nextDue(now);
    const until = next === undefined ? LOOK_MS : Math.max(0, Date.parse(next) - Date.parse(now)) + SOON_MS;
    return Math.min(LOOK_MS, until, this.postponed.shortest() ?? LOOK_MS);
  }

  /** Names that have as many under way as one host takes: most lead to one. */
  private full(): readonly WaitingCall[] {
    const byName = new Map(Array.from(this.working.values(), (call) => [nameOf(call), call]));
    return [...byName.values()].filter((call) => !this.hasRoomFor(call));
  }

  private hasRoomFor(call: WaitingCall): boolean {
    if (this.postponed.has(call)) return false;
    const name = nameOf(call);
    return [...this.working.values()].filter((each) => nameOf(each) === name).length < AT_ONCE_OF_A_NAME;
  }

  private begin(call: WaitingCall, token: number): 1 {
    this.underWay.add(call.id);
    const work = this.deliver(call, token).finally(() => {
      this.working.delete(work);
      this.wake();
    });
    this.working.set(work, call);
    return 1;
  }

  private async deliver(call: WaitingCall, token: number): Promise<void> {
    const { deliver, lease } = this.parts;
    try {
      const left = await deliver(call, () => lease.mayWrite(token));
      this.goesOn();
      if (left.postponed !== undefined) this.postponed.add(call, left.postponed);
      void this.forget(call, left.position);
    } catch (error) {
      this.failed(error as Error);
      this.postponed.add(call, AGAIN_MS);
      this.underWay.delete(call.id);
    }
  }

  /** Only then: before, it still seems to wait. */
  private async forget({ id }: WaitingCall, position: number | undefined): Promise<void> {
    if (position !== undefined) await this.parts.seen(position);
    this.underWay.delete(id);
    this.wake();
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
      what: `Calls and mails stand still: ${message.replace(/\.$/, '')}. They go on by themselves once that is over.`,
      shown: 'calls and mails stand still',
      grave: false,
    });
  }
}
