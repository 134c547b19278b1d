// Every place of expressions, and every name: what the check accepts is what evaluation has.
import { describe, expect, it } from '@jest/globals';
import { CONTEXTS, NAMES, namesIn, type ContextName, type ScopeName } from '#specification/cel/contexts.js';
import { bodyJson, callText } from '#specification/cel/call-values.js';
import { check, publishedCheck } from '#specification/check.js';
import type { Call, Expression, Scope, Specification } from '#specification/specification.js';
import { documentOf } from './documents.js';

const problemsIn = (document: string) => check(document).problems;

interface Place {
  readonly context: ContextName;
  /** With an expression that is true or false in it. */
  readonly document: (expression: string) => string;
  readonly evaluate: (specification: Specification, scope: Scope) => unknown;
}

type Sections = Parameters<typeof documentOf>[0];

const CONSTANTS = 'constants: { limit: { value: 1 } }';

const things = (sections: Sections, fields = '', more = '') =>
  documentOf({
    3: `entities:\n  Thing:\n    title: Thing\n    fields: { title: text, owner: user, flag: boolean, amount: integer${fields} }${more}`,
    4: `lifecycles:
  Thing:
    states: { open: Open, done: Done }
    actions: { close: { from: open, to: done } }`,
    6: 'roles: { clerk: Clerk }',
    9: CONSTANTS,
    ...sections,
  });
const lifecycle = (action: string, timers = '') => ({
  4: `lifecycles:
  Thing:
    states: { open: Open, done: Done }
    actions: { close: { from: open, to: done${action} } }${timers}`,
});
const call = (parts: string) => ({
  7: `calls:\n  tell:\n    on: Thing.close\n    ${parts}`,
});
const thing = ({ entities }: Specification) => entities['Thing']!;
const close = (specification: Specification) => thing(specification).lifecycle.actions[0]!;
const told = ({ calls: [first] }: Specification): Call['parts'][string] => first!.parts['Thing']!;
const run = (expression: Expression<unknown> | undefined, scope: Scope) => expression!.evaluate(scope);
const quoted = (expression: string) => JSON.stringify(expression);

