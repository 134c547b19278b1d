import { describe, expect, it } from '@jest/globals';
import { NotEvaluable, TooManySteps } from '#specification/values/not-evaluable.js';
import { complaints, computed, rule, thing } from './evaluating.js';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    item: `x${index}`,
    quantity: index,
    price: 100,
    weight: null,
    done: null,
  }));

const doubled = (times: number, start: string, twice: (name: string) => string): string =>
  Array.from({ length: times }).reduceRight<string>(
    (inner, _, level) => `cel.bind(v${level}, ${level === 0 ? start : twice(`v${level - 1}`)}, ${inner})`,
    `v${times - 1}`,
  );

describe('given an expression that takes longer the more there is', () => {
  const large = thing({ title: `${'a'.repeat(9_000)}!`, lines: rows(1_000) });
  const nested = (loops: number, inside: string): string =>
    Array.from({ length: loops }).reduceRight<string>(
      (inner, _, level) => `record.lines.all(l${level}, ${inner})`,
      inside,
    );

  it.each([
    ['three loops in each other', nested(3, 'l0.quantity + l1.quantity + l2.quantity >= 0')],
    ['six loops in each other', nested(6, 'l0.quantity + l5.quantity >= 0')],
    ['loops whose errors are swallowed', nested(4, 'l0.weight > l3.weight')],
    ['loops behind an “or”', `${nested(4, 'l0.quantity < 0 || l3.quantity >= 0')} || true`],
    [
      'filters of maps of filters',
      'record.lines.filter(a, record.lines.map(b, record.lines.filter(c, c.quantity > b.quantity).size()).sum() > a.quantity).size() > 0',
    ],
    ['a text doubled again and again', `${doubled(25, '"ab"', (v) => `${v} + ${v}`)}.size() > 0`],
    ['a list doubled again and again', `${doubled(25, '[1]', (v) => `${v} + ${v}`)}.size() > 0`],
    [
      'searches for half of the text in the text',
      'record.lines.all(l, !record.title.contains(record.title.substring(4000) + "b"))',
    ],
    [
      'a pattern on a long text for every row',
      'record.lines.all(l, !record.title.matches("(.*a.{400}b)+c"))',
    ],
    [
      'days counted out for every pair of rows',
      'record.lines.all(a, record.lines.all(b, today + days(b.quantity) >= today))',
    ],
    [
      'hours of another place for every pair of rows',
      'record.lines.all(a, record.lines.all(b, now.getHours("Europe/Berlin") >= 0))',
    ],
  ])('when it is %s, then it stops', (_, expression) => {
    expect(complaints(expression)).toEqual([]);
    expect(() => rule(expression).evaluate(large)).toThrow(TooManySteps);
  });

  it('when there is little, then the same expression has its answer', () => {
    const small = thing({ title: 'a!', lines: rows(20) });
    expect(rule(nested(3, 'l0.quantity + l1.quantity + l2.quantity >= 0')).evaluate(small)).toBe(true);
  });

  it('when it has been stopped once, then the next one has all its steps again', () => {
    const check = rule(nested(2, 'l0.quantity + l1.quantity >= 0'));
    expect(() => check.evaluate(large)).toThrow(TooManySteps);
    expect(check.evaluate(thing({ lines: rows(150) }))).toBe(true);
  });

  it('when products of products grow, then they are too large before they are slow', () => {
    const squares = doubled(25, 'decimal("1.0000000001")', (v) => `${v} * ${v}`);
    expect(() => computed('decimal', squares).evaluate(thing())).toThrow(NotEvaluable);
  });
});

describe('given `matches`', () => {
  it.each([
    ['record.title.matches("^[A-Z]{2}-\\\\d+$")', 'AB-12', true],
    ['record.title.matches("[0-9]")', 'ab1', true],
    ['record.title.matches("(a+)+b")', 'a'.repeat(60), false],
    ['record.title.matches("^" + "(a+)+" + "b$")', 'a'.repeat(60), false],
    ['["b", "a"].exists(each, record.title.matches(each))', 'xa', true],
  ])('when %s is asked of a text, then the linear engine answers', (expression, title, expected) => {
    expect(rule(expression).evaluate(thing({ title }))).toBe(expected);
  });

  it('when the pattern is none, then the document is refused where it stands', () => {
    expect(complaints('record.title.matches("[a")')).toEqual([
      '`[a` is no regular expression — write it like `[A-Z]{2}[0-9]+`',
    ]);
    expect(complaints('record.title.matches("a(?=b)")')).toEqual([
      'the pattern looks around or back — write it without `(?=…)`, `(?!…)`, `(?<…)` and `\\1`',
    ]);
  });

  it('when the pattern is somebody’s value and none, then there is no answer', () => {
    const check = rule('"a".matches(record.title)');
    expect(() => check.evaluate(thing({ title: '[a' }))).toThrow(NotEvaluable);
    expect(check.evaluate(thing({ title: 'a|b' }))).toBe(true);
  });
});

describe('given an expression that fails in the calendar or in a text', () => {
  it.each([
    'today + period("P400000Y") > today',
    'now.getHours("Nowhere") == 1',
    'bytes("{").json().size() == 1',
    'now + period("P300000Y") > now',
  ])('when %s is evaluated, then it has no answer', (expression) => {
    expect(() => rule(expression).evaluate(thing())).toThrow(NotEvaluable);
  });
});
