import { describe, expect, it } from '@jest/globals';
import { findConditionsToPublish } from '#specification/check-cache.js';
import { findUnmetConditions, type UsageQuestion } from '#specification/upgrade/upgrade-condition.js';
import { documentOf, problemsIn, shown, valid } from './documents.js';

const KEY = 'name: Things\nkey: things\ncurrency: EUR';

const indented = (text: string, by: number) => text.replace(/^/gm, ' '.repeat(by));

function document(fields: string, { lifecycle = '', entity = '', roles = '' } = {}): string {
  return documentOf({
    1: KEY,
    3: `entities:\n  A:\n${entity === '' ? '' : `${indented(entity, 4)}\n`}    fields:\n${indented(fields, 6)}`,
    ...(lifecycle !== '' && { 4: `lifecycles:\n  A:\n${indented(lifecycle, 4)}` }),
    ...(roles !== '' && { 6: roles }),
  });
}

/** Each query of records returns this number, or the given one. */
function problems(
  earlier: readonly string[],
  next: string,
  answer: number | ((question: UsageQuestion) => number) = 1,
  wasChecked = false,
): readonly string[] {
  valid(next);
  const texts = earlier.map((text, index) => ({ version: index + 1, text, wasChecked }));
  const conditions = findConditionsToPublish(texts, next);
  const counts = conditions.map(({ question }) =>
    question ? (typeof answer === 'number' ? answer : answer(question)) : 0,
  );
  return findUnmetConditions(conditions, counts)
    .map(shown)
    .map((text) => text.replace(/^\d+:\d+ /, ''));
}

const KEEP = 'keep it as it was, and give what is new a field of its own';
const FIELDS =
  'title: text\nowner: user\ndays: integer\nrate: { type: decimal, places: 2 }\nprice: money\niban: { type: text, personal: owner }\nlines: { type: table, fields: { price: money } }';
const before = document(FIELDS);
const after = (from: string, to: string) => document(FIELDS.replace(from, to));