const PLACES: Readonly<Record<string, Place>> = {
  'a computed field': {
    context: 'record',
    document: (e) => things({}, `, sum: { type: boolean, computed: ${quoted(e)} }`),
    evaluate: (s, scope) => run(thing(s).fields.find(({ key }) => key === 'sum')!.computed, scope),
  },
  'a default': {
    context: 'record',
    document: (e) => things({}, `, sum: { type: boolean, default: ${quoted(e)} }`),
    evaluate: (s, scope) => run(thing(s).fields.find(({ key }) => key === 'sum')!.default, scope),
  },
  'a guard': {
    context: 'record',
    document: (e) => things(lifecycle(`, guard: ${quoted(e)}`)),
    evaluate: (s, scope) => run(close(s).guard, scope),
  },
  'separation of duties': {
    context: 'record',
    document: (e) => things(lifecycle(`, not: ${quoted(`${e} ? 'a' : 'b'`)}`)),
    evaluate: (s, scope) => run(close(s).not[0], scope),
  },
  'a number of approvals': {
    context: 'record',
    document: (e) => things(lifecycle(`, approvals: ${quoted(`${e} ? 2 : 3`)}`)),
    evaluate: (s, scope) => run(close(s).approvals!.of[0]!.count as Expression<unknown>, scope),
  },
  'what keeps a timer from acting': {
    context: 'record',
    document: (e) =>
      things(
        lifecycle(
          '',
          `\n    timers: { soon: { in: open, after: P1D, action: close, unless: ${quoted(e)} } }`,
        ),
      ),
    evaluate: (s, scope) => run(thing(s).lifecycle.timers[0]!.unless, scope),
  },
  'whom a timer gives it to': {
    context: 'record',
    document: (e) =>
      things(
        lifecycle(
          '',
          `\n    timers: { soon: { in: open, after: P1D, assign: ${quoted(`${e} ? 'a' : 'b'`)} } }`,
        ),
      ),
    evaluate: (s, scope) => run(thing(s).lifecycle.timers[0]!.assign, scope),
  },
  'a rule': {
    context: 'record',
    document: (e) => things({ 5: `rules:\n  R1: { on: Thing, check: ${quoted(e)} }` }),
    evaluate: (s, scope) => run(thing(s).rules[0]!.check, scope),
  },
  'a permission': {
    context: 'record',
    document: (e) =>
      things({ 6: `roles: { clerk: Clerk }\npermissions:\n  Thing: { read: { clerk: ${quoted(e)} } }` }),
    evaluate: (s, scope) => run(thing(s).permissions.read!.roles['clerk'] as Expression<unknown>, scope),
  },
  'a screen': {
    context: 'record',
    document: (e) => things({ 2: `screens:\n  /some: { list: Thing, where: ${quoted(e)} }` }),
    evaluate: (s, scope) => run(s.screens.find(({ where }) => where)!.where, scope),
  },
  'what is kept': {
    context: 'record',
    document: (e) =>
      things({ 9: `${CONSTANTS}\nlimits: { retention: { Thing: { keep: P1Y, unless: ${quoted(e)} } } }` }),
    evaluate: (s, scope) => run(s.limits.retention['Thing']!.unless, scope),
  },
  'whether a call is made': {
    context: 'call condition',
    document: (e) => things(call(`post: http://x.example\n    when: ${quoted(e)}`)),
    evaluate: (s, scope) => run(told(s).when, scope),
  },
  'the address of a call': {
    context: 'request',
    document: (e) => things(call(`post: ${quoted(`http://x.example/{${e}}`)}`)),
    evaluate: (s, scope) => callText(told(s).http!.address, scope),
  },
  'a header of a call': {
    context: 'request',
    document: (e) => things(call(`post: http://x.example\n    headers: { x-said: ${quoted(`{${e}}`)} }`)),
    evaluate: (s, scope) => callText(told(s).http!.headers[0]![1], scope),
  },
  'what a call sends': {
    context: 'request',
    document: (e) => things(call(`post: http://x.example\n    body: { said: ${quoted(e)} }`)),
    evaluate: (s, scope) => bodyJson(told(s).http!.body!, scope),
  },
  'a mail': {
    context: 'request',
    document: (e) =>
      things(call(`mail: { to: record.owner.email, subject: Hello, text: ${quoted(`{${e}}`)} }`)),
    evaluate: (s, scope) => callText(told(s).mail!.text, scope),
  },
  'what an answer sets': {
    context: 'answer',
    document: (e) => things(call(`post: http://x.example\n    then: { set: { flag: ${quoted(e)} } }`)),
    evaluate: (s, scope) => bodyJson(told(s).then!.set[0]![1], scope),
  },
  'what no answer sets': {
    context: 'no answer',
    document: (e) => things(call(`post: http://x.example\n    otherwise: { set: { flag: ${quoted(e)} } }`)),
    evaluate: (s, scope) => bodyJson(told(s).otherwise!.set[0]![1], scope),
  },
  'whom a message is about': {
    context: 'message',
    document: (e) =>
      things({
        7: `receive:\n  news: { on: Thing, find: ${quoted(e)}, verify: SECRET, then: { action: close } }`,
      }),
    evaluate: (s, scope) => run(s.receives[0]!.find, scope),
  },
  'what a message sets': {
    context: 'message',
    document: (e) =>
      things({
        7: `receive:\n  news: { on: Thing, find: body.id, verify: SECRET, then: { set: { flag: ${quoted(e)} } } }`,
      }),
    evaluate: (s, scope) => bodyJson(s.receives[0]!.then.set[0]![1], scope),
  },
};

/** True or false, by one name alone. */
const LOOKS_AT: Readonly<Record<ScopeName, string>> = {
  record: "record.title == 'x'",
  user: "user.id == 'x'",
  constants: 'constants.limit == 1',
  now: "now > timestamp('2020-01-01T00:00:00Z')",
  today: "string(today) == 'x'",
  response: 'response.status == 200',
  body: "body.what == 'x'",
};

const EVERYTHING: Scope = {
  record: {
    ...{ id: 'r', entity: 'Thing', number: null, state: 'open', openedBy: 'a', assignee: null },
    openedAt: '2026-11-26T00:00:00.000Z',
    fields: { title: 'x', owner: 'a', flag: true, amount: 1 },
  },
  user: { id: 'a', name: 'Ada', roles: [] },
  now: '2026-11-26T00:00:00.000Z',
  response: { status: 200, headers: {}, body: {} } as unknown as NonNullable<Scope['response']>,
  body: { what: 'x', id: 'r' },
};

const cases = Object.entries(PLACES).flatMap(([place, { context }]) =>
  NAMES.map((name) => ({ place, name, isKnown: namesIn(context).includes(name) })),
);

describe('given an expression in each place of the language', () => {
  it.each(cases.filter(({ isKnown }) => isKnown))(
    'when $place looks at $name, then it is accepted, and has an answer from what is known there alone',
    ({ place, name }) => {
      const { context, document, evaluate } = PLACES[place]!;
      const checked = check(document(LOOKS_AT[name]));
      expect(checked.problems).toEqual([]);
      const known = namesIn(context);
      const only = Object.fromEntries(
        Object.entries(EVERYTHING).filter(([key]) => key === 'now' || known.includes(key as ScopeName)),
      ) as unknown as Scope;
      const answer = evaluate((checked as { specification: Specification }).specification, only);
      expect(answer).not.toBeNull();
      expect(answer).not.toBeUndefined();
      expect(JSON.stringify(answer)).toMatch(/true|false|[ab23]/);
    },
  );

  it.each(cases.filter(({ isKnown }) => !isKnown))(
    'when $place looks at $name, then it is refused, with what would be right',
    ({ place, name }) => {
      const problems = problemsIn(PLACES[place]!.document(LOOKS_AT[name]));
      expect(problems.length).toBeGreaterThan(0);
    },
  );

  it('when a published version looks at what is not known there, then it runs as before, and sees nothing of it', () => {
    const { document, evaluate } = PLACES['what a message sets']!;
    const checked = check(document("record.title == 'x'"));
    expect(checked).toMatchObject({
      ok: false,
      problems: [
        {
          message: '`record` is not known here: the same message has to do the same whenever it comes again',
          remedy: 'write of `body`, `constants`',
        },
      ],
    });
    const runs = publishedCheck(checked);
    expect(runs.ok).toBe(true);
    expect(evaluate((runs as { specification: Specification }).specification, EVERYTHING)).toBeNull();
  });

  it('when a call asks for the address of a person before it is made, then it is refused', () => {
    const asked = things(call(`post: http://x.example\n    when: "record.owner.email == 'a@b.example'"`));
    expect(problemsIn(asked)).toMatchObject([{ message: expect.stringContaining('the email of a person') }]);
    expect(problemsIn(asked.replace('.email', ''))).toEqual([]);
  });

  it('has a place for each context', () => {
    const used = new Set(Object.values(PLACES).map(({ context }) => context));
    expect([...used].sort()).toEqual(Object.keys(CONTEXTS).sort());
  });
});

describe('given a lifecycle with a final state', () => {
  const final = {
    4: `lifecycles:
  Thing:
    states: { open: Open, done: { title: Done, final: true }, gone: { title: Gone, final: true } }
    actions:
      close: { from: open, to: done }
      drop: { from: open, to: gone }
      mark: { from: open }`,
  };
  const calling = (on: string, then: string) =>
    problemsIn(
      things({ ...final, 7: `calls:\n  tell: { on: ${on}, post: "http://x.example", then: { ${then} } }` }),
    );

  it('when an answer sets a field after the action that ends it, then the check says that it never will', () => {
    expect(calling('Thing.close', 'set: { flag: true }')).toMatchObject([
      {
        message: '`flag` is never set: `done` is final, and nothing is changed there any more',
        remedy: 'make the call from an earlier action, or leave out the `final: true`',
      },
    ]);
    expect(calling('Thing.mark', 'set: { flag: true }')).toEqual([]);
    expect(calling('Thing', 'set: { flag: true }')).toEqual([]);
  });

  it('when an answer takes an action that is not possible from there, then the check says that it never will', () => {
    expect(calling('Thing.close', 'action: drop')).toMatchObject([
      { message: '`drop` is never taken: it starts from `open`, where no record gets to from `done`' },
    ]);
    expect(calling('Thing.mark', 'action: drop')).toEqual([]);
    expect(calling('Thing.open', 'action: drop')).toEqual([]);
  });

  it('when only timers of final states make the call, then the same holds', () => {
    const timed = (state: string) =>
      problemsIn(
        things({
          4: `${final[4]}\n    timers: { later: { in: ${state}, after: P1D, call: tell } }`,
          7: 'calls:\n  tell: { post: "http://x.example", then: { set: { flag: true } } }',
        }),
      );
    expect(timed('done')).toHaveLength(1);
    expect(timed('[open, done]')).toEqual([]);
  });

  it('when a version with it is published already, then it runs', () => {
    const checked = check(
      things({
        ...final,
        7: 'calls:\n  tell: { on: Thing.close, post: "http://x.example", then: { set: { flag: true } } }',
      }),
    );
    expect([checked.ok, publishedCheck(checked).ok]).toEqual([false, true]);
  });
});
