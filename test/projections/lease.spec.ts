// Clocks are controlled, so nothing depends on the machine's speed.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostname } from 'node:os';
import {
  createHolderId,
  describeHolder,
  unregisterHolder,
  registerHolder,
  detectLiveness,
} from '#projections/lease/holder-identity.js';
import { holdLease } from '#projections/lease/lease.js';
import {
  LeaseKeeper,
  LEASE_POLL_MS,
  TAKEOVER_AFTER_MS,
  type Liveness,
  PROBABLY_GONE_TAKEOVER_AFTER_MS,
  type LeaseObservation,
  LEASE_TRUST_MS,
  isOrphaned,
  canTakeLease,
  observeLease,
} from '#projections/lease/lease-keeper.js';
import type { LeaseRecord } from '#projections/port/leases.js';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { numRuns } from '#test/property-runs.js';

const record = (holder: string, token = 1, beat = 1): LeaseRecord => ({ holder, token, beat });
const at = (time: number) => ({ requestedAt: time, answeredAt: time });
const watched = (found: LeaseRecord | undefined, ...times: number[]): LeaseObservation =>
  times.reduce<LeaseObservation | undefined>(
    (before, time) => observeLease(before, found, at(time)),
    undefined,
  )!;

describe('a watcher', () => {
  it('takes over a free lease at once', () => {
    expect(canTakeLease(watched(undefined, 0), 'unknown')).toBe(true);
    expect(canTakeLease(watched(record(''), 0), 'unknown')).toBe(true);
    expect(canTakeLease(watched(record('a'), 0), 'unknown')).toBe(false);
  });

  it('takes over after the time without a beat, and not before', () => {
    expect(canTakeLease(watched(record('a'), 0, TAKEOVER_AFTER_MS - 1), 'unknown')).toBe(false);
    expect(canTakeLease(watched(record('a'), 0, TAKEOVER_AFTER_MS), 'unknown')).toBe(true);
    const withNextBeat = observeLease(watched(record('a', 1, 1), 0, 3000), record('a', 1, 2), at(3400));
    expect(
      canTakeLease(observeLease(withNextBeat, record('a', 1, 2), at(TAKEOVER_AFTER_MS)), 'unknown'),
    ).toBe(false);
  });

  it('does not wait for a process that is gone, and not long for one that probably is', () => {
    expect(canTakeLease(watched(record('a'), 0), 'gone')).toBe(true);
    expect(canTakeLease(watched(record('a'), 0), 'probably gone')).toBe(false);
    expect(canTakeLease(watched(record('a'), 0, PROBABLY_GONE_TAKEOVER_AFTER_MS), 'probably gone')).toBe(
      true,
    );
  });

  it("that was stalled itself does not count its own pause as the holder's silence", () => {
    // Requested at 100 and delayed until 90,000: no time without a beat is known.
    const first = observeLease(undefined, record('a'), { requestedAt: 100, answeredAt: 90_000 });
    expect(canTakeLease(first, 'unknown')).toBe(false);
    const second = observeLease(first, record('a'), { requestedAt: 90_001, answeredAt: 180_000 });
    expect(canTakeLease(second, 'unknown')).toBe(false);
    expect(canTakeLease(observeLease(second, record('a'), at(180_001)), 'unknown')).toBe(true);
  });

  it('knows when nobody is at work', () => {
    expect(isOrphaned(watched(undefined, 0))).toBe(true);
    expect(isOrphaned(watched(record('a'), 0))).toBe(false);
    expect(isOrphaned(watched(record(''), 0))).toBe(false);
    expect(isOrphaned(watched(record(''), 0, TAKEOVER_AFTER_MS))).toBe(true);
  });

  it('trusts a lease for less time than watchers wait', () => {
    expect(LEASE_TRUST_MS + LEASE_POLL_MS).toBeLessThan(TAKEOVER_AFTER_MS);
  });
});

