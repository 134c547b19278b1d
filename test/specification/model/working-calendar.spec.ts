import { describe, expect, it } from '@jest/globals';
import { documentOf, problemsIn, valid } from '../documents.js';

const calendar = (yaml: string) => valid(documentOf({ 9: `calendar: ${yaml}` })).calendar;

describe('the calendar of section 9', () => {
  it('is not assumed', () => {
    expect(valid(documentOf({})).calendar).toBeUndefined();
  });

  it('has office hours where nothing else is said', () => {
    expect(calendar('{}')).toEqual({
      days: [1, 2, 3, 4, 5],
      hours: [{ from: 540, until: 1020 }],
      holidays: [],
    });
  });

  it.each([
    ['mon', [1]],
    ['[mon–fri]', [1, 2, 3, 4, 5]],
    ['[mon-wed, fri]', [1, 2, 3, 5]],
    ['sun–thu', [1, 2, 3, 4, 7]],
    ['[Saturday, Mon – Tue]', [1, 2, 6]],
    ['[mon—sun]', [1, 2, 3, 4, 5, 6, 7]],
  ])('is worked on %s', (days, numbers) => {
    expect(calendar(`{ days: ${days} }`)?.days).toEqual(numbers);
  });

  it.each([
    ['08:30–12:15', [{ from: 510, until: 735 }]],
    ['[13:00-17:00, 8:00 - 12:00]', [{ from: 480, until: 720 }, { from: 780, until: 1020 }]], // prettier-ignore
    ['00:00–24:00', [{ from: 0, until: 1440 }]],
    ['[09:00–12:00, 12:00–15:00]', [{ from: 540, until: 720 }, { from: 720, until: 900 }]], // prettier-ignore
  ])('is worked at %s', (hours, minutes) => {
    expect(calendar(`{ hours: ${hours} }`)?.hours).toEqual(minutes);
  });

  it('has holidays, in order', () => {
    expect(calendar('{ holidays: [2027-01-01, 2026-12-25] }')?.holidays).toEqual([
      '2026-12-25',
      '2027-01-01',
    ]);
    expect(calendar('{ holidays: 2026-12-25 }')?.holidays).toEqual(['2026-12-25']);
  });

  it.each([
    ['days: [man–fri]', 'days: [|man–fri] → there is no day of the week `man` → did you mean `mon`?'],
    ['days: [Wendesday]', 'days: [|Wendesday] → there is no day of the week `Wendesday` → did you mean `wednesday`?'], // prettier-ignore
    ['days: [weekdays]', 'days: [|weekdays] → there is no day of the week `weekdays` → known: `mon`, `tue`, `wed`, `thu`, `fri`, `sat`, `sun`'], // prettier-ignore
    [
      'days: [mon–wed–fri]',
      'days: [|mon–wed–fri] → `mon–wed–fri` is no range of days → write it like `mon–fri`',
    ],
    ['days: [mon–wed, tue]', 'days: [mon–wed, |tue] → `tue` is among the days already → name each day once'],
    ['days: []', 'days: |[] → no day is worked on → name at least one, such as `[mon–fri]`'],
    ['hours: []', 'hours: |[] → no hour is worked in → show at least one range, such as `09:00–17:00`'],
    ['hours: 17:00–09:00', 'hours: |17:00–09:00 → `17:00–09:00` ends before it begins → what goes on over midnight is two ranges: `[00:00–09:00, 17:00–24:00]`'], // prettier-ignore
    ['hours: 09:00–09:00', 'hours: |09:00–09:00 → `09:00–09:00` is no time at all → write hours like `09:00–17:00`, from `00:00` to `24:00`'], // prettier-ignore
    ['hours: 09:00–25:00', 'hours: |09:00–25:00 → `09:00–25:00` is no range of hours → write hours like `09:00–17:00`, from `00:00` to `24:00`'], // prettier-ignore
    ['hours: 09:00–12:60', 'hours: |09:00–12:60 → `09:00–12:60` is no range of hours → write hours like `09:00–17:00`, from `00:00` to `24:00`'], // prettier-ignore
    ['hours: nine to five', 'hours: |nine to five → `nine to five` is no range of hours → write hours like `09:00–17:00`, from `00:00` to `24:00`'], // prettier-ignore
    ['hours: [09:00–13:00, 12:00–17:00]', 'hours: [09:00–13:00, |12:00–17:00] → `12:00–17:00` overlaps `09:00–13:00` → begin it where the other ends, or later'], // prettier-ignore
    ['holidays: [2026-02-30]', 'holidays: [|2026-02-30] → there is no day `2026-02-30` → a day is written like `2026-12-25`'], // prettier-ignore
    ['holidays: [2026-12-25, 2026-12-25]', 'holidays: [2026-12-25, |2026-12-25] → `2026-12-25` stands here twice → leave it out once'], // prettier-ignore
    ['holiday: [2026-12-25]', '|holiday: [2026-12-25] → no key `holiday` in `calendar` → did you mean `holidays`?'], // prettier-ignore
  ])('is a problem with %s', (yaml, problem) => {
    expect(problemsIn(documentOf({ 9: `calendar:\n  ${yaml}` }))).toEqual([problem]);
  });

  it('tells of each mistake once, and of nothing that follows from it', () => {
    const yaml = {
      3: 'entities:\n  Thing:\n    fields:\n      due: { type: date, default: "today + workdays(3)" }',
      9: 'calendar:\n  days: [mno]\n  hours: [5–3, 09:00–10:00, 09:30–11:00]',
    };
    expect(problemsIn(documentOf(yaml))).toHaveLength(3);
  });
});
