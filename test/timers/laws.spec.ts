// Whatever is done to a record, in whatever order, by a clock that jumps: its timers do what a plain simulation says, once.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SYSTEM } from '#domain/permissions.js';
import { toFoldableEvent } from '#domain/event.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { decideRecord } from '#domain/record/decide-record.js';
import {
  ChangeRecord,
  CommentRecord,
  FireTimer,
  OpenRecord,
  SetTimers,
  TakeAction,
  type RecordCommand,
} from '#domain/record/record-commands.js';
import {
  evolveRecord,
  createUnopenedRecord,
  type OpenedRecord,
  type RecordState,
} from '#domain/record/record-state.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { compareTimersByDue } from '#domain/record/timers/schedule-timers.js';
import { Refused } from '#domain/refusal.js';
import { documentOf, valid } from '../specification/documents.js';
import { EXPIRES, Simulation, SOON, type Seen, type Variant } from './simulation.js';
import { numRuns } from '#test/property-runs.js';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-11-23T09:00:00Z');
const at = (hour: number) => new Date(BEGIN + hour * HOUR).toISOString();
const hourOf = (instant: string) => (Date.parse(instant) - BEGIN) / HOUR;

const VARIANTS: readonly (Variant | undefined)[] = [
  { after: 72, every: 48 },
  { after: 72 },
  { after: 24, every: 48 },
  undefined,
];

const specificationOf = (variant: Variant | undefined) =>
  valid(
    documentOf({
      1: 'key: shop\ntimeZone: UTC',
      3: 'entities: { Order: { fields: { what: text, dueOn: date } } }',
      4: `lifecycles:
  Order:
    states: { new: New, placed: Placed, held: Held, late: Late, done: { title: Done, final: true } }
    actions:
      place: { from: [new, late], to: placed }
      hold: { from: placed, to: held }
      resume: { from: held, to: placed }
      takeBack: { from: [placed, held, late], to: new }
      expire: { from: placed, to: late }
      finish: { from: placed, to: done }
    timers:
      soon: { in: [new, placed], at: record.dueOn - days(${SOON / 24}), call: tell }
      expire: { in: placed, after: PT${EXPIRES}H, action: expire }
${variant ? `      remind: { in: [placed, held], after: PT${variant.after}H${variant.every === undefined ? '' : `, repeat: PT${variant.every}H`}, call: tell }` : ''}`,
      6: 'roles: { boss: Boss }',
      7: 'calls: { tell: { post: "https://example.org/tell" } }',
    }),
  );
const SPECIFICATIONS = VARIANTS.map(specificationOf);

const on = {
  application: 'shop',
  entity: 'Order',
  id: '01930000-0000-7000-8000-000000000001',
  context: { actor: SYSTEM.id, commandId: 'c1' },
};
const known = {
  records: new Map(),
  fromLogs: new Set<string>(),
  people: new Set<string>(),
  opensToday: 0,
};

/** One record, and whoever looks at its timers. */
class World {
  hour = 0;
  variant = 0;
  state: RecordState = createUnopenedRecord(on.id);
  readonly fired: Seen[] = [];
  /** Every firing that was ever asked for. */
  readonly asked: FireTimer[] = [];

  constructor() {
    this.send(new OpenRecord({ ...on, input: {} }));
  }