describe('the name of a holder', () => {
  const me = createHolderId();
  const other = (pid: number, place = /\(([0-9a-f]*)-/.exec(me)![1]) =>
    `process ${pid} on ${hostname()} (${place}-00000000)`;

  it('is another one each time, and reads well', () => {
    expect(createHolderId()).not.toBe(me);
    expect(describeHolder(me)).toBe(`process ${process.pid} on ${hostname()}`);
    expect(describeHolder('the night shift')).toBe('the night shift');
  });

  it('tells whether its process is still there', () => {
    expect(detectLiveness(me, me)).toBe('unknown');
    expect(detectLiveness(other(process.ppid), me)).toBe('unknown');
    const gone = process.platform === 'linux' ? 'gone' : 'probably gone';
    expect(detectLiveness(other(2 ** 22 + 1), me)).toBe(gone);
    // Our pid in another process: a restarted container.
    expect(detectLiveness(other(process.pid), me)).toBe(gone);
  });

  it('of another machine, or of nobody known, says nothing', () => {
    expect(detectLiveness('process 1 on another-machine (00000000-00000000)', me)).toBe('unknown');
    expect(detectLiveness('somebody', me)).toBe('unknown');
    expect(detectLiveness('', me)).toBe('unknown');
  });

  it('of another container or machine of the same name is not taken for certain', () => {
    expect(detectLiveness(other(process.pid, 'ffffffff'), me)).toBe('probably gone');
    expect(detectLiveness(other(2 ** 22 + 1, ''), me)).toBe('probably gone');
  });

  it('that is used in this very process is alive', () => {
    const second = createHolderId();
    registerHolder(second);
    expect(detectLiveness(second, me)).toBe('unknown');
    unregisterHolder(second);
    expect(detectLiveness(second, me)).not.toBe('unknown');
  });
});

// Each step is one possible event; a process paused in a query continues with the old answer.
interface Step {
  readonly who: number;
  readonly what:
    'turn' | 'stall' | 'lost answer' | 'lost question' | 'late' | 'parks' | 'dies' | 'gives back' | 'nothing';
  readonly passes: number;
}

const MOST = 4;
const steps = fc.array(
  fc.record({
    who: fc.nat(MOST - 1),
    what: fc.constantFrom<Step['what']>(
      ...(['turn', 'turn', 'turn', 'turn', 'turn', 'nothing'] as const),
      ...(['stall', 'lost answer', 'lost question', 'late', 'parks', 'parks', 'dies', 'gives back'] as const),
    ),
    passes: fc.oneof(
      fc.nat(1200),
      fc.constantFrom(0, LEASE_POLL_MS, LEASE_TRUST_MS, TAKEOVER_AFTER_MS, 60_000),
    ),
  }),
  { maxLength: 120 },
);

class World {
  now = 0;
  row: LeaseRecord | undefined;
  readonly history: LeaseRecord[] = [];
  /** Clocks as far apart as possible, as they must not be compared. */
  readonly processes = Array.from(
    { length: MOST },
    (_, index) => new Process(this, `p${index}`, index * 1e9),
  );

  change(seen: LeaseRecord | undefined, next: LeaseRecord): boolean {
    if (JSON.stringify(this.row) !== JSON.stringify(seen)) return false;
    this.row = next;
    this.history.push(next);
    return true;
  }
}

class Process {
  fault: Step['what'] = 'nothing';
  stall = 0;
  alive = true;
  keeper: LeaseKeeper;
  private incarnation = 0;
  /** Paused within a turn, while others continue. */
  private parked: (() => void) | undefined;

  constructor(
    private readonly world: World,
    private readonly name: string,
    private readonly offset: number,
  ) {
    this.keeper = this.begin();
  }

  restart(): void {
    this.alive = true;
    this.parked = undefined;
    this.keeper = this.begin();
  }

  /** Resolves when the turn is over or paused. */
  async turn(step: Step): Promise<void> {
    [this.fault, this.stall] = [step.what, step.passes];
    this.wake();
    const turn = this.keeper.turn().catch((error: unknown) => {
      if (!(error instanceof ReadModelsUnavailable)) throw error;
    });
    await Promise.race([turn, new Promise(setImmediate)]);
    if (!this.parked) await turn;
    this.fault = 'nothing';
  }

  async giveBack(): Promise<void> {
    this.wake();
    await this.keeper.release();
  }

  private wake(): void {
    this.parked?.();
    this.parked = undefined;
  }

  private begin(): LeaseKeeper {
    const { name } = this;
    const incarnation = ++this.incarnation;
    return new LeaseKeeper({
      name: 'l',
      me: `${name}.${incarnation}`,
      canHold: true,
      now: () => this.world.now + this.offset,
      detectPresence: (holder): Liveness => (this.isDead(holder) ? 'gone' : 'unknown'),
      readModels: {
        lease: async () => {
          const { row } = this.world;
          await this.goes('asked');
          return row;
        },
        changeLease: async (_, seen, next) => {
          if (this.fault === 'late') this.world.now += this.stall;
          await this.goes('sent');
          const changed = this.world.change(seen, next);
          await this.goes('answered');
          return changed;
        },
      },
    });
  }

  private isDead(holder: string): boolean {
    const [name, incarnation] = holder.split('.');
    const owner = this.world.processes.find((each) => each.name === name)!;
    return !owner.alive || owner.incarnation !== Number(incarnation);
  }

  private async goes(moment: 'asked' | 'sent' | 'answered'): Promise<void> {
    const parks = (['asked', 'sent', 'answered'] as const)[this.stall % 3];
    if (this.fault === 'parks' && moment === parks)
      await new Promise<void>((resolve) => (this.parked = resolve));
    if (this.fault === 'stall') this.world.now += this.stall;
    if (this.fault === 'lost question' && moment !== 'answered') throw new ReadModelsUnavailable('lost');
    if (this.fault === 'lost answer' && moment === 'answered') throw new ReadModelsUnavailable('lost');
  }
}

async function play(all: readonly Step[], check: (world: World) => void): Promise<World> {
  const world = new World();
  for (const step of all) {
    const process = world.processes[step.who]!;
    if (step.what === 'dies') process.alive = false;
    else if (step.what === 'gives back' && process.alive) await process.giveBack();
    else if (step.what !== 'nothing') {
      if (!process.alive) process.restart();
      await process.turn(step);
    }
    if (step.what === 'nothing' || step.what === 'turn') world.now += step.passes;
    check(world);
  }
  return world;
}

describe('a lease', () => {
  it('is trusted by one process at a time, whatever is lost, late or stalled', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await play(all, ({ processes }) => {
          const trusted = processes.filter(({ alive, keeper }) => alive && keeper.isTrusted());
          expect(trusted.length).toBeLessThanOrEqual(1);
        });
      }),
      { numRuns: numRuns(600) },
    );
  });

  it('has a greater token with every holder, and a greater beat with every change', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { history } = await play(all, () => {});
        const holders = new Map<number, string>();
        history.forEach(({ token, beat, holder }, index) => {
          const before = history[index - 1];
          expect(beat).toBe((before?.beat ?? 0) + 1);
          expect(token).toBeGreaterThanOrEqual(before?.token ?? 1);
          if (holder !== '') expect(holders.get(token) ?? holder).toBe(holder);
          if (holder !== '') holders.set(token, holder);
        });
      }),
      { numRuns: numRuns(300) },
    );
  });

  it('is always taken eventually while a process watches it', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(MOST - 1), async (all, who) => {
        const world = await play(all, () => {});
        const survivor = world.processes[who]!;
        for (const each of world.processes) if (each !== survivor) each.alive = false;
        if (!survivor.alive) survivor.restart();
        for (let looks = 0; looks <= TAKEOVER_AFTER_MS / LEASE_POLL_MS + 2; looks++) {
          await survivor.turn({ who, what: 'turn', passes: 0 });
          world.now += LEASE_POLL_MS;
        }
        expect(survivor.keeper.isTrusted()).toBe(true);
        expect(world.row?.token).toBe(survivor.keeper.token);
      }),
      { numRuns: numRuns(200) },
    );
  });

  it('stays where it is while its holder beats, however long others watch', async () => {
    const world = new World();
    for (let second = 0; second < 500; second++) {
      for (const process of world.processes) await process.turn({ who: 0, what: 'turn', passes: 0 });
      world.now += 1000;
    }
    expect(world.row).toMatchObject({ holder: 'p0.1', token: 1 });
  });

  it('of one who believes to hold it is not theirs any more once another one has taken it', async () => {
    const world = new World();
    const [one, other] = world.processes as [Process, Process];
    const look = { who: 0, what: 'turn', passes: 0 } as const;
    await one.turn(look);
    await other.turn(look);
    world.now += TAKEOVER_AFTER_MS;
    await other.turn(look);
    expect([one.keeper.token, other.keeper.token]).toEqual([1, 2]);
    expect([one.keeper.isTrusted(), other.keeper.isTrusted()]).toEqual([false, true]);
    await one.turn(look);
    expect(one.keeper.token).toBeUndefined();
    expect(other.keeper.token).toBe(2);
  });

  it('is trusted from the beginning of a beat, not from its answer', async () => {
    const world = new World();
    const [one, other] = world.processes as [Process, Process];
    const look = { who: 0, what: 'turn', passes: 0 } as const;
    const untilAnswered = 2;
    await one.turn({ who: 0, what: 'parks', passes: untilAnswered });
    await other.turn(look);
    world.now += TAKEOVER_AFTER_MS;
    await other.turn(look);
    expect(other.keeper.isTrusted()).toBe(true);
    await one.turn(look);
    expect(one.keeper.isTrusted()).toBe(false);
  });

  it('is known again by its holder after the answer was lost', async () => {
    const world = new World();
    const [one, other] = world.processes as [Process, Process];
    await one.turn({ who: 0, what: 'lost answer', passes: 0 });
    expect(one.keeper.token).toBeUndefined();
    await other.turn({ who: 1, what: 'turn', passes: 0 });
    expect(other.keeper.token).toBeUndefined();
    await one.turn({ who: 0, what: 'turn', passes: 0 });
    expect(one.keeper.token).toBe(1);
    expect(one.keeper.isTrusted()).toBe(true);
  });
});

describe('who listens to a lease', () => {
  it('is told of a change until they listen no more', async () => {
    let kept: LeaseRecord | undefined;
    const leases = {
      lease: async () => kept,
      changeLease: async (_name: string, _seen: LeaseRecord | undefined, next: LeaseRecord) => {
        kept = next;
        return true;
      },
    };
    const lease = await holdLease(leases as never, 'projections');
    const told = { here: 0, gone: 0 };
    lease.onChange(() => (told.here += 1));
    lease.onChange(() => (told.gone += 1))();
    kept = record('another', lease.token! + 1);
    await lease.handleRefusal(lease.token!);
    expect(told).toEqual({ here: 1, gone: 0 });
    await lease.release();
  });
});
