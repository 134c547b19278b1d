// What can never be done is a problem of the document, where it stands.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isAlwaysTrue, canBeTrue } from '#specification/cel/can-be-true.js';
import { createEntityEnvironment, createSharedEnvironment } from '#specification/cel/entity-environment.js';
import { compileExpression, BOOLEAN_RESULT } from '#specification/cel/compile-cel.js';
import { checkDocument, toPublishedCheck } from '#specification/check-document.js';
import { createDiagnostics } from '#specification/document/diagnostics.js';
import { runToCompletion } from '#specification/cooperative-task.js';
import { documentOf } from './documents.js';

interface Parts {
  readonly close?: string;
  readonly mark?: string;
  readonly timer?: string;
  readonly call?: string;
  readonly receive?: string;
}

const things = ({ close, mark, timer, call, receive }: Parts) =>
  documentOf({
    3: 'entities:\n  Thing:\n    fields: { title: text, flag: boolean }',
    4: `lifecycles:
  Thing:
    states: { open: Open, waiting: Waiting, done: { title: Done, final: true } }
    actions:
      close: { from: [open, waiting], to: done${close ? `, ${close}` : ''} }
      wait: { from: open, to: waiting }
      mark: { from: '*'${mark ? `, ${mark}` : ''} }${timer ? `\n    timers:\n      soon: { after: P1D, ${timer} }` : ''}`,
    6: 'roles: { clerk: Clerk }',
    7: `${call ? `calls:\n  tell: { post: "http://x.example", ${call} }\n` : ''}${receive ? `receive:\n  news: { on: Thing, find: body.id, verify: SECRET, then: { ${receive} } }` : ''}`,
  });

function onlyProblem(parts: Parts): { readonly message: string; readonly at: string } {
  const document = things(parts);
  const { problems } = checkDocument(document);
  expect(problems).toHaveLength(1);
  const [{ line, column, message }] = problems as [(typeof problems)[number]];
  return { message, at: document.split('\n')[line - 1]!.slice(column - 1) };
}

const isAccepted = (parts: Parts) => {
  expect(checkDocument(things(parts)).problems).toEqual([]);
};