  /** The types of what was written; undefined: refused. */
  send(command: RecordCommand): readonly string[] | undefined {
    const specification = SPECIFICATIONS[this.variant]!;
    const decisionContext: RecordDecisionContext = {
      specification,
      entity: specification.entities.Order!,
      user: SYSTEM,
      known,
      now: at(this.hour),
      number: null,
    };
    try {
      const events = decideRecord(this.state, command, decisionContext) as readonly RecordEvent[];
      for (const event of events) {
        this.state = evolveRecord(this.state, toFoldableEvent(event, SYSTEM.id, at(this.hour)));
        if (event.type !== 'record.timer-fired') continue;
        this.fired.push({ timer: event.data.timer, due: hourOf(event.data.due) });
      }
      return events.map(({ type }) => type);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  /** As the process does, from what the read model says: each is decided twice, as where two processes believe to hold the lease. */
  look(): void {
    for (let isNew = true; isNew;) {
      const now = at(this.hour);
      const due = Object.entries((this.state as OpenedRecord).timers)
        .flatMap(([timer, { due: when }]) => (when !== null && when <= now ? [{ timer, due: when }] : []))
        .sort(compareTimersByDue);
      isNew = false;
      for (const one of due) {
        const command = new FireTimer({ ...on, ...one });
        this.asked.push(command);
        isNew = this.send(command)!.includes('record.timer-fired') || isNew;
        expect(this.send(command)).toEqual([]);
      }
    }
  }
}

type Step = (world: World, plain: Simulation) => void;

const acting =
  (action: string, to: string): Step =>
  (world, plain) => {
    const written = world.send(new TakeAction({ ...on, action, input: {} }));
    if (written) plain.enter(to, world.hour);
  };
const looking: Step = (world, plain) => {
  world.look();
  plain.look(world.hour);
};

/** Often just as long as something takes. */
const passing = fc.oneof(
  fc.integer({ min: 1, max: 400 }),
  fc.integer({ min: 1, max: 8 }).map((days) => days * 24),
);

const steps: fc.Arbitrary<readonly [string, Step]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<readonly [string, Step]>(
      ['place', acting('place', 'placed')],
      ['place', acting('place', 'placed')],
      ['hold', acting('hold', 'held')],
      ['resume', acting('resume', 'placed')],
      ['take back', acting('takeBack', 'new')],
      ['expire', acting('expire', 'late')],
      ['finish', acting('finish', 'done')],
      ['comment', (world) => world.send(new CommentRecord({ ...on, text: 'hello' }))],
      ['what', (world) => world.send(new ChangeRecord({ ...on, input: { what: `tea at ${world.hour}` } }))],
      ['look', looking],
    ),
  },
  fc.option(fc.integer({ min: 0, max: 40 })).map((day): readonly [string, Step] => [
    `due on day ${String(day)}`,
    (world, plain) => {
      const dueOn = day === null ? '' : at(day * 24).slice(0, 10);
      if (world.send(new ChangeRecord({ ...on, input: { dueOn } })))
        plain.dueDay(day === null ? undefined : hourOf(`${dueOn}T00:00:00Z`));
    },
  ]),
  {
    weight: 3,
    arbitrary: passing.map((hours): readonly [string, Step] => [
      `${hours} hours`,
      (world, plain) => {
        world.hour += hours;
        looking(world, plain);
      },
    ]),
  },
  passing.map((hours): readonly [string, Step] => [
    `${hours} hours without a process`,
    (world) => void (world.hour += hours),
  ]),
  fc
    .integer({ min: 1, max: 48 })
    .map((hours): readonly [string, Step] => [
      `${hours} hours back`,
      (world) => void (world.hour = Math.max(0, world.hour - hours)),
    ]),
  fc.integer({ min: 0, max: VARIANTS.length - 1 }).map((variant): readonly [string, Step] => [
    `version ${variant}`,
    (world, plain) => {
      world.variant = variant;
      plain.publish(VARIANTS[variant], world.hour);
      world.send(new SetTimers(on));
    },
  ]),
  fc.nat().map((nth): readonly [string, Step] => [
    'an old firing once more',
    (world) => {
      const old = world.asked[nth % Math.max(1, world.asked.length)];
      // Set anew for the same moment, it is not an old one.
      const set = (world.state as OpenedRecord).timers[old?.data.timer ?? '']?.due;
      if (old && old.data.due !== set) expect(world.send(old)!.includes('record.timer-fired')).toBe(false);
    },
  ]),
);

describe('given two timers that are due at the same moment', () => {
  it('when a record’s timers fire, then their order does not depend on which was set first', () => {
    const [remind, soon, late] = [
      { timer: 'remind', due: at(5) },
      { timer: 'soon', due: at(5) },
      { timer: 'expire', due: at(9) },
    ] as const;
    expect([late, soon, remind].sort(compareTimersByDue)).toEqual([remind, soon, late]);
    expect([remind, soon, late].sort(compareTimersByDue)).toEqual([remind, soon, late]);
  });
});

describe('given a timer that is set', () => {
  it('when it is asked to fire before it is due, then it does not', () => {
    const world = new World();
    world.send(new TakeAction({ ...on, action: 'place', input: {} }));
    const { due } = (world.state as OpenedRecord).timers['expire']!;
    const command = new FireTimer({ ...on, timer: 'expire', due: due! });
    world.hour = EXPIRES - 1;
    expect(world.send(command)).toEqual([]);
    world.hour = EXPIRES;
    expect(world.send(command)).toContain('record.timer-fired');
  });

  it('when a new version does not know it any more, then it is taken off the record, once', () => {
    const world = new World();
    for (const action of ['place', 'hold']) world.send(new TakeAction({ ...on, action, input: {} }));
    expect((world.state as OpenedRecord).timers).toHaveProperty('remind');

    world.variant = VARIANTS.indexOf(undefined);

    expect(world.send(new SetTimers(on))).toEqual(['record.timers-set']);
    expect((world.state as OpenedRecord).timers).not.toHaveProperty('remind');
    expect(world.send(new SetTimers(on))).toEqual([]);
  });

  it('when a new version has no timers at all, then all are taken off', () => {
    const world = new World();
    world.send(new TakeAction({ ...on, action: 'place', input: {} }));
    const [specification] = SPECIFICATIONS;
    const order = specification!.entities.Order!;
    const entity = { ...order, lifecycle: { ...order.lifecycle, timers: [] } };
    const environment = {
      specification: specification!,
      entity,
      user: SYSTEM,
      known,
      now: at(0),
      number: null,
    };
    expect(decideRecord(world.state, new SetTimers(on), environment)).toMatchObject([
      { type: 'record.timers-set', data: { timers: { expire: null, remind: null } } },
    ]);
  });
});

describe('given a record, a clock, versions and processes that come and go', () => {
  it('then its timers fire when a plain simulation says, and nothing twice', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (history) => {
        const [world, plain] = [new World(), new Simulation(VARIANTS[0])];
        for (const [, step] of history) step(world, plain);
        expect([(world.state as OpenedRecord).state, world.fired]).toEqual([plain.state, plain.fired]);
      }),
      { numRuns: numRuns(3_000) },
    );
  });
});
