// What timers should do, said as plainly as possible: whoever looks, at any time, at one order with three timers. Knows no event and no decider. Hours.
export interface Variant {
  readonly after: number;
  readonly every?: number;
}

export interface Seen {
  readonly timer: string;
  readonly due: number;
}

export const EXPIRES = 240;
/** Before the day the order is due. */
export const SOON = 168;

interface Reminding {
  readonly since: number;
  last?: number;
  /** Times until then are over, fired or not. */
  over: number;
}

export class Simulation {
  readonly fired: Seen[] = [];
  state = 'new';
  private dueOn: number | undefined;
  private variant: Variant | undefined;
  private reminding: Reminding | undefined;
  private expires: number | undefined;
  private soonFired: number | undefined;

  constructor(variant: Variant | undefined) {
    this.variant = variant;
  }

  enter(state: string, now: number): void {
    const wasAsked = this.isAsked();
    this.state = state;
    this.stateSince = now;
    this.expires = state === 'placed' ? now + EXPIRES : undefined;
    if (!this.isAsked()) this.reminding = undefined;
    else if (!wasAsked && this.variant) this.reminding = { since: now, over: -Infinity };
    if (state !== 'placed' && state !== 'new') this.soonFired = undefined;
  }
  private stateSince = 0;

  /** Somebody has to be reminded. */
  private isAsked = (): boolean => this.state === 'placed' || this.state === 'held';

  dueDay(hour: number | undefined): void {
    this.dueOn = hour;
  }

  publish(variant: Variant | undefined, now: number): void {
    const [before, was] = [this.variant, this.reminding];
    this.variant = variant;
    if (!variant || !this.isAsked()) this.reminding = undefined;
    else if (!was) this.reminding = { since: this.stateSince, over: -Infinity };
    // It repeats again: from now on.
    else if (variant.every !== undefined && before?.every === undefined) was.over = now;
  }

  /** Somebody looks at the clock and does what is due, the longest due first, and at the same moment the first by name. */
  look(now: number): void {
    const due = [...this.due()]
      .filter((each) => each.due <= now)
      .sort((a, b) => a.due - b.due || (a.timer < b.timer ? -1 : 1));
    for (const { timer, due: at } of due) {
      if (!this.isStill(timer, at)) continue;
      this.fired.push({ timer, due: at });
      if (timer === 'soon') this.soonFired = at;
      if (timer === 'remind') Object.assign(this.reminding!, { last: at, over: now });
      if (timer === 'expire') this.enter('late', now);
    }
  }

  private isStill = (timer: string, at: number): boolean =>
    [...this.due()].some((each) => each.timer === timer && each.due === at);

  private *due(): Generator<Seen> {
    const isSoon = this.state === 'new' || this.state === 'placed';
    const soon = !isSoon || this.dueOn === undefined ? undefined : this.dueOn - SOON;
    if (soon !== undefined && (this.soonFired === undefined || soon > this.soonFired))
      yield { timer: 'soon', due: soon };
    if (this.expires !== undefined) yield { timer: 'expire', due: this.expires };
    const remind = this.nextReminder();
    if (remind !== undefined) yield { timer: 'remind', due: remind };
  }

  private nextReminder(): number | undefined {
    if (!this.reminding || !this.variant) return undefined;
    const { since, last, over } = this.reminding;
    const { after, every } = this.variant;
    if (last === undefined) return since + after;
    if (every === undefined) return undefined;
    return last + every * Math.max(1, Math.floor((over - last) / every) + 1);
  }
}
