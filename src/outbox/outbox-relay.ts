// Makes the calls that wait, in the one process that holds the lease: as many at once as there is room, each again until something has come
// of it. What came of it is in the log before it counts: whoever takes over begins where the log ends.
import type { Lease } from '#projections/lease/lease.js';
import type { CallsReadModel, CallName } from '#projections/read-models/calls/calls-projection.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import type { Clock } from '../ports/clock.js';
import type { Installation } from '#installation/installation.js';
import {
  AGAIN_MS,
  DUE_LOOK_MS,
  PollingLoop,
  StoppageReporter,
  untilDue,
} from '../background/background-worker.js';
import type { StuckItems } from '../background/stuck-items.js';
import type { DeliveryOutcome } from './call-delivery.js';
import { AT_ONCE as AT_ONCE_OF_A_NAME } from './host-circuit-breaker.js';

export interface SenderParts {
  /** Ask again for every question: it is another one after a rebuild. */
  readonly waiting: () => CallsReadModel;
  readonly lease: Pick<Lease, 'token' | 'mayWrite'>;
  readonly deliver: (call: WaitingCall, mayGoOn: () => Promise<boolean>) => Promise<DeliveryOutcome>;
  /** Returns once the read model has seen everything up to the position. */
  readonly seen: (position: number) => Promise<unknown>;
  readonly clock: Clock;
  readonly healthIssues: Installation['healthIssues'];
  /** Calls that cannot be made because of what is stored about them. */
  readonly stuck: Pick<StuckItems, 'refresh' | 'of' | 'isLeftAlone' | 'unlessStuck'>;
}

/** Calls under way at once, to all hosts together. */
const AT_ONCE = 64;
export const STOPPAGE = {
  about: 'calls',
  what: 'Calls and mails stand still',
  then: 'They go on by themselves once that is over.',
};

export class Sender {
  private readonly underWay = new Set<string>();
  private readonly postponed = new Postponed();
  private readonly working = new Map<Promise<void>, WaitingCall>();
  private readonly stoppage: StoppageReporter;
  private readonly looking: PollingLoop;

  constructor(private readonly parts: SenderParts) {
    this.stoppage = new StoppageReporter(parts.healthIssues, STOPPAGE);
    this.looking = new PollingLoop(() => this.look(), this.stoppage);
  }

  /** Something may be due now. */
  wake = (): void => this.looking.wake();

  /** What is under way ends first. */
  async stop(): Promise<void> {
    await this.looking.stop();
    await Promise.all(this.working.keys());
  }

  private async look(): Promise<number> {
    const { token } = this.parts.lease;
    if (token === undefined) return DUE_LOOK_MS;
    await this.parts.stuck.refresh();
    const wait = await this.beginWhatIsDue(token);
    if (this.underWay.size === 0 && this.postponed.shortest() === undefined) this.stoppage.isOver();
    return wait;
  }

  /** Milliseconds until something is due again. */
  private async beginWhatIsDue(token: number): Promise<number> {
    const { waiting, clock, stuck } = this.parts;
    const room = AT_ONCE - this.working.size;
    if (room <= 0) return DUE_LOOK_MS;
    const now = clock();
    // Those that end while it is asked seem to be due as they were before.
    const before = new Set(this.underWay);
    const due = await waiting().findDue(now, room + this.underWay.size, [
      ...this.postponed.names(),
      ...this.full(),
      ...this.leftAlone(),
    ]);
    let [begun, left] = [0, 0];
    for (const call of due) {
      if (before.has(call.id) || this.underWay.has(call.id) || stuck.isLeftAlone(call.id)) continue;
      if (begun < room && this.hasRoomFor(call)) begun += this.begin(call, token);
      else left += 1;
    }
    // Behind those of one name that have to wait there may be others.
    if (begun > 0 && left > 0) this.wake();
    const next = await waiting().findNextDue(now);
    return Math.min(untilDue(next, now), this.postponed.shortest() ?? DUE_LOOK_MS);
  }

  /** Names that have as many under way as one host takes: most lead to one. */
  private full(): readonly WaitingCall[] {
    const byName = new Map(Array.from(this.working.values(), (call) => [callNameKey(call), call]));
    return [...byName.values()].filter((call) => !this.hasRoomFor(call));
  }

  private leftAlone(): readonly { readonly id: string }[] {
    const { stuck } = this.parts;
    return [...stuck.of('failed'), ...stuck.of('skipped')].map(({ item: id }) => ({ id }));
  }

  private hasRoomFor(call: WaitingCall): boolean {
    if (this.postponed.has(call)) return false;
    const name = callNameKey(call);
    return [...this.working.values()].filter((each) => callNameKey(each) === name).length < AT_ONCE_OF_A_NAME;
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
    const { deliver, lease, stuck } = this.parts;
    try {
      const todo = { item: call.id, what: `call ${call.call} of ${call.entity} ${call.record}` };
      const left = await stuck.unlessStuck(todo, () => deliver(call, () => lease.mayWrite(token)));
      this.stoppage.isOver();
      if (!left) return void this.underWay.delete(call.id);
      if (left.postponed !== undefined) this.postponed.add(call, left.postponed);
      void this.forget(call, left.position);
    } catch (error) {
      this.stoppage.failed(error as Error);
      this.postponed.add(call, AGAIN_MS);
      this.underWay.delete(call.id);
    }
  }

  /** Only then: before, it still seems to wait. */
  private async forget({ id }: WaitingCall, position: number | undefined): Promise<void> {
    // Where the read model cannot say, the log does, before anything is sent.
    if (position !== undefined) await this.parts.seen(position).catch(() => {});
    this.underWay.delete(id);
    this.wake();
  }
}

// Calls that need not be looked at for a while, since their host is busy or left alone. By name: of one that cannot be made there may be
// many, and the others must not wait behind them.
class Postponed {
  private readonly until = new Map<string, { readonly named: CallName; readonly at: number }>();

  /** `now`: milliseconds by a clock that never jumps. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  add({ application, call }: CallName, milliseconds: number): void {
    this.until.set(callNameKey({ application, call }), {
      named: { application, call },
      at: this.now() + milliseconds,
    });
  }

  has(named: CallName): boolean {
    this.sweep();
    return this.until.has(callNameKey(named));
  }

  names(): readonly CallName[] {
    this.sweep();
    return [...this.until.values()].map(({ named }) => named);
  }

  /** Milliseconds until the first may be looked at again; undefined: there is none. */
  shortest(): number | undefined {
    const all = [...this.until.values()].map(({ at }) => at - this.now());
    return all.length === 0
      ? undefined
      : Math.max(
          0,
          all.reduce((one, other) => Math.min(one, other)),
        );
  }

  private sweep(): void {
    for (const [name, { at }] of this.until) if (at <= this.now()) this.until.delete(name);
  }
}

const callNameKey = ({ application, call }: CallName): string => `${application}\n${call}`;
