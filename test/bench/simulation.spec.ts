// The simulation knows nothing of Daybook; so it is held to what queueing theory knows exactly.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Chance, Fifo, percentile, Simulation, Station, type Process } from '#bench/simulation.js';

interface Open {
  readonly seed: number;
  /** Customers per millisecond. */
  readonly arrivals: number;
  readonly servers: number;
  readonly customers: number;
  readonly service: (chance: Chance) => number;
}

/** Customers come at random, are served once, and leave. Ends when the last has left. */
function openSystem({ seed, arrivals, servers, customers, service }: Open) {
  const simulation = new Simulation();
  const station = new Station(simulation, servers);
  const chance = new Chance(seed);
  const sojourns: number[] = [];
  let work = 0;
  function* customer(): Process {
    const came = simulation.now;
    const duration = service(chance);
    work += duration;
    yield station.use(duration);
    sojourns.push(simulation.now - came);
  }
  function* door(): Process {
    for (let n = 0; n < customers; n++) {
      yield simulation.hold(chance.exponential(1 / arrivals));
      simulation.start(customer());
    }
  }
  simulation.start(door());
  simulation.run();
  const mean = sojourns.reduce((sum, each) => sum + each, 0) / customers;
  return { sojourns, mean, waiting: mean - work / customers, work, duration: simulation.now, station };
}

/** Probability of having to wait in M/M/c, with so many servers' work offered. */
function erlangC(servers: number, offered: number): number {
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (offered * blocked) / (n + offered * blocked);
  return blocked / (1 - (offered / servers) * (1 - blocked));
}

const off = (measured: number, known: number) => Math.abs(measured - known) / known;
const exponential = (mean: number) => (chance: Chance) => chance.exponential(mean);

describe('the simulation', () => {
  it.each([0.3, 0.6, 0.8])(
    'given M/M/1 at a load of %d, waits and their percentiles are the known ones',
    (load) => {
      const { waiting, sojourns } = openSystem({
        seed: 1,
        arrivals: load,
        servers: 1,
        customers: 80_000,
        service: exponential(1),
      });
      expect(off(waiting, load / (1 - load))).toBeLessThan(0.05);
      // Time spent is exponential with rate μ − λ.
      for (const percent of [50, 95, 99])
        expect(off(percentile(sojourns, percent), -Math.log(1 - percent / 100) / (1 - load))).toBeLessThan(
          0.06,
        );
    },
  );

  it.each([
    [2, 0.7],
    [4, 0.8],
    [8, 0.9],
  ])('given M/M/%i at a load of %d, waits as Erlang’s formula says', (servers, load) => {
    const { waiting } = openSystem({
      seed: 2,
      arrivals: servers * load,
      servers,
      customers: 80_000,
      service: exponential(1),
    });
    expect(off(waiting, erlangC(servers, servers * load) / (servers * (1 - load)))).toBeLessThan(0.08);
  });

  it('given M/D/1, waits half as long as M/M/1 (Pollaczek and Khinchine)', () => {
    const { waiting } = openSystem({
      seed: 3,
      arrivals: 0.8,
      servers: 1,
      customers: 80_000,
      service: () => 1,
    });
    expect(off(waiting, 0.8 / (2 * (1 - 0.8)))).toBeLessThan(0.05);
  });

  it('given so many people who think and are served by one, does as much as mean value analysis says', () => {
    const [people, thinking, serving] = [30, 20, 1];
    const simulation = new Simulation();
    const station = new Station(simulation);
    const chance = new Chance(4);
    function* person(): Process {
      for (;;) {
        yield simulation.hold(chance.exponential(thinking));
        yield station.use(chance.exponential(serving));
      }
    }
    for (let n = 0; n < people; n++) simulation.start(person());
    simulation.run(1_000);
    station.forget();
    simulation.run(61_000);
    let [queue, throughput] = [0, 0];
    for (let n = 1; n <= people; n++) {
      throughput = n / (thinking + serving * (1 + queue));
      queue = throughput * serving * (1 + queue);
    }
    expect(off(station.served / 60_000, throughput)).toBeLessThan(0.02);
    expect(off(station.observed(60_000).present, queue)).toBeLessThan(0.08);
  });

  const systems = fc.record({
    seed: fc.integer(),
    arrivals: fc.double({ min: 0.01, max: 3, noNaN: true }),
    servers: fc.integer({ min: 1, max: 5 }),
    customers: fc.integer({ min: 1, max: 500 }),
    mean: fc.double({ min: 0.01, max: 3, noNaN: true }),
  });

  it('given any load, keeps Little’s law and the law of utilisation', () => {
    fc.assert(
      fc.property(systems, ({ mean, ...system }) => {
        const { station, duration, sojourns, work } = openSystem({ ...system, service: exponential(mean) });
        const { present, utilisation } = station.observed(duration);
        const time = sojourns.reduce((sum, each) => sum + each, 0);
        // L = λ W, exactly where everybody has come and gone.
        expect(present * duration).toBeCloseTo(time, 6);
        expect(utilisation * duration * system.servers).toBeCloseTo(work, 6);
        expect(sojourns).toHaveLength(system.customers);
      }),
    );
  });

  it('given the same seed, does the same', () => {
    fc.assert(
      fc.property(systems, ({ mean, ...system }) => {
        const once = openSystem({ ...system, service: exponential(mean) });
        const again = openSystem({ ...system, service: exponential(mean) });
        expect(again.sojourns).toEqual(once.sojourns);
      }),
    );
  });

  it('given any times, things happen in their order, and those of one time in the order they were asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (delays) => {
        const simulation = new Simulation();
        const happened: { readonly time: number; readonly index: number }[] = [];
        delays.forEach((delay, index) =>
          simulation.at(delay, () => happened.push({ time: simulation.now, index })),
        );
        simulation.run();
        const right = delays
          .map((time, index) => ({ time, index }))
          .sort((a, b) => a.time - b.time || a.index - b.index);
        expect(happened).toEqual(right);
      }),
    );
  });

  it('stops at the time it is told, and goes on from there', () => {
    const simulation = new Simulation();
    let at: number | undefined;
    simulation.at(10, () => (at = simulation.now));
    simulation.run(5);
    expect([simulation.now, at]).toEqual([5, undefined]);
    simulation.run(15);
    expect([simulation.now, at]).toEqual([15, 10]);
  });
});

describe('a queue', () => {
  it('gives back what was put in, in order, however the two are mixed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 8 }), (runs) => {
        const queue = new Fifo<number>();
        const taken: (number | undefined)[] = [];
        let added = 0;
        for (const run of runs) {
          for (let n = 0; n < run; n++) queue.add(added++);
          for (let n = 0; n < run * 0.7; n++) taken.push(queue.take());
        }
        while (queue.length > 0) taken.push(queue.take());
        const given = taken.filter((item) => item !== undefined);
        expect(given).toEqual(Array.from({ length: added }, (_, n) => n));
        expect(queue.take()).toBeUndefined();
      }),
      { numRuns: 20 },
    );
  });
});
