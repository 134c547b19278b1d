// For thousands of arbitrary commands.
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Actor, canReadField, SYSTEM } from '#domain/permissions.js';
import { toFoldableEvent, type DecidedEvent } from '#domain/event.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { checkEdit, listOfferedActions, checkOpen } from '#domain/record/lifecycle/offered-actions.js';
import { decideRecord } from '#domain/record/decide-record.js';
import {
  AssignRecord,
  ChangeRecord,
  FollowUp,
  CommentRecord,
  ImportRecord,
  OpenRecord,
  TakeAction,
  type RecordInput,
  type RecordCommand,
} from '#domain/record/record-commands.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import {
  evolveRecord,
  createUnopenedRecord,
  getFieldValue,
  type OpenedRecord,
  type RecordState,
} from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import { isSameValue } from '#specification/model/stored-value.js';
import { checkedExample } from '../example-document.js';

const NAUGHTY = createRequire(import.meta.url)('big-list-of-naughty-strings') as string[];
const ID = '01930000-0000-7000-8000-000000000001';
const NOW = '2026-11-20T10:00:00.000Z';
const specification = checkedExample();
const entity = specification.entities.Order!;

const person = (id: string, ...roles: string[]): Actor => ({ id, name: id, roles: ['staff', ...roles] });
const PEOPLE = [
  person('ada'),
  person('bob', 'boss'),
  person('fay', 'finance'),
  person('all', 'boss', 'finance'),
];
const known = {
  records: new Map([['Order', new Set([ID])]]),
  fromLogs: new Set<string>(),
  people: new Set(PEOPLE.map(({ id }) => id)),
  opensToday: 0,
};
const decisionContext = (user: Actor, more: Partial<RecordDecisionContext> = {}): RecordDecisionContext => ({
  specification,
  entity,
  user,
  now: NOW,
  known,
  number: 'O-2026-001',
  ...more,
});

const isHidden = (state: RecordState, key: string, user: Actor): boolean =>
  state.status === 'opened' && !canReadField(entity, key, state, user, NOW);

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...NAUGHTY),
  fc.constant(''),
);
const number = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double().map(String),
  fc.constantFrom('1,5', '12.50', '1.000,00'),
);
const valid: Record<string, fc.Arbitrary<unknown>> = {
  title: text,
  kind: fc.constantFrom('Small', 'Large', '', 'Huge'),
  lines: fc.array(fc.record({ item: text, quantity: number, price: number }, { requiredKeys: [] }), {
    maxLength: 4,
  }),
  weight: number,
  urgent: fc.constantFrom(true, false, 'on', '', 'yes'),
  neededOn: fc.constantFrom('2026-11-20', '2026-02-30', ''),
  meeting: fc.constantFrom('2026-11-20T10:00', '2026-03-29T02:30', ''),
  parent: fc.constantFrom(ID, 'nothing', ''),
  requestedBy: fc.constantFrom('ada', 'bob', '', 'nobody'),
  iban: text,
  note: text,
  paidOn: fc.constantFrom('2026-11-21', '', null),
};
const fair = fc.record(
  {
    ...valid,
    title: fc.constantFrom('One', 'Two'),
    lines: fc.constantFrom(
      [{ item: 'Saw', quantity: '2', price: '12.50' }],
      [],
      [{ item: 'x', quantity: 1, price: 1 }],
    ),
    weight: fc.constantFrom('1.5', '', 3),
    note: fc.constantFrom('a', 'b', ''),
    iban: fc.constantFrom('DE1', 'DE2', ''),
    neededOn: fc.constantFrom('2026-11-20', '2026-12-01'),
    meeting: fc.constantFrom('2026-11-20T10:00', ''),
    parent: fc.constantFrom(ID, ''),
    requestedBy: fc.constantFrom('ada', 'bob'),
    kind: fc.constantFrom('Small', 'Large'),
    urgent: fc.boolean(),
  },
  { requiredKeys: ['title', 'lines'] },
);
const json = fc.jsonValue({ maxDepth: 3 });
const wild = fc.oneof(
  fc.record(valid, { requiredKeys: [] }),
  fc.dictionary(
    fc.constantFrom(...Object.keys(valid), 'amount', '__proto__', 'constructor', 'toString'),
    json,
  ),
  json,
) as fc.Arbitrary<RecordInput>;

