// Daybook as queues in series, for the simulation: who waits for whom, and what each step costs. Assumptions: docs/scale.md.
import { Follower, Writer } from './simulated-processes.js';
import type { ServiceTimes } from './service-times.js';
import { Chance, percentile, type Process, Simulation, Station, type Step } from './simulation.js';

export interface Setup {
  readonly people: number;
  readonly webProcesses: number;
  /** So many processes build read models, each those of the streams whose hash is its own. */
  readonly partitions: number;
  readonly documentCores: number;
}

export interface Behaviour {
  /** Milliseconds between a page and the next click, on average. */
  readonly thinking: number;
  /** Share of clicks that are commands; each is followed by a page that waits for what it wrote. */
  readonly commands: number;
  readonly eventsPerCommand: number;
}

export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Outcome {
  /** Per second. */
  readonly pages: number;
  readonly commands: number;
  readonly events: number;
  /** Shares from 0 to 1; of several processes the average. */
  readonly utilisation: Readonly<Record<Part, number>>;
  /** Milliseconds. */
  readonly page: Times;
  /** The command, and the page that shows it. */
  readonly command: Times;
  /** Of it: what that page waited until read models had what was written. */
  readonly ownWrite: Times;
  /** Share of those pages that were shown before they had it, and said so. */
  readonly behind: number;
}

export const PARTS = ['web', 'log', 'projections', 'documents'] as const;
export type Part = (typeof PARTS)[number];

interface Run {
  /** Simulated milliseconds that count; and those before, which do not. */
  readonly duration: number;
  readonly warmUp: number;
  readonly seed: number;
}

interface WebProcess {
  readonly cpu: Station;
  readonly follower: Follower;
}

/** Runs the simulation. The same numbers for the same arguments. */
export function simulate(times: ServiceTimes, behaviour: Behaviour, setup: Setup, run: Run): Outcome {
  const simulation = new Simulation();
  const chance = new Chance(run.seed);
  const documents = new Station(simulation, setup.documentCores);
  const leader = new Station(simulation);
  const random = (mean: number) => chance.exponential(mean);
  const writers = Array.from(
    { length: setup.partitions },
    () => new Writer({ simulation, documents, times, random, cpu: new Station(simulation) }),
  );
  const webs = Array.from({ length: setup.webProcesses }, (): WebProcess => {
    const cpu = new Station(simulation);
    return { cpu, follower: new Follower({ simulation, documents, times, random, cpu, writers }) };
  });
  const measured = { page: [] as number[], command: [] as number[], ownWrite: [] as number[] };
  const counts = { events: 0, behind: 0 };

  /** As the proxy does: whoever has least to do. Among equals by chance. */
  function leastBusy(): WebProcess {
    const least = Math.min(...webs.map(({ cpu }) => cpu.here));
    const idle = webs.filter(({ cpu }) => cpu.here === least);
    return idle[Math.floor(chance.next() * idle.length)]!;
  }

  function* page(web: WebProcess): Process {
    yield simulation.hold(times.hop);
    yield documents.use(random(times.documents.page));
    yield web.cpu.use(random(times.web.page));
  }

  function* command(): Generator<Step, Written> {
    const web = leastBusy();
    const written = { partition: Math.floor(chance.next() * writers.length), position: 0 };
    yield web.cpu.use(random(times.web.command));
    yield simulation.hold(times.hop);
    yield leader.use(random(times.log.read));
    const more = behaviour.eventsPerCommand % 1;
    const events = Math.floor(behaviour.eventsPerCommand) + (chance.next() < more ? 1 : 0);
    for (let event = 0; event < events; event++) {
      yield simulation.hold(times.hop);
      yield leader.use(random(times.log.append));
      counts.events += 1;
      written.position = writers[written.partition]!.add();
      for (const each of webs) simulation.start(each.follower.see());
    }
    return written;
  }

  function* ownPage({ partition, position }: Written): Process {
    const web = leastBusy();
    const began = simulation.now;
    const there = yield* web.follower.wait(partition, position);
    measured.ownWrite.push(simulation.now - began);
    if (!there) counts.behind += 1;
    yield* page(web);
  }

  function* person(): Process {
    for (;;) {
      yield simulation.hold(random(behaviour.thinking));
      const began = simulation.now;
      const writes = chance.next() < behaviour.commands;
      if (writes) yield* ownPage(yield* command());
      else yield* page(leastBusy());
      (writes ? measured.command : measured.page).push(simulation.now - began);
    }
  }

  for (let n = 0; n < setup.people; n++) simulation.start(person());
  simulation.run(run.warmUp);
  const stations = {
    web: webs.map(({ cpu }) => cpu),
    log: [leader],
    projections: writers.map(({ cpu }) => cpu),
    documents: [documents],
  };
  for (const station of Object.values(stations).flat()) station.forget();
  Object.assign(counts, { events: 0, behind: 0 });
  for (const list of Object.values(measured)) list.length = 0;
  simulation.run(run.warmUp + run.duration);

  const seconds = run.duration / 1000;
  const average = (part: Part) => {
    const shares = stations[part].map((station) => station.observed(run.duration).utilisation);
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
  return {
    pages: (measured.page.length + measured.command.length) / seconds,
    commands: measured.command.length / seconds,
    events: counts.events / seconds,
    utilisation: Object.fromEntries(PARTS.map((part) => [part, average(part)])) as Record<Part, number>,
    page: timesOf(measured.page),
    command: timesOf(measured.command),
    ownWrite: timesOf(measured.ownWrite),
    behind: measured.ownWrite.length === 0 ? 0 : counts.behind / measured.ownWrite.length,
  };
}

const timesOf = (values: readonly number[]): Times => ({
  p50: percentile(values, 50),
  p95: percentile(values, 95),
  p99: percentile(values, 99),
});

interface Written {
  readonly partition: number;
  position: number;
}
