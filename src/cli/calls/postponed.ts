// Calls that need not be looked at for a while, since their host is busy or left alone. By name: of one that cannot be made there may be
// many, and the others must not wait behind them.
import type { CallName } from '#projections/read-models/calls/calls-read-model.js';

export class Postponed {
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
    return all.length === 0 ? undefined : Math.max(0, Math.min(...all));
  }

  private sweep(): void {
    for (const [name, { at }] of this.until) if (at <= this.now()) this.until.delete(name);
  }
}

export const callNameKey = ({ application, call }: CallName): string => `${application}\n${call}`;