const on = { application: 'orders', entity: 'Order', id: ID, context: { actor: 'x', commandId: 'c' } };
const anyone = fc.constantFrom(...PEOPLE, SYSTEM);
const actions = fc.constantFrom(...entity.lifecycle.actions.map(({ key }) => key));
const commands = (
  input: fc.Arbitrary<RecordInput>,
  more: fc.Arbitrary<unknown>,
): fc.Arbitrary<RecordCommand> =>
  fc.oneof(
    fc.record({ input }).map((data) => new OpenRecord({ ...on, ...data })),
    fc.record({ input }).map((data) => new ChangeRecord({ ...on, ...data, baseVersion: 1 })),
    fc
      .record({
        input: fc.oneof(fc.constant({}), input),
        action: fc.oneof(actions, more),
        reason: fc.oneof(text, more),
      })
      .map((data) => new TakeAction({ ...on, ...data, baseVersion: 1 } as TakeAction['data'])),
    fc
      .record({ input: input.map((said) => Object(said) as RecordInput), action: fc.option(actions) })
      .map((data) => new FollowUp({ ...on, ...data, reason: 'What came of it' })),
    more.map((said) => new CommentRecord({ ...on, text: said as string })),
    fc
      .oneof(fc.constantFrom('ada', 'bob', null), more)
      .map((to) => new AssignRecord({ ...on, to: to as string, baseVersion: 1 })),
  );
const history = fc
  .record({
    input: fair as fc.Arbitrary<RecordInput>,
    openedAt: fc.constantFrom('2011-01-01T00:00:00Z', 'x'),
    steps: fc.array(fc.record({ action: actions, input: fc.oneof(fc.constant({}), wild), reason: text }), {
      maxLength: 4,
    }),
  })
  .map(
    ({ steps, ...data }) =>
      new ImportRecord({
        ...on,
        ...data,
        openedBy: 'clerk',
        log: 'x.xes',
        source: { line: 1, fingerprints: {} },
        steps: steps.map((step, index) => ({
          ...step,
          actor: 'clerk',
          at: '2011-01-02T00:00:00Z',
          source: { line: index + 2, fingerprint: String(index) },
        })),
      }),
  );

type Step = readonly [Actor, RecordCommand];
const steps = (input: fc.Arbitrary<RecordInput>) =>
  fc.array(fc.tuple(anyone, commands(input, text)), { maxLength: 12 }) as fc.Arbitrary<Step[]>;

/** A likely beginning and arbitrary further commands. */
const lives = fc
  .tuple(fair, steps(fair as fc.Arbitrary<RecordInput>), fc.integer({ min: 0, max: 4 }))
  .map(([input, more, way]) => {
    const usual: Step[] = [
      [PEOPLE[0]!, new OpenRecord({ ...on, input: { ...input, weight: undefined, requestedBy: 'ada' } })],
      [PEOPLE[0]!, new TakeAction({ ...on, action: 'submit', input: {}, baseVersion: 1 })],
      [
        PEOPLE[1]!,
        new TakeAction({
          ...on,
          action: way === 4 ? 'reject' : 'approve',
          input: {},
          baseVersion: 1,
          reason: 'x',
        }),
      ],
      [PEOPLE[2]!, new TakeAction({ ...on, action: 'pay', input: { paidOn: '2026-12-24' }, baseVersion: 1 })],
    ];
    return [...usual.slice(0, way), ...more];
  });