describe('a next version, where records hold values', () => {
  it('may be the same, have more, or say it in other words', () => {
    expect(problems([before], before)).toEqual([]);
    expect(
      problems(
        [before],
        after('title: text', 'title: { type: text, title: Heading, required: true }\nmore: integer'),
      ),
    ).toEqual([]);
    expect(problems([], document('title: { type: text, was: heading }'))).toEqual([]);
  });

  it.each([
    [
      'days: integer',
      'days: boolean',
      '1 record has a value in `days` of A, which was of type integer in version 1; it cannot become boolean',
    ],
    [
      'places: 2',
      'places: 1',
      '1 record has a value in `rate` of A, which had 2 places in version 1; they cannot become 1',
    ],
    [
      'price: money',
      'price: { type: money, currency: JPY }',
      '1 record has a value in `price` of A, which was in EUR in version 1; the amounts cannot become JPY',
    ],
    [
      '{ type: text, personal: owner }',
      'text',
      '1 record has a value in `iban` of A, which was personal in version 1; what was encrypted for a person stays encrypted',
    ],
    [
      'title: text',
      'title: { type: text, personal: owner }',
      '1 record has a value in `title` of A, which was not personal in version 1; what was written in clear stays in clear',
    ],
    [
      'fields: { price: money }',
      'fields: { price: text }',
      '1 record has a value in `price` of lines of A, which was of type money in version 1; it cannot become text',
    ],
  ])('may not turn %s into %s, also by way of a version without it', (from, to, message) => {
    expect(problems([before], after(from, to))).toEqual([`${message} — ${KEEP}`]);
    expect(problems([before], after(from, to), 0)).toEqual([]);
    const without = document('owner: user');
    expect(problems([before, without], after(from, to))).toContain(`${message} — ${KEEP}`);
    expect(problems([before, without], before)).toEqual([]);
  });

  it('may give numbers more places, and make decimals of whole numbers, unless they become too large', () => {
    const isLarger = ({ of }: UsageQuestion) => (of === 'larger' ? 0 : 5);
    expect(problems([before], after('places: 2', 'places: 3'), isLarger)).toEqual([]);
    expect(
      problems([before], after('days: integer', 'days: { type: decimal, places: 1 }'), isLarger),
    ).toEqual([]);
    expect(problems([before], after('places: 2', 'places: 3'), 5)).toEqual([
      '5 records have a number in `rate` of A that is too large for 3 places — give it fewer places',
    ]);
  });

  it('may change the type of a field that held nothing when it was asked for, and is bound by what came after', () => {
    const changed = after('days: integer', 'days: boolean');
    expect(problems([before, changed], changed, 3, true)).toEqual([]);
    expect(problems([before, changed], before, 3, true)).toEqual([
      `3 records have a value in \`days\` of A, which was of type boolean in version 2; it cannot become integer — ${KEEP}`,
    ]);
  });

  it('says how many values a field has that it does not have, and where they could go', () => {
    expect(problems([document('body: text\nb: text')], document('b: text'), 127)).toEqual([
      '127 records have a value in `body` of A, which this version does not have — write `was: body` on what it is called now, or `removed: [body]` to show it in the history only',
    ]);
    expect(
      problems([document('body: text\nb: text')], document('b: text', { entity: 'removed: [body]' }), 127),
    ).toEqual([]);
    expect(problems([document('body: text')], document('details: { type: text, was: body }'), 127)).toEqual(
      [],
    );
  });

  it('binds a renamed field to the type it had under every name', () => {
    const [body, text] = [document('body: text'), document('words: { type: text, was: body }')];
    expect(problems([body, text], document('many: { type: integer, was: words }'))).toEqual([
      `1 record has a value in \`words\` of A, which was of type text in version 2; it cannot become integer — ${KEEP}`,
    ]);
  });

  it('takes a name for something else once it is given up, and two names that are exchanged', () => {
    const one = document('a: text\nb: integer');
    expect(problems([one], document('c: { type: text, was: a }\nb: integer\na: boolean'))).toEqual([]);
    const swapped = document('a: { type: integer, was: b }\nb: { type: text, was: a }');
    expect(problems([one], swapped)).toEqual([]);
    expect(problems([one, swapped], swapped)).toEqual([]);
    expect(problems([one], document('a: { type: text, was: b }\nb: { type: integer, was: a }'))).toHaveLength(
      2,
    );
  });

  it('does not let a name be taken whose values would be nowhere', () => {
    expect(problems([document('a: text\nb: text')], document('b: { type: text, was: a }'), 4)).toEqual([
      '4 records have a value in `b` of A already, and `a` is to be called so — call it something else, or say where the values of `b` go: `was: b` on another',
    ]);
  });

  it('names the nearest where there never was such a thing', () => {
    const states = { lifecycle: 'states: [fresh, working]\nactions: { go: { from: fresh, to: working } }' };
    const next = document('details: { type: text, was: bodi }', {
      lifecycle:
        'states: { new: { was: frehs }, working: Working, fresh: Fresh }\nmove: { wating: working }\nactions: { start: { was: goo, from: new, to: working }, go: { from: working, to: fresh } }',
    });
    expect(problems([document('body: text', states)], next, 0)).toEqual([
      'there was no field `bodi` in A before — did you mean `body`?',
      'there was no state `frehs` in A before — did you mean `fresh`?',
      'there was no state `wating` in A before — did you mean `working`?',
      'there was no action `goo` before — did you mean `go`?',
    ]);
  });
});

