import { describe, expect, it } from '@jest/globals';
import { NotEvaluable } from '#specification/values/not-evaluable.js';
import { checkDocument } from '#specification/check-document.js';
import { documentOf, shown } from '../documents.js';
import { complaints, computed, rule, thing } from './evaluating.js';

// 2026-07-16 is a Thursday, and the Friday after it a holiday; times are Berlin's.
const scope = thing({ due: '2026-07-16', at: '2026-07-16T08:00:00.000Z', count: 2 });

describe('working days in expressions', () => {
  it.each([
    ['record.due + workdays(1) == date("2026-07-20")'],
    ['record.due + workdays(record.count) == date("2026-07-21")'],
    ['record.due + workdays(constants.count) == date("2026-07-22")'],
    ['record.due - workdays(1) == date("2026-07-15")'],
    ['date("2026-07-18") + workdays(0) == date("2026-07-20")'],
    ['record.at + workdays(1) == timestamp("2026-07-20T08:00:00Z")'],
    ['record.at - workdays(1) == timestamp("2026-07-15T08:00:00Z")'],
    ['timestamp("2026-07-18T10:00:00Z") + workdays(0) == timestamp("2026-07-20T06:00:00Z")'],
    ['workdaysBetween(record.due, date("2026-07-20")) == 1'],
    ['workdaysBetween(date("2026-07-20"), record.due) == -1'],
    ['isWorkday(record.due) && !isWorkday(date("2026-07-17")) && !isWorkday(date("2026-07-18"))'],
  ])('%s', (expression) => {
    expect(rule(expression).evaluate(scope)).toBe(true);
  });

  it('fill in what is computed', () => {
    expect(computed('date', 'record.due + workdays(5)').evaluate(scope)).toBe('2026-07-24');
    expect(computed('dateTime', 'record.at + workdays(5)').evaluate(scope)).toBe('2026-07-24T08:00:00.000Z');
    expect(computed('integer', 'workdaysBetween(record.due, today)').evaluate(scope)).toBe(0);
  });

  it('have no answer where a day is missing, or too far away', () => {
    expect(() => rule('record.due + workdays(1) > today').evaluate(thing())).toThrow(NotEvaluable);
    expect(() => rule('record.due + workdays(99999999) > today').evaluate(scope)).toThrow('a hundred years');
    expect(() => rule('date("9999-12-30") + workdays(9) > today').evaluate(scope)).toThrow('a hundred years');
  });

  it('count as steps, so that no table of them stands still', () => {
    const list = (count: number) => `[${Array.from({ length: count }, (_, index) => index).join(', ')}]`;
    const endless = `${list(300)}.all(a, ${list(300)}.all(b, now + workdays(a + b) > now))`;
    expect(() => rule(endless).evaluate(scope)).toThrow('500000 steps');
  });

  it.each([
    ['workdays(2) == 2', '`==` does not work between a number of working days and a whole number'],
    ['workdaysBetween(now, today) == 2', '`workdaysBetween(…)` does not take a moment in time, a day'],
    ['workdays("2") == today', '`workdays(…)` does not take text'],
  ])('%s is a problem', (expression, said) => {
    expect(complaints(expression)).toEqual([expect.stringContaining(said)]);
  });

  it('are a problem where section 9 shows no calendar', () => {
    const document = documentOf({
      3: 'entities:\n  Thing:\n    fields:\n      due: { type: date, default: "today + workdays(3)" }',
    });
    expect(checkDocument(document).problems.map(shown)).toEqual([
      expect.stringContaining(
        '`workdays(…)` needs to know which days are worked on, and section 9 shows no calendar',
      ),
    ]);
  });
});