function tried(
  state: RecordState,
  command: RecordCommand,
  env: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] | Refused {
  try {
    return decideRecord(state, command, env);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

function follow(state: RecordState, user: Actor, events: readonly DecidedEvent<RecordEvent>[]): RecordState {
  return events.reduce<RecordState>(
    (before, event) => evolveRecord(before, toFoldableEvent(event, user.id, NOW)),
    state,
  );
}

function lived(
  life: readonly Step[],
  look: (state: RecordState, step: Step, events: readonly DecidedEvent<RecordEvent>[]) => void = () => {},
) {
  let state: RecordState = createUnopenedRecord(ID);
  for (const [user, command] of life) {
    const events = tried(state, command, decisionContext(user));
    if (events instanceof Refused) continue;
    look(state, [user, command], events);
    state = follow(state, user, events);
  }
  return state;
}

const opened = lives
  .map((life) => lived(life))
  .filter((state): state is OpenedRecord => state.status === 'opened');
const codes = (outcome: Refused | readonly unknown[]) =>
  outcome instanceof Refused ? outcome.reasons.map(({ code }) => code) : [];
const IMPOSSIBLE = ['NOT_PERMITTED', 'SEPARATION_OF_DUTIES', 'WRONG_STATE', 'GUARD', 'FINAL_STATE'];
const impossible = (outcome: Refused | readonly unknown[]) =>
  codes(outcome).filter((code) => IMPOSSIBLE.includes(code));

describe('any sequence of commands (property)', () => {
  it('throws nothing but Refused, with a message', () => {
    const any = fc.oneof(commands(wild, json), history);
    fc.assert(
      fc.property(
        fc.oneof(opened, fc.constant(createUnopenedRecord(ID))),
        any,
        anyone,
        (state, command, user) => {
          const outcome = tried(state, command, decisionContext(user));
          if (!(outcome instanceof Refused)) return;
          expect(outcome.reasons.length).toBeGreaterThan(0);
          for (const { code, message, kind } of outcome.reasons) {
            expect(code).toMatch(/^[A-Z_]+$/);
            expect(message).not.toBe('');
            expect(kind).not.toBe('fault');
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it('decides events that fold, hold the previous values and survive JSON', () => {
    let changes = 0;
    fc.assert(
      fc.property(lives, (life) => {
        lived(life, (state, [user], events) => {
          for (const event of events) {
            expect(JSON.parse(JSON.stringify(event))).toEqual(event);
            const after = follow(state, user, [event]);
            if (!('changes' in event.data) || state.status !== 'opened' || after.status !== 'opened')
              continue;
            for (const [key, { from, to }] of Object.entries(event.data.changes ?? {})) {
              changes++;
              expect(from).toEqual(getFieldValue(state, key));
              expect(to).toEqual(getFieldValue(after, key));
              // A hidden field is written even if equal, so that equality is not revealed.
              if (!isHidden(state, key, user)) expect(isSameValue(from, to)).toBe(false);
            }
          }
        });
      }),
      { numRuns: 200 },
    );
    expect(changes).toBeGreaterThan(50);
  });

  it('gives no answer that depends on hidden values', () => {
    const secrets = fc.constantFrom('DE1', 'DE2', { erased: true } as const, undefined);
    const command = commands(fc.oneof(fair as fc.Arbitrary<RecordInput>, wild), fc.anything());
    let told = 0;
    fc.assert(
      fc.property(opened, command, anyone, secrets, secrets, (state, given, user, one, other) => {
        if (!isHidden(state, 'iban', user)) return;
        const { iban: _, ...fields } = state.fields;
        const answers = [one, other].map((iban) => {
          const world = { ...state, fields: iban === undefined ? fields : { ...fields, iban } };
          const outcome = tried(world, given, decisionContext(user));
          if (outcome instanceof Refused) return JSON.stringify([outcome.reasons, outcome.differences]);
          return JSON.parse(
            JSON.stringify(outcome, (key, value: unknown) => (key === 'from' ? undefined : value)),
          ) as unknown;
        });
        told += 1;
        expect(answers[1]).toEqual(answers[0]);
      }),
      { numRuns: 500 },
    );
    expect(told).toBeGreaterThan(50);
  });

  it('changes nothing when a change is repeated', () => {
    let changed = 0;
    fc.assert(
      fc.property(opened, fc.oneof(fair as fc.Arbitrary<RecordInput>, wild), anyone, (state, input, user) => {
        const change = new ChangeRecord({ ...on, input, baseVersion: 1 });
        const first = tried(state, change, decisionContext(user));
        if (first instanceof Refused) return;
        changed += first.length;
        const second = tried(follow(state, user, first), change, decisionContext(user));
        const blind = Object.keys(input).some((key) => isHidden(state, key, user));
        expect(blind || second instanceof Refused || second.length === 0).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(changed).toBeGreaterThan(5);
  });

  it('keeps computed fields consistent', () => {
    fc.assert(
      fc.property(opened, (state) => {
        const { amount = null, double = null, lines = null } = state.fields;
        expect(double).toEqual(amount === null ? null : 2 * (amount as number));
        const rows = (lines ?? []) as { quantity: number | null; price: number | null }[];
        const whole =
          rows.length > 0 && rows.every(({ quantity, price }) => quantity !== null && price !== null);
        if (whole)
          expect(amount).toBe(rows.reduce((sum, { quantity, price }) => sum + quantity! * price!, 0));
      }),
      { numRuns: 200 },
    );
  });
});

describe('two people who change different fields', () => {
  it('end with the same record in either order', () => {
    const split = fc.tuple(fair, fc.func(fc.boolean())).map(([input, mine]) => {
      const entries = Object.entries(input as RecordInput);
      return [entries.filter(([key]) => mine(key)), entries.filter(([key]) => !mine(key))].map((one) =>
        Object.fromEntries(one),
      );
    });
    let merged = 0;
    fc.assert(
      fc.property(opened, split, (seen, [one, other]) => {
        const both = (first: RecordInput, second: RecordInput) => {
          const change = (state: RecordState, input: RecordInput) =>
            tried(
              state,
              new ChangeRecord({ ...on, input, baseVersion: 1 }),
              decisionContext(SYSTEM, { baseState: seen }),
            );
          const events = change(seen, first);
          if (events instanceof Refused) return undefined;
          const between = follow(seen, SYSTEM, events);
          const more = change(between, second);
          return more instanceof Refused ? undefined : (follow(between, SYSTEM, more) as OpenedRecord);
        };
        const [ab, ba] = [both(one!, other!), both(other!, one!)];
        if (!ab || !ba) return;
        merged++;
        expect(ab.fields).toEqual(ba.fields);
        expect(ab.title).toBe(ba.title);
      }),
      { numRuns: 200 },
    );
    expect(merged).toBeGreaterThan(20);
  });
});

describe('an offered action', () => {
  it('can be taken, and every possible action is offered', () => {
    const taken = { allowed: 0, refused: 0 };
    fc.assert(
      fc.property(opened, anyone, (state, user) => {
        for (const { action, reasons } of listOfferedActions(decisionContext(user), state)) {
          const outcome = tried(
            state,
            new TakeAction({ ...on, action: action.key, input: {}, baseVersion: 1 }),
            decisionContext(user),
          );
          expect(impossible(outcome)).toEqual(
            reasons.map(({ code }) => code).filter((code) => IMPOSSIBLE.includes(code)),
          );
          taken[reasons.length === 0 ? 'allowed' : 'refused']++;
        }
        const edited = tried(
          state,
          new ChangeRecord({ ...on, input: { kind: 'Small' }, baseVersion: 1 }),
          decisionContext(user),
        );
        expect(impossible(edited)).toEqual(checkEdit(decisionContext(user), state).map(({ code }) => code));
        const fresh = tried(
          createUnopenedRecord(ID),
          new OpenRecord({ ...on, input: { title: 'x' } }),
          decisionContext(user),
        );
        expect(impossible(fresh)).toEqual(checkOpen(decisionContext(user)).map(({ code }) => code));
      }),
      { numRuns: 200 },
    );
    expect(taken.allowed).toBeGreaterThan(10);
    expect(taken.refused).toBeGreaterThan(100);
  });
});

describe('an imported history', () => {
  it('has the events that the same commands would have', () => {
    let imported = 0;
    fc.assert(
      fc.property(history, (command) => {
        const events = tried(createUnopenedRecord(ID), command, decisionContext(SYSTEM));
        if (events instanceof Refused) {
          expect(events.reasons.every(({ message }) => /^Line \d+: /.test(message))).toBe(true);
          return;
        }
        imported++;
        expect(events).toHaveLength(1 + command.data.steps.length);
        expect(events.map(({ metadata }) => metadata?.source?.line)).toEqual(
          events.map((_, index) => index + 1),
        );
      }),
      { numRuns: 200 },
    );
    expect(imported).toBeGreaterThan(0);
  });
});
