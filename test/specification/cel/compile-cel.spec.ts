import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import { ERASED, type Value } from '#specification/model/stored-value.js';
import { complaints, computed, NOW, rule, thing } from './evaluating.js';

const line = (quantity: number | null, price: number | null) => ({
  item: 'x',
  quantity,
  price,
  weight: null,
  done: null,
});

describe('given values of every type', () => {
  const scope = thing({
    title: 'Pen',
    count: 3,
    rate: 1500,
    amount: 1250,
    dollars: 100,
    yen: 7,
    urgent: true,
    due: '2026-07-16',
    at: '2026-07-15T10:00:00.000Z',
    kind: 'a',
    owner: 'u1',
    other: 'r9',
    secret: 's',
    lines: [line(2, 500), line(3, 100)],
  });

  it.each([
    ['record.count + 1 == 4', true],
    ['record.count > 2.5', true],
    ['record.rate == 1.5', true],
    ['record.rate * 2 == 3', true],
    ['record.rate / 4 == decimal("0.375")', true],
    ['-record.rate < 0', true],
    ['round(record.rate) == 2', true],
    ['record.amount == 12.5', true],
    ['record.amount == EUR(12.5)', true],
    ['record.amount * 2 - record.amount == record.amount', true],
    ['record.amount * 0.19 == EUR(2.375)', true],
    ['record.amount / 3 > EUR(4.16) && record.amount / 3 < EUR(4.17)', true],
    ['record.amount / EUR(5) == decimal("2.5")', true],
    ['record.yen == 7', true],
    ['record.dollars == USD(1)', true],
    ['record.urgent && !false', true],
    ['record.due > today', false],
    ['record.due == today', true],
    ['record.due == date("2026-07-16")', true],
    ['record.due + days(2) == date("2026-07-18")', true],
    ['date("2026-01-31") + constants.grace == date("2026-02-28")', true],
    ['daysBetween(today, record.due + period("P10D")) == 10', true],
    ['record.at < now && now - record.at > duration("12h")', true],
    ['record.at + period("P1D") > now', true],
    ['date(now) == today', true],
    ['record.kind in ["a", "b"]', true],
    ['record.owner == user.id && record.other == "r9"', true],
    ['"clerk" in user.roles && !("boss" in user.roles)', true],
    ['record.title.startsWith("P") && size(record.title) == 3', true],
    ['record.lines.size() == 2', true],
    ['record.lines.map(l, l.quantity * l.price).sum() == 13', true],
    ['record.lines.map(l, l.quantity).sum() == 5', true],
    ['record.lines.map(l, l.price).max() == 5 && record.lines.map(l, l.price).min() == 1', true],
    ['record.lines.all(l, l.quantity > 1) && record.lines.exists(l, l.price > 4)', true],
    ['record.lines.filter(l, l.price > 4).size() == 1', true],
    ['record.lines[1].quantity == 3', true],
    ['constants.limit == 50.5 && constants.count == 3 && constants.share == 0.19 && constants.on', true],
    ['constants.start < today && constants.word == "hello"', true],
    ['constants.step == 20', true],
    ['record.secret == "s"', true],
    [
      'record.id == "r1" && record.state == "open" && record.openedBy == user.id && record.openedAt == now',
      true,
    ],
    [
      'string(record.amount) == "12.50 EUR" && string(record.rate) == "1.500" && string(record.due) == "2026-07-16"',
      true,
    ],
    ['record.title != null && has(record.title) && record.number == null && null == record.assignee', true],
  ])('when `%s` is evaluated, then it is %s', (expression, expected) => {
    expect(rule(expression).evaluate(scope)).toBe(expected);
  });
});

