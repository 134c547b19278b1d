import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { checkDocument } from '#specification/check-document.js';
import { createFormats } from '#views/format.js';
import { formatDueDate } from '#views/parts/due-date.js';
import { documentOf } from './documents.js';

const document = (due: string) =>
  documentOf({
    3: `entities:
  Order:
    fields:
      title: text
      neededBy: date
      sentAt: { type: dateTime }
      born: { type: date, personal: record }`,
    4: `lifecycles:
  Order:
    states: { draft: { title: Draft }, sent: { title: Sent }, paid: { title: Paid, final: true } }
    actions: { send: { from: draft, to: sent }, pay: { from: sent, to: paid } }
    due: ${due}`,
  });

const dueOf = (due: string) => {
  const checked = checkDocument(document(due));
  return checked.ok
    ? checked.specification.entities['Order']!.lifecycle.due
    : checked.problems.map(({ message, remedy }) => `${message} → ${remedy}`);
};

describe('due dates of a lifecycle', () => {
  it('are due until the end, or in the states that are named', () => {
    expect(dueOf('{ neededBy: true, sentAt: draft }')).toEqual({
      neededBy: ['draft', 'sent'],
      sentAt: ['draft'],
    });
  });

  it.each([
    ['{ needdBy: true }', 'no field `needdBy` in Order', '`neededBy`'],
    ['{ title: true }', '`title` is no date, or it is personal', '`neededBy`'],
    ['{ born: true }', '`born` is no date, or it is personal', '`neededBy`'],
    ['{ neededBy: drafft }', 'no state `drafft` in Order', '`draft`'],
  ])('%s is refused with what would be right', (due, problem, remedy) => {
    const problems = dueOf(due);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems).toEqual([expect.stringContaining(remedy)]);
  });
});

describe('a due date in words', () => {
  it.each([
    [-12, '12 days late'],
    [-1, '1 day late'],
    [0, 'due today'],
    [1, 'due tomorrow'],
    [9, 'due in 9 days'],
  ])('of %d days is %s', (days, words) => {
    const Due = () => formatDueDate(days, createFormats('en-GB', 'UTC'));
    expect(renderToStaticMarkup(createElement(Due))).toBe(words);
  });
});
