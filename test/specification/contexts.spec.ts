// In every place of expressions, evaluation has exactly the names that the check accepts.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  EXPRESSION_CONTEXTS,
  EXPRESSION_PLACES,
  SCOPE_NAMES,
  listScopeNames,
  type ExpressionPlace,
  type ScopeName,
} from '#specification/cel/expression-contexts.js';
import { evaluateCallBody, renderCallText } from '#specification/cel/call-content.js';
import { checkDocument, toPublishedCheck } from '#specification/check-document.js';
import type { Call, Expression, Scope, Specification } from '#specification/model/specification.js';
import { documentOf } from './documents.js';
import { numRuns } from '#test/property-runs.js';

const problemsIn = (document: string) => checkDocument(document).problems;

interface Place {
  /** With a boolean expression. */
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

const PLACES: Readonly<Record<ExpressionPlace, Place>> = {
  'computed field': {
    document: (e) => things({}, `, sum: { type: boolean, computed: ${quoted(e)} }`),
    evaluate: (s, scope) => run(thing(s).fields.find(({ key }) => key === 'sum')!.computed, scope),
  },
  default: {
    document: (e) => things({}, `, sum: { type: boolean, default: ${quoted(e)} }`),
    evaluate: (s, scope) => run(thing(s).fields.find(({ key }) => key === 'sum')!.default, scope),
  },
  guard: {
    document: (e) => things(lifecycle(`, guard: ${quoted(e)}`)),
    evaluate: (s, scope) => run(close(s).guard, scope),
  },
  'separation of duties': {
    document: (e) => things(lifecycle(`, not: ${quoted(`${e} ? 'a' : 'b'`)}`)),
    evaluate: (s, scope) => run(close(s).not[0], scope),
  },
  'number of approvals': {
    document: (e) => things(lifecycle(`, approvals: ${quoted(`${e} ? 2 : 3`)}`)),
    evaluate: (s, scope) => run(close(s).approvals!.of[0]!.count as Expression<unknown>, scope),
  },
  'timer moment': {
    document: (e) =>
      things(
        lifecycle(
          '',
          `\n    timers: { soon: { in: open, at: ${quoted(`${e} ? date('2026-11-27') : date('2026-11-28')`)}, action: close } }`,
        ),
      ),
    evaluate: (s, scope) => run(thing(s).lifecycle.timers[0]!.at, scope),
  },
  'timer unless': {
    document: (e) =>
      things(
        lifecycle(
          '',
          `\n    timers: { soon: { in: open, after: P1D, action: close, unless: ${quoted(e)} } }`,
        ),
      ),
    evaluate: (s, scope) => run(thing(s).lifecycle.timers[0]!.unless, scope),
  },
  'timer assignee': {
    document: (e) =>
      things(
        lifecycle(
          '',
          `\n    timers: { soon: { in: open, after: P1D, assign: ${quoted(`${e} ? 'a' : 'b'`)} } }`,
        ),
      ),
    evaluate: (s, scope) => run(thing(s).lifecycle.timers[0]!.assign, scope),
  },
  rule: {
    document: (e) => things({ 5: `rules:\n  R1: { on: Thing, check: ${quoted(e)} }` }),
    evaluate: (s, scope) => run(thing(s).rules[0]!.check, scope),
  },
  permission: {
    document: (e) =>
      things({ 6: `roles: { clerk: Clerk }\npermissions:\n  Thing: { read: { clerk: ${quoted(e)} } }` }),
    evaluate: (s, scope) => run(thing(s).permissions.read!.roles['clerk'] as Expression<unknown>, scope),
  },
  'screen condition': {
    document: (e) => things({ 2: `screens:\n  /some: { list: Thing, where: ${quoted(e)} }` }),
    evaluate: (s, scope) => run(s.screens.find(({ where }) => where)!.where, scope),
  },
  'retention unless': {
    document: (e) =>
      things({ 9: `${CONSTANTS}\nlimits: { retention: { Thing: { keep: P1Y, unless: ${quoted(e)} } } }` }),
    evaluate: (s, scope) => run(s.limits.retention['Thing']!.unless, scope),
  },
  'call condition': {
    document: (e) => things(call(`post: http://x.example\n    when: ${quoted(e)}`)),
    evaluate: (s, scope) => run(told(s).when, scope),
  },
  'call address': {
    document: (e) => things(call(`post: ${quoted(`http://x.example/{${e}}`)}`)),
    evaluate: (s, scope) => renderCallText(told(s).http!.address, scope),
  },
  'call header': {
    document: (e) => things(call(`post: http://x.example\n    headers: { x-said: ${quoted(`{${e}}`)} }`)),
    evaluate: (s, scope) => renderCallText(told(s).http!.headers[0]![1], scope),
  },
  'call body': {
    document: (e) => things(call(`post: http://x.example\n    body: { said: ${quoted(e)} }`)),
    evaluate: (s, scope) => evaluateCallBody(told(s).http!.body!, scope),
  },
  'mail recipient': {
    document: (e) =>
      things(
        call(`mail: { to: ${quoted(`${e} ? 'a@b.example' : 'b@b.example'`)}, subject: Hello, text: Hello }`),
      ),
    evaluate: (s, scope) => evaluateCallBody(told(s).mail!.to, scope),
  },
  'mail subject': {
    document: (e) =>
      things(call(`mail: { to: record.owner.email, subject: ${quoted(`{${e}}`)}, text: Hello }`)),
    evaluate: (s, scope) => renderCallText(told(s).mail!.subject, scope),
  },
  'mail text': {
    document: (e) =>
      things(call(`mail: { to: record.owner.email, subject: Hello, text: ${quoted(`{${e}}`)} }`)),
    evaluate: (s, scope) => renderCallText(told(s).mail!.text, scope),
  },
  'then of a call': {
    document: (e) => things(call(`post: http://x.example\n    then: { set: { flag: ${quoted(e)} } }`)),
    evaluate: (s, scope) => evaluateCallBody(told(s).then!.set[0]![1], scope),
  },
  'otherwise of a call': {
    document: (e) => things(call(`post: http://x.example\n    otherwise: { set: { flag: ${quoted(e)} } }`)),
    evaluate: (s, scope) => evaluateCallBody(told(s).otherwise!.set[0]![1], scope),
  },
  'find of a message': {
    document: (e) =>
      things({
        7: `receive:\n  news: { on: Thing, find: ${quoted(e)}, verify: SECRET, then: { action: close } }`,
      }),
    evaluate: (s, scope) => run(s.receives[0]!.find, scope),
  },
  'then of a message': {
    document: (e) =>
      things({
        7: `receive:\n  news: { on: Thing, find: body.id, verify: SECRET, then: { set: { flag: ${quoted(e)} } } }`,
      }),
    evaluate: (s, scope) => evaluateCallBody(s.receives[0]!.then.set[0]![1], scope),
  },
  'text of an error': {
    document: (e) =>
      things({
        5: 'rules:\n  R1: { on: Thing, check: record.flag, error: NOT_SO }',
        8: `errors:\n  NOT_SO: { message: ${quoted(`{${e}}`)} }`,
      }),
    evaluate: (s, scope) => s.errors['NOT_SO']!.message.render(scope),
  },
  'row of a table': {
    document: (e) =>
      things({
        5: 'rules:\n  R1: { on: Thing, check: constants.step == 2 }',
        9: `constants: { limit: { value: 1 }, step: { on: Thing, table: [{ when: ${quoted(e)}, is: 2 }, { else: 3 }] } }`,
      }),
    evaluate: (s, scope) => run(thing(s).rules[0]!.check, scope),
  },
};

/** A boolean expression with its names. */
interface Looks {
  readonly source: string;
  readonly names: readonly ScopeName[];
}

/** Boolean, by one name alone. */
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
    id: 'r',
    entity: 'Thing',
    number: null,
    state: 'open',
    openedBy: 'a',
    assignee: null,
    openedAt: '2026-11-26T00:00:00.000Z',
    fields: { title: 'x', owner: 'a', flag: true, amount: 1 },
  },
  user: { id: 'a', name: 'Ada', roles: [] },
  now: '2026-11-26T00:00:00.000Z',
  response: { status: 200, headers: {}, body: {} } as unknown as NonNullable<Scope['response']>,
  body: { what: 'x', id: 'r' },
};

const places = Object.keys(EXPRESSION_PLACES) as readonly ExpressionPlace[];

/** `now` differs each time, so a timer due by it never is, or always. */
const namesAt = (place: ExpressionPlace): readonly ScopeName[] =>
  listScopeNames(EXPRESSION_PLACES[place]).filter((name) => place !== 'timer moment' || name !== 'now');

const cases = places.flatMap((place) =>
  SCOPE_NAMES.map((name) => ({ place, name, isKnown: namesAt(place).includes(name) })),
);

/** The place's names only. `now` stays: constants have values by day. */
function scopeAt(place: ExpressionPlace): Scope {
  const known = listScopeNames(EXPRESSION_PLACES[place]);
  const entries = Object.entries(EVERYTHING);
  return Object.fromEntries(
    entries.filter(([key]) => key === 'now' || known.includes(key as ScopeName)),
  ) as unknown as Scope;
}

function answerAt(place: ExpressionPlace, specification: Specification): unknown {
  const answer = PLACES[place].evaluate(specification, scopeAt(place));
  expect(answer).not.toBeNull();
  expect(JSON.stringify(answer)).toMatch(/true|false|[ab23]/);
  return answer;
}

describe('given an expression in each place of the language', () => {
  it.each(cases.filter(({ isKnown }) => isKnown))(
    'when the place “$place” looks at $name, then it is accepted, and has an answer from what is known there alone',
    ({ place, name }) => {
      const checked = checkDocument(PLACES[place].document(LOOKS_AT[name]));
      expect(checked.problems).toEqual([]);
      answerAt(place, (checked as { specification: Specification }).specification);
    },
  );

  it.each(cases.filter(({ isKnown }) => !isKnown))(
    'when the place “$place” looks at $name, then it is refused, with what would be right',
    ({ place, name }) => {
      const problems = problemsIn(PLACES[place].document(LOOKS_AT[name]));
      expect(problems.length).toBeGreaterThan(0);
    },
  );

  it('when a published version looks at what is not known there, then it runs as before, and sees nothing of it', () => {
    const { document, evaluate } = PLACES['then of a message'];
    const checked = checkDocument(document("record.title == 'x'"));
    expect(checked).toMatchObject({
      ok: false,
      problems: [
        {
          message: '`record` is not known here: the same message has to do the same whenever it comes again',
          remedy: 'write of `body`, `constants`',
        },
      ],
    });
    const runs = toPublishedCheck(checked);
    expect(runs.ok).toBe(true);
    expect(evaluate((runs as { specification: Specification }).specification, EVERYTHING)).toBeNull();
  });

  it('when a call asks for the address of a person before it is made, then it is refused', () => {
    const asked = things(call(`post: http://x.example\n    when: "record.owner.email == 'a@b.example'"`));
    expect(problemsIn(asked)).toMatchObject([{ message: expect.stringContaining('the email of a person') }]);
    expect(problemsIn(asked.replace('.email', ''))).toEqual([]);
  });

  it.each(places)(
    'when the place is “%s”, then an expression of many names is accepted if all are known there, and then has an answer',
    (place) => {
      const { expression } = fc.letrec<{ expression: Looks }>((tie) => ({
        expression: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom(...namesAt(place), ...namesAt(place), ...SCOPE_NAMES).map((name) => ({
            source: LOOKS_AT[name],
            names: [name],
          })),
          tie('expression').map(({ source, names }) => ({ source: `!(${source})`, names })),
          fc
            .tuple(tie('expression'), fc.constantFrom('&&', '||', '=='), tie('expression'))
            .map(([left, op, right]) => ({
              source: `((${left.source}) ${op} (${right.source}))`,
              names: [...left.names, ...right.names],
            })),
          fc.tuple(tie('expression'), tie('expression')).map(([test, other]) => ({
            source: `((${test.source}) ? (${other.source}) : [(${other.source})].exists(record, record))`,
            names: [...test.names, ...other.names],
          })),
        ),
      }));
      fc.assert(
        fc.property(expression, ({ source, names }) => {
          const checked = checkDocument(PLACES[place].document(source));
          const isKnown = names.every((name) => namesAt(place).includes(name));
          expect([source, checked.problems.length === 0]).toEqual([source, isKnown]);
          if (checked.ok) answerAt(place, checked.specification);
        }),
        { numRuns: numRuns(15) },
      );
    },
  );

  it('has a place for each context', () => {
    expect(new Set(Object.values(EXPRESSION_PLACES))).toEqual(new Set(Object.keys(EXPRESSION_CONTEXTS)));
  });

  it('when the title of a record is anything but fields, then it is refused', () => {
    const titled = (title: string) =>
      problemsIn(things({}).replace('title: Thing\n', `title: ${quoted(title)}\n`));
    expect(titled('{title} {record.amount} {number}')).toEqual([]);
    for (const name of SCOPE_NAMES) expect(titled(`{${LOOKS_AT[name]}}`)).not.toEqual([]);
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
    const checked = checkDocument(
      things({
        ...final,
        7: 'calls:\n  tell: { on: Thing.close, post: "http://x.example", then: { set: { flag: true } } }',
      }),
    );
    expect([checked.ok, toPublishedCheck(checked).ok]).toEqual([false, true]);
  });
});