describe('given a record in which nothing is given', () => {
  const scope = thing();
  const fields = [
    'title',
    'count',
    'rate',
    'amount',
    'due',
    'at',
    'kind',
    'owner',
    'other',
    'urgent',
    'secret',
  ];

  it.each(fields)(
    'when `record.%s` is asked for, then it is not given, and nothing can be said of it',
    (field) => {
      expect(rule(`record.${field} == null`).evaluate(scope)).toBe(true);
      expect(rule(`record.${field} != null`).evaluate(scope)).toBe(false);
      expect(rule(`has(record.${field})`).evaluate(scope)).toBe(false);
      expect(() => rule(`record.${field} == record.${field}`).evaluate(scope)).toThrow(NotEvaluable);
    },
  );

  it.each([
    ['record.amount > 0', 'record.amount is not given'],
    ['record.count / 0 > 1', 'record.count is not given'],
    ['1 / 0 == 1', 'division by zero'],
    ['record.lines[0].price > 0', /out of bounds/],
    ['record.lines.map(l, l.price).max() > 0', 'the list is empty'],
    ['date("2026-13-01") == today', '“2026-13-01” is not a day'],
    ['decimal("x") == 1', '“x” is not a number'],
    ['9223372036854775807 + 1 > 0', /overflow/],
  ])('when `%s` is evaluated, then it is not evaluable, with the reason', (expression, reason) => {
    expect(() => rule(expression).evaluate(scope)).toThrow(reason);
    expect(() => rule(expression).evaluate(scope)).toThrow(NotEvaluable);
  });

  it.each([
    ['record.amount == null || record.amount > 0', true],
    ['record.amount != null && record.amount > 0', false],
    ['record.urgent || true', true],
    ['false && record.urgent', false],
    ['record.lines.map(l, l.quantity * l.price).sum() == 0', true],
    ['record.lines == null && !has(record.lines)', true],
    ['record.count == null ? true : record.count > 1', true],
  ])('when `%s` is evaluated, then it is %s all the same', (expression, expected) => {
    expect(rule(expression).evaluate(scope)).toBe(expected);
  });

  it('when one value of a row is missing, then the sum is not evaluable', () => {
    const sum = rule('record.lines.map(l, l.quantity * l.price).sum() > 0');
    expect(() => sum.evaluate(thing({ lines: [line(1, 5), line(1, null)] }))).toThrow(
      'row.price is not given',
    );
  });

  it('when values were erased, sealed or have another type than their field, then they are not given', () => {
    for (const value of [ERASED, { sealed: { person: 'p', box: 'b' } } as unknown as Value, 7, true]) {
      expect(rule('record.secret == null').evaluate(thing({ secret: value }))).toBe(true);
    }
    expect(rule('record.count == null').evaluate(thing({ count: 'three' }))).toBe(true);
    expect(rule('record.due == null').evaluate(thing({ due: '2026-02-31' }))).toBe(true);
  });

  it('when there is no user or no record, then what needs them is not evaluable', () => {
    expect(() => rule('user.id == "x"').evaluate({ now: NOW })).toThrow('there is no user');
    expect(() => rule('record.title == "x"').evaluate({ now: NOW })).toThrow('there is no record');
  });
});

describe('given constants with dates', () => {
  it.each([
    ['2026-05-31T21:59:59.999Z', 10],
    ['2026-05-31T22:00:00.000Z', 20],
    ['2026-08-31T21:59:59.000Z', 20],
    ['2027-01-01T00:00:00.000Z', 30],
  ])('when it is %s, in summer two hours later in Berlin, then %s is in force', (now, expected) => {
    expect(rule(`constants.step == ${expected}`).evaluate({ ...thing(), now })).toBe(true);
  });
});

describe('given computed fields', () => {
  const scope = thing({
    title: 'Pen',
    amount: 1250,
    rate: 1500,
    count: 3,
    due: '2026-07-16',
    owner: 'u9',
    lines: [line(3, 33), line(1, 1)],
  });

  it.each([
    ['money', 'record.lines.map(l, l.quantity * l.price).sum()', 100],
    ['money', 'record.amount * 0.19', 238],
    ['money', 'record.amount / 3', 417],
    ['money', '-(record.amount / 8)', -156],
    ['decimal', 'record.rate', 150],
    ['decimal', 'record.count', 300],
    ['decimal', '1.005', 101],
    ['integer', 'record.count * 2', 6],
    ['text', 'record.title + "s"', 'Pens'],
    ['text', "''", null],
    ['boolean', 'record.count > 2', true],
    ['date', 'record.due + days(1)', '2026-07-17'],
    ['dateTime', 'now', NOW],
    ['user', 'user', 'u1'],
    ['user', 'record.owner', 'u9'],
  ])('when a field of type %s is computed as `%s`, then %s is stored', (type, expression, expected) => {
    expect(computed(type, expression).evaluate(scope)).toBe(expected);
  });

  it('when the result is too large to be stored exactly, then it is not evaluable', () => {
    expect(() => computed('money', 'record.amount * 900719925474099').evaluate(scope)).toThrow(
      'the number is too large',
    );
  });

  it('when lines are added up, then no cent is lost, whatever the amounts', () => {
    const total = computed('money', 'record.lines.map(l, l.quantity * l.price).sum()');
    const row = fc.record({
      quantity: fc.integer({ min: 0, max: 1_000_000 }),
      price: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 50 }), (rows) => {
        const exact = rows.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * BigInt(price), 0n);
        const lines = rows.map(({ quantity, price }) => line(quantity, price));
        expect(total.evaluate(thing({ lines }))).toBe(Number(exact));
      }),
    );
  });
});

