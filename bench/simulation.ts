// A small discrete-event simulation: processes that hold, use stations and wait for each other, in simulated milliseconds.
// Held to the known formulas of queueing theory by test/bench/simulation.spec.ts.

/** What a process asks of time. Resumed once it is so. */
export type Step = (resume: () => void) => void;
export type Process = Generator<Step, void>;

export class Simulation {
  now = 0;
  private readonly agenda = new Agenda();

  at(delay: number, action: () => void): void {
    this.agenda.add({ time: this.now + delay, action });
  }

  /** Begins a process; it goes on at its own steps. */
  start(process: Process): void {
    const resume = () => {
      const { value, done } = process.next();
      if (!done) value(resume);
    };
    resume();
  }

  /** Runs until this time, or until nothing is left to happen. */
  run(until = Infinity): void {
    for (let next = this.agenda.first; next && next.time <= until; next = this.agenda.first) {
      this.agenda.take();
      this.now = next.time;
      next.action();
    }
    if (until !== Infinity) this.now = until;
  }

  hold(duration: number): Step {
    return (resume) => this.at(duration, resume);
  }
}

/** First come, first served, by one or several equal servers. */
export class Station {
  private readonly queue = new Fifo<() => void>();
  private free: number;
  private busyTime = 0;
  private presentTime = 0;
  private present = 0;
  private seen = 0;
  /** Left since the last `forget`. */
  served = 0;

  constructor(
    private readonly simulation: Simulation,
    readonly servers = 1,
  ) {
    this.free = servers;
  }

  /** Waits for a server, and keeps it for so long. */
  use(duration: number): Step {
    return (resume) => {
      this.settle();
      this.present += 1;
      const begin = () => {
        this.settle();
        this.free -= 1;
        this.simulation.at(duration, () => this.leave(resume));
      };
      if (this.free > 0) begin();
      else this.queue.add(begin);
    };
  }

  /** Waiting or being served. */
  get here(): number {
    return this.present;
  }

  /** Share of the servers' time that was used since the last `forget`; and how many were here on average. */
  observed(duration: number): { readonly utilisation: number; readonly present: number } {
    this.settle();
    return {
      utilisation: this.busyTime / this.servers / duration,
      present: this.presentTime / duration,
    };
  }

  /** Begins counting anew: the time until a system has warmed up counts for nothing. */
  forget(): void {
    this.settle();
    this.busyTime = this.presentTime = this.served = 0;
  }

  private leave(resume: () => void): void {
    this.settle();
    this.free += 1;
    this.present -= 1;
    this.served += 1;
    this.queue.take()?.();
    resume();
  }

  private settle(): void {
    const passed = this.simulation.now - this.seen;
    this.busyTime += passed * (this.servers - this.free);
    this.presentTime += passed * this.present;
    this.seen = this.simulation.now;
  }
}

/** The same numbers for the same seed (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** From 0 up to, but not 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }
}

interface Due {
  readonly time: number;
  readonly action: () => void;
}

/** What is due, soonest first (a binary heap); what is due at the same time in the order it was added. */
class Agenda {
  private readonly heap: (Due & { readonly order: number })[] = [];
  private added = 0;

  get first(): Due | undefined {
    return this.heap[0];
  }

  add(due: Due): void {
    const { heap } = this;
    const entry = { ...due, order: this.added++ };
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.before(entry, heap[parent]!)) break;
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = entry;
  }

  take(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let place = 0;
    for (let child = 1; child < heap.length; child = 2 * place + 1) {
      if (child + 1 < heap.length && this.before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!this.before(heap[child]!, last)) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = last;
  }

  private before(one: Due & { readonly order: number }, other: Due & { readonly order: number }): boolean {
    return one.time < other.time || (one.time === other.time && one.order < other.order);
  }
}

/** A queue whose head is taken in constant time. */
export class Fifo<Item> {
  private items: Item[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  add(item: Item): void {
    this.items.push(item);
  }

  take(): Item | undefined {
    const item = this.items[this.head];
    if (item === undefined) return undefined;
    this.head += 1;
    if (this.head > 1_000 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }
}

/** The value below which so many percent of them lie; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? NaN;
}
