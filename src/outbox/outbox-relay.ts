// Several calls at once, each retried until its outcome is in the log.
import type { Clock } from '#ports/clock.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import type { CallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { BackgroundWork, LeasedRun } from '../background/background-worker.js';
import type { StuckItems } from '../background/stuck-items.js';
import { LONGEST_WAIT_MS, RETRY_MS, computeWaitUntilDue } from '../background/compute-wait-until-due.js';
import type { DeliveryResult } from './call-delivery.js';
import { CALLS_PER_HOST } from './host-circuit-breaker.js';
import { formatCallNameKey, PostponedCalls } from './postponed-calls.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

export interface RelayDependencies {
  /** A function, as a rebuild replaces the read model. */
  readonly waiting: () => CallsReadModel;
  /** Suppresses the calls of a log that is new here. */
  readonly suppressOnce: () => Promise<void>;
  readonly deliver: (call: WaitingCall, mayWrite: () => Promise<boolean>) => Promise<DeliveryResult>;
  /** Resolves once the read model has reached the position. */
  readonly waitFor: (position: number) => Promise<unknown>;
  readonly release: () => Promise<void>;
  readonly clock: Clock;
  readonly stuck: Pick<StuckItems, 'onDecided' | 'refresh' | 'of' | 'isLeftAlone' | 'unlessStuck'>;
}

/** To all hosts together. */
const MOST_AT_ONCE = 64;

export class OutboxRelay implements BackgroundWork {
  readonly leaseName = 'calls';
  readonly failureNotice = {
    issueKey: 'calls',
    summary: 'Calls and mails stand still',
    consequence: 'They go on by themselves once that is over.',
  };
  readonly wakesOn = ['calls'];
  readonly stuck: RelayDependencies['stuck'];
  private readonly underWay = new Set<string>();
  private readonly postponed = new PostponedCalls();
  private readonly deliveries = new Map<Promise<void>, WaitingCall>();

  constructor(private readonly dependencies: RelayDependencies) {
    this.stuck = dependencies.stuck;
  }

  prepare(): Promise<void> {
    return this.dependencies.suppressOnce();
  }

  release(): Promise<void> {
    return this.dependencies.release();
  }

  async run(turn: LeasedRun): Promise<number> {
    await this.stuck.refresh();
    const wait = await this.beginDueCalls(turn);
    if (this.underWay.size === 0 && this.postponed.shortestWait() === undefined)
      turn.failureReporter.reportSuccess();
    return wait;
  }

  async finish(): Promise<void> {
    await Promise.all(this.deliveries.keys());
  }

  /** Returns milliseconds until something is due. */
  private async beginDueCalls(turn: LeasedRun): Promise<number> {
    const { waiting, clock } = this.dependencies;
    const room = MOST_AT_ONCE - this.deliveries.size;
    if (room <= 0) return LONGEST_WAIT_MS;
    const now = clock();
    // A call that ends during the query is still in its answer.
    const before = new Set(this.underWay);
    const due = await waiting().findDue(now, room + this.underWay.size, [
      ...this.postponed.names(),
      ...this.fullNames(),
      ...this.leftAlone(),
    ]);
    let [begun, left] = [0, 0];
    for (const call of due) {
      if (before.has(call.id) || this.underWay.has(call.id) || this.stuck.isLeftAlone(call.id)) continue;
      if (begun < room && this.hasRoomFor(call)) begun += this.begin(call, turn);
      else left += 1;
    }
    // Calls of other names may follow those of a full one.
    if (begun > 0 && left > 0) turn.wake();
    const next = await waiting().findNextDue(now);
    return Math.min(computeWaitUntilDue(next, now), this.postponed.shortestWait() ?? LONGEST_WAIT_MS);
  }

  /** Calls of one name mostly lead to one host. */
  private fullNames(): readonly WaitingCall[] {
    const byName = new Map(Array.from(this.deliveries.values(), (call) => [formatCallNameKey(call), call]));
    return [...byName.values()].filter((call) => !this.hasRoomFor(call));
  }

  private leftAlone(): readonly { readonly id: string }[] {
    return [...this.stuck.of('failed'), ...this.stuck.of('skipped')].map(({ item: id }) => ({ id }));
  }

  private hasRoomFor(call: WaitingCall): boolean {
    if (this.postponed.has(call)) return false;
    const name = formatCallNameKey(call);
    const count = [...this.deliveries.values()].filter((each) => formatCallNameKey(each) === name).length;
    return count < CALLS_PER_HOST;
  }

  private begin(call: WaitingCall, turn: LeasedRun): 1 {
    this.underWay.add(call.id);
    const delivery = this.deliver(call, turn).finally(() => {
      this.deliveries.delete(delivery);
      turn.wake();
    });
    this.deliveries.set(delivery, call);
    return 1;
  }

  private async deliver(call: WaitingCall, turn: LeasedRun): Promise<void> {
    try {
      const item = { item: call.id, what: `call ${call.call} of ${call.entity} ${call.record}` };
      const deliver = () => this.dependencies.deliver(call, turn.mayWrite);
      const result = await this.stuck.unlessStuck(item, deliver);
      turn.failureReporter.reportSuccess();
      if (!result) return void this.underWay.delete(call.id);
      if (result.postponed !== undefined) this.postponed.add(call, result.postponed);
      this.forget(call, result.position, turn).catch(throwUncaught);
    } catch (error) {
      turn.failureReporter.reportFailure(error as Error);
      this.postponed.add(call, RETRY_MS);
      this.underWay.delete(call.id);
    }
  }

  /** Until it reaches the outcome's position, the read model lists the call as waiting. */
  private async forget({ id }: WaitingCall, position: number | undefined, turn: LeasedRun): Promise<void> {
    // On failure, the delivery reads the log before it sends anything.
    if (position !== undefined) await this.dependencies.waitFor(position).catch(() => {});
    this.underWay.delete(id);
    turn.wake();
  }
}
