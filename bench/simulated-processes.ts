// The two kinds of process that read models depend on, for the simulation: one builds them, the others follow it.
import type { ServiceTimes } from './service-times.js';
import { Fifo, type Process, type Simulation, type Station, type Step } from './simulation.js';

/** As in projections/subscription/shared-log-reader.ts, projections/projector/projection-writer.ts, projections/projector/projection-follower.ts and src/web/http/cookies.ts. */
const GATHER = 20;
const CHUNK = 500;
const FIRST_LOOK = 4;
const LONGEST_LOOK = 500;
const LONGEST_WAITED_LOOK = 50;
const LONGEST_WAIT = 2_000;

interface Shared {
  readonly simulation: Simulation;
  readonly documents: Station;
  readonly times: ServiceTimes;
  readonly random: (mean: number) => number;
  readonly cpu: Station;
}

/** Builds the read models of one partition: what is waiting is taken together, folded, and stored with the checkpoint. */
export class Writer {
  readonly cpu: Station;
  private readonly waiting = new Fifo<number>();
  private working = false;
  /** Of the last event that was added. */
  head = 0;
  /** Everything up to here can be read. */
  stored = 0;

  constructor(private readonly shared: Shared) {
    this.cpu = shared.cpu;
  }

  /** Returns the event's position in this partition. */
  add(): number {
    this.waiting.add(++this.head);
    if (!this.working) this.shared.simulation.start(this.work());
    return this.head;
  }

  private *work(): Process {
    const { simulation, documents, times, random } = this.shared;
    this.working = true;
    yield simulation.hold(times.hop + GATHER);
    while (this.waiting.length > 0) {
      let [events, last] = [0, 0];
      for (; events < CHUNK && this.waiting.length > 0; events++) last = this.waiting.take()!;
      yield this.cpu.use(random(times.projections.batch + events * times.projections.event));
      yield simulation.hold(times.hop);
      yield documents.use(random(times.documents.batch + events * times.documents.event));
      this.stored = last;
    }
    this.working = false;
  }
}

/** What a web process knows of the read models: it sees every event in the log, and looks at checkpoints until they have it. */
export class Follower {
  private readonly seen: number[];
  private readonly outstanding: number[];
  private readonly waiters = new Set<Waiter>();
  private looking = false;
  private pause = FIRST_LOOK;
  /** Counted up when somebody's wait shortens a pause. */
  private pauses = 0;
  private goOn: (() => void) | undefined;

  constructor(private readonly shared: Shared & { readonly writers: readonly Writer[] }) {
    this.seen = shared.writers.map(() => 0);
    this.outstanding = shared.writers.map(() => 0);
  }

  *see(): Process {
    const { simulation, times, random, cpu, writers } = this.shared;
    yield simulation.hold(times.hop);
    yield cpu.use(random(times.web.follow));
    writers.forEach((writer, partition) => (this.outstanding[partition] = writer.head));
    if (!this.looking) simulation.start(this.look());
  }

  *wait(partition: number, position: number): Generator<Step, boolean> {
    const { simulation } = this.shared;
    if (this.seen[partition]! >= position) return true;
    const waiter: Waiter = { partition, position, there: false, tell: () => {} };
    this.waiters.add(waiter);
    this.hurry();
    yield (resume) => {
      let notified = false;
      waiter.tell = () => {
        if (!notified) resume();
        notified = true;
      };
      simulation.at(LONGEST_WAIT, waiter.tell);
    };
    this.waiters.delete(waiter);
    return waiter.there;
  }

  private hurry(): void {
    if (this.pause <= FIRST_LOOK || !this.goOn) return;
    this.pause = FIRST_LOOK;
    const goOn = this.goOn;
    const pauses = ++this.pauses;
    this.shared.simulation.at(FIRST_LOOK, () => this.pauses === pauses && goOn());
  }

  private *look(): Process {
    const { simulation, times, documents, random, writers } = this.shared;
    this.looking = true;
    this.pause = FIRST_LOOK;
    while (this.outstanding.some((position, partition) => position > this.seen[partition]!)) {
      yield simulation.hold(times.hop);
      yield documents.use(random(times.documents.look));
      const stored = writers.map((writer) => writer.stored);
      const moved = stored.some((position, partition) => position > this.seen[partition]!);
      stored.forEach((position, partition) => (this.seen[partition] = position));
      for (const waiter of this.waiters) this.tell(waiter);
      if (moved) this.pause = FIRST_LOOK;
      yield this.untilNextLook();
      this.pause *= 2;
    }
    this.looking = false;
  }

  private tell(waiter: Waiter): void {
    if (waiter.there || this.seen[waiter.partition]! < waiter.position) return;
    waiter.there = true;
    waiter.tell();
  }

  private untilNextLook(): Step {
    const { simulation } = this.shared;
    this.pause = Math.min(this.pause, this.waiters.size > 0 ? LONGEST_WAITED_LOOK : LONGEST_LOOK);
    return (resume) => {
      const pauses = ++this.pauses;
      this.goOn = () => {
        this.goOn = undefined;
        this.pauses += 1;
        resume();
      };
      const { goOn } = this;
      simulation.at(this.pause, () => this.pauses === pauses && goOn());
    };
  }
}

interface Waiter {
  readonly partition: number;
  readonly position: number;
  there: boolean;
  tell: () => void;
}
