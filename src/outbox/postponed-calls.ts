// While their host is busy or its circuit open. By name, so that others need not wait behind them.
import type { CallName } from '#projections/read-models/calls/calls-projection.js';

export const formatCallNameKey = ({ application, call }: CallName): string => `${application}\n${call}`;

export class PostponedCalls {
  private readonly postponed = new Map<string, { readonly name: CallName; readonly until: number }>();

  /** Milliseconds of a monotonic clock. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  add({ application, call }: CallName, milliseconds: number): void {
    const name = { application, call };
    this.postponed.set(formatCallNameKey(name), { name, until: this.now() + milliseconds });
  }

  has(name: CallName): boolean {
    this.dropPast();
    return this.postponed.has(formatCallNameKey(name));
  }

  names(): readonly CallName[] {
    this.dropPast();
    return [...this.postponed.values()].map(({ name }) => name);
  }

  /** Milliseconds; undefined: none is postponed. */
  shortestWait(): number | undefined {
    const waits = [...this.postponed.values()].map(({ until }) => until - this.now());
    return waits.length === 0
      ? undefined
      : Math.max(
          0,
          waits.reduce((one, other) => Math.min(one, other)),
        );
  }

  private dropPast(): void {
    for (const [name, { until }] of this.postponed) if (until <= this.now()) this.postponed.delete(name);
  }
}