describe('check, of an action whose condition can never hold', () => {
  it('names states in which it does not hold, at the condition', () => {
    const { message, at } = onlyProblem({ close: `guard: "record.state == 'done' && record.flag"` });
    expect(message).toBe('`close` is never taken: its condition does not hold in `open`, `waiting`');
    expect(at).toMatch(/^"record\.state == 'done'/);
  });

  it('takes `when` for a condition as well as `guard`', () => {
    expect(onlyProblem({ close: 'when: "false"' }).at).toMatch(/^"false"/);
  });

  it('accepts a condition that holds in one of its states, and one that depends on the record', () => {
    isAccepted({ close: `guard: "record.state == 'waiting'"` });
    isAccepted({ close: `guard: "record.flag || record.state == 'done'"` });
    isAccepted({ close: `guard: "'clerk' in user.roles"` });
  });

  it('accepts an action from anywhere whose condition holds in states of earlier versions alone', () => {
    isAccepted({ mark: `guard: "!(record.state in ['open', 'waiting', 'done'])"` });
  });

  it('lets a version run that is published already', () => {
    const checked = checkDocument(things({ close: 'guard: "false"' }));
    expect([checked.ok, toPublishedCheck(checked).ok]).toEqual([false, true]);
  });
});

describe('check, of a timer that can never act', () => {
  it('says that its action asks for a role, which Daybook does not hold', () => {
    const { message, at } = onlyProblem({
      close: `guard: "'clerk' in user.roles"`,
      timer: 'in: open, action: close',
    });
    expect(message).toBe(
      'the timer never takes `close`: its condition asks for a role, and Daybook itself holds none',
    );
    expect(at).toMatch(/^close/);
  });

  it('says that the condition of its action does not hold in its states', () => {
    const parts = { close: `guard: "record.state == 'open'"`, timer: 'in: waiting, action: close' };
    expect(onlyProblem(parts).message).toBe(
      'the timer never takes `close`: its condition does not hold in `waiting`',
    );
    isAccepted({ ...parts, timer: 'in: [open, waiting], action: close' });
  });

  it('says that what keeps it from acting always holds', () => {
    const { message, at } = onlyProblem({
      timer: `in: open, action: close, unless: "record.state == 'open'"`,
    });
    expect(message).toBe('the timer never acts: this always holds in `open`');
    expect(at).toMatch(/^"record/);
    isAccepted({ timer: `in: [open, waiting], action: close, unless: "record.state == 'open'"` });
    isAccepted({ timer: 'in: open, action: close, unless: record.flag' });
  });

  it('says so once where nobody can take its action', () => {
    expect(onlyProblem({ close: 'guard: "false"', timer: 'in: open, action: close' }).message).toContain(
      '`close` is never taken',
    );
  });

  it('refuses a timer with an action in a final state', () => {
    expect(onlyProblem({ timer: 'in: done, action: mark' }).message).toContain(
      'it is not possible in `done`',
    );
  });
});

describe('check, of a call or a message that can never do anything', () => {
  it('says that a call is never made, at its condition', () => {
    const { message, at } = onlyProblem({ call: `on: Thing.close, when: "record.state == 'open'"` });
    expect(message).toBe('the call is never made: this does not hold in `done`');
    expect(at).toMatch(/^"record\.state/);
    isAccepted({ call: `on: Thing.close, when: "record.state == 'done'"` });
    isAccepted({ call: `on: Thing, when: "record.state == 'open'"` });
  });

  it.each([
    ['an answer', { call: 'on: Thing.wait, then: { action: close }' }],
    ['a message', { receive: 'action: close' }],
  ])('says that %s never takes an action whose condition asks for a role', (_, part) => {
    expect(onlyProblem({ close: `guard: "'clerk' in user.roles"`, ...part }).message).toBe(
      '`close` is never taken: its condition asks for a role, and Daybook itself holds none',
    );
    isAccepted({ close: 'guard: record.flag', ...part });
  });

  it('says that an answer never sets a field where event and timers make the call in final states only', () => {
    const call = 'on: Thing.close, then: { set: { flag: true } }';
    expect(onlyProblem({ call, timer: 'in: done, call: tell' }).message).toContain('`flag` is never set');
    isAccepted({ call, timer: 'in: [open, done], call: tell' });
  });
});

describe('what is known of a condition before there is a record', () => {
  const STATES = ['open', 'waiting', 'done'];
  const shared = createSharedEnvironment({
    constants: {},
    currencies: [],
    timeZone: 'UTC',
    calendar: undefined,
  });
  const flag = { key: 'flag', type: 'boolean' } as never;
  const environment = runToCompletion(
    createEntityEnvironment(shared, {
      key: 'Thing',
      fields: [flag],
      brokenFields: [],
      states: STATES,
      roles: ['clerk'],
    }),
  );
  const state = fc.constantFrom(...STATES).map((each) => `'${each}'`);
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('true', 'false', 'record.flag', "'clerk' in user.roles"),
      fc.constantFrom("user.roles.exists(role, role == 'clerk')", "user.roles.all(role, role != 'clerk')"),
      state.map((each) => `record.state == ${each}`),
      state.map((each) => `record.state != ${each}`),
      fc.array(state, { maxLength: 2 }).map((list) => `record.state in [${list.join(', ')}]`),
      tie('expression').map((inner) => `!(${inner})`),
      fc
        .tuple(tie('expression'), fc.constantFrom('&&', '||', '==', '!='), tie('expression'))
        .map(([left, op, right]) => `((${left}) ${op} (${right}))`),
      fc
        .tuple(tie('expression'), tie('expression'), tie('expression'))
        .map(([test, yes, no]) => `((${test}) ? (${yes}) : (${no}))`),
    ),
  }));
  const record = (inState: string, isFlagged: boolean | null) => ({
    id: 'r',
    entity: 'Thing',
    number: null,
    state: inState,
    openedBy: 'a',
    assignee: null,
    openedAt: '2026-11-26T00:00:00.000Z',
    fields: { flag: isFlagged },
  });

  it('agrees with every evaluation', () => {
    fc.assert(
      fc.property(
        expression,
        fc.uniqueArray(fc.constantFrom(...STATES), { minLength: 1 }),
        fc.boolean(),
        (source, states, isSystem) => {
          const node = { value: source, spot: { line: 1, column: 1 } };
          const written = { source, place: 'guard' as const, node, section: 4 as const };
          const compiled = compileExpression(environment, written, BOOLEAN_RESULT, createDiagnostics());
          fc.pre(compiled !== undefined);
          const results = states.flatMap((inState) =>
            [true, false, null].flatMap((isFlagged) =>
              (isSystem ? [[]] : [[], ['clerk']]).map((roles) => {
                try {
                  return compiled!.evaluate({
                    record: record(inState, isFlagged),
                    user: { id: 'a', name: 'Ada', roles },
                    now: '2026-11-26T00:00:00.000Z',
                  });
                } catch {
                  return undefined;
                }
              }),
            ),
          );
          const known = { states, isSystem };
          if (!canBeTrue(environment, source, known)) expect(results).not.toContain(true);
          if (isAlwaysTrue(environment, source, known)) expect(new Set(results)).toEqual(new Set([true]));
        },
      ),
    );
  });
});