describe('given expressions that make no sense', () => {
  it.each([
    [
      'record.amount + record.dollars > 0',
      '`+` does not work between money in EUR and money in USD — amounts have to be of one currency',
    ],
    [
      'record.amount < record.dollars',
      '`<` does not work between money in EUR and money in USD — amounts have to be of one currency',
    ],
    [
      'record.amount + 5 > 0',
      '`+` does not work between money in EUR and a whole number — write an amount as `EUR(5)`',
    ],
    [
      'record.amount * record.amount > 0',
      '`*` does not work between money in EUR and money in EUR — amounts have to be of one currency',
    ],
    [
      'record.due < now',
      '`<` does not work between a day and a moment in time — compare with `today`, or with `date(now)`',
    ],
    [
      'record.due < "2026-01-01"',
      "`<` does not work between a day and text — write a day as `date('2026-01-31')`",
    ],
    [
      'record.lines.map(l, l.quantity * l.prize).sum() > 0',
      'no column `prize` in lines of Thing — did you mean `price`?',
    ],
    [
      'record.lines.sum() > 0',
      '`.sum()` does not work on such a list — take one column first: `.map(row, row.price).sum()`',
    ],
    ['record.title.foo()', expect.stringContaining('there is no function `.foo(…)` on text')],
    ['title == "x"', 'nothing is called `title` here — a field is written `record.title`'],
    ['usr.id == "x"', 'nothing is called `usr` here — did you mean `user`?'],
    ['record.count', 'this gives a whole number, not true or false'],
    ['record.count = 1', 'the expression cannot be read: unexpected character: = — compare with `==`'],
    ['(record.count > 1', 'the expression cannot be read: expected `)`, got the end'],
    ['record.title.size() == null', expect.stringContaining('only a field can be compared with null')],
    ['has(record.titel)', 'no field `titel` in Thing — did you mean `title`?'],
    ['record.titel == null', 'no field `titel` in Thing — did you mean `title`?'],
    ['record["titel"] == "x"', 'no field `titel` in Thing — did you mean `title`?'],
    [
      'record[constants.word] == "x"',
      '`record[…]` does not say what it looks at — write `record.` and a name',
    ],
    ['user.email == "x"', 'a user has no `email` — known: `id`, `name`, `roles`'],
    ['constants.limti > 0', 'no constant `limti` — did you mean `limit`?'],
    ['record.state == "opne"', 'no state `opne` in Thing — did you mean `open`?'],
    ['record.kind != "c"', expect.stringContaining('no choice `c` in kind of Thing')],
    ['record.kind in ["a", "d"]', expect.stringContaining('no choice `d` in kind of Thing')],
    ['"chief" in user.roles', 'no role `chief` — known: `clerk`, `boss`'],
    [
      'a'.repeat(5000),
      'the expression is longer than 4000 characters — compute parts of it in fields of their own',
    ],
  ])('when one is `%s`, then what is wrong is said in words', (expression, expected) => {
    expect(complaints(expression)).toEqual([expected]);
  });

  it('when several names in one are wrong, then all of them are said', () => {
    expect(complaints('record.titel == "x" && constants.limti > 0 && record.state == "opne"')).toHaveLength(
      3,
    );
  });

  it('when a variable of a loop hides a name, then the loop is right', () => {
    expect(complaints('record.lines.map(record, record.price).sum() > 0')).toEqual([]);
  });
});