describe('choices, states, roles and entities that go', () => {
  it('are refused while records are in them, unless the document says where they go', () => {
    const one = document('urgency: { type: choice, of: [high, low] }');
    expect(problems([one], document('urgency: { type: choice, of: [low] }'), 3)).toEqual([
      '3 records have `high` in `urgency` of A, which is no choice in this version — keep it, or write `was: high` on the choice that takes its place',
    ]);
    expect(
      problems([one], document('urgency: { type: choice, of: { urgent: { was: high }, low: Low } }'), 3),
    ).toEqual([]);
    expect(
      problems([one], document('urgency: { type: choice, of: { low: { title: Low, was: [high] } } }'), 3),
    ).toEqual([]);
  });

  it('says in which states how many records are', () => {
    const lifecycle = (states: string, more = '') => ({
      lifecycle: `states: [${states}]\n${more}actions: { go: { from: '*', to: working } }`,
    });
    const one = document('a: text', lifecycle('fresh, working, waiting'));
    const answer = (question: UsageQuestion) =>
      question.of === 'state' && question.state === 'waiting' ? 3 : 0;
    expect(problems([one], document('a: text', lifecycle('fresh, working')), answer)).toEqual([
      '3 records of A are in `waiting`, which this version does not have — write `was: waiting` on what it is called now, or `move: { waiting: … }` to say where they go',
    ]);
    expect(
      problems(
        [one],
        document('a: text', lifecycle('fresh, working', 'move: { waiting: working }\n')),
        answer,
      ),
    ).toEqual([]);
    const stranded = [one, document('a: text', lifecycle('fresh, working'))];
    expect(problems(stranded, document('a: text', lifecycle('fresh, working')), answer)).toHaveLength(1);
  });

  it('says how many rounds of approvals wait for an action that goes, unless their records are moved elsewhere', () => {
    const lifecycle = (actions: string, move = '') => ({
      lifecycle: `states: { fresh: Fresh${move ? '' : ', asked: Asked'}, done: Done }\n${move}actions: { ${actions} }`,
    });
    const ask = 'ask: { from: fresh, to: asked }';
    const one = document('a: text', lifecycle(`${ask}, approve: { from: asked, to: done, approvals: 2 }`));
    const next = document('a: text', lifecycle(`${ask}, finish: { from: asked, to: done }`));
    const answer = (question: UsageQuestion) => (question.of === 'round' ? 1 : 0);
    expect(problems([one], next, answer)).toEqual([
      '1 record of A waits for approvals of `approve`, which this version does not have — write `was: approve` on what it is called now, or keep it until these are decided or taken back',
    ]);
    expect(problems([one], next, 0)).toEqual([]);
    const renamed = `${ask}, accept: { was: approve, from: asked, to: done, approvals: 2 }`;
    expect(problems([one], document('a: text', lifecycle(renamed)), answer)).toEqual([]);
    const asked: UsageQuestion[] = [];
    problems(
      [one],
      document('a: text', lifecycle('finish: { from: fresh, to: done }', 'move: { asked: fresh }\n')),
      (question) => asked.push(question) * 0,
    );
    expect(asked).toContainEqual({ of: 'round', entity: 'A', action: 'approve', moved: ['asked'] });
  });

  it('says who holds a role and how much there is of an entity', () => {
    const roles = (names: string) => document('a: text', { roles: `roles: ${names}` });
    expect(problems([roles('[boss, staff]')], roles('[staff]'), 2)).toEqual([
      '2 people hold the role `boss`, or have delegated it to a deputy, and this version does not have it — write `was: boss` on what it is called now, or take the role from them and end what deputies have of it first',
    ]);
    expect(problems([roles('[boss, staff]')], roles('{ holder: { was: boss }, staff: Staff }'), 2)).toEqual(
      [],
    );
    expect(problems([before], documentOf({ 1: KEY }), 1)).toEqual([
      'there is 1 record of `A`, which this version does not have — write `was: A` on what it is called now, or keep it, and leave it out of section 2 and 6 where nobody is to see it',
    ]);
    expect(problems([before], documentOf({ 1: KEY }), 0)).toEqual([]);
  });
});

describe('a next version, where what is personal is encrypted as a whole', () => {
  const personal = (kind: string, column: string) =>
    document(
      `owner: user\nkind: { type: choice, of: ${kind}, personal: owner }\nlines: { type: table, fields: { ${column} }, personal: owner }`,
    );
  const one = personal('[low, high]', 'price: money');
  const because = 'it is encrypted as a whole, so';

  it.each([
    [
      personal('{ low: Low, urgent: { title: Urgent, was: high } }', 'price: money'),
      `1 record has a personal value in \`kind\` of A; ${because} its choices cannot be renamed or left out: \`high\``,
    ],
    [
      personal('[low, high]', 'cost: { type: money, was: price }'),
      `1 record has a personal value in \`price\` of lines of A; ${because} it cannot be renamed`,
    ],
  ])('says why choices and columns cannot be renamed while a record holds a value (%#)', (next, message) => {
    expect(problems([one], next)).toEqual([`${message} — ${KEEP}`]);
    expect(problems([one], next, 0)).toEqual([]);
  });
});

describe('what a document says of names it had before', () => {
  it('is wrong by itself where two claim the same, and where a state that is there is to be left', () => {
    const wrong = document(
      'a: { type: text, was: c }\nb: { type: text, was: c }\nd: { type: text, was: d }',
      {
        entity: 'removed: [a]',
        lifecycle:
          'states: [fresh, working]\nmove: { fresh: working, old: wrking }\nactions: { go: { from: fresh, to: working } }',
      },
    );
    expect(problemsIn(wrong).map((problem) => problem.replace(/^.*? → /, ''))).toEqual([
      'the field `a` is declared, and said to be removed → leave it out in one of the two places',
      '`a` and `b` both say that they were `c` → leave out `was` in one of them',
      'the field `d` is called that already → leave out `was`',
      'the state `fresh` is there: records in it stay in it → leave it out in `move`, or in `states`',
      'no state `wrking` in A to move to → did you mean `working`?',
    ]);
  });
});
