import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { checkDocument } from '#specification/check-document.js';
import { createFormats } from '#views/format.js';
import { formatDueDate } from '#views/parts/due-date.js';

const document = (due: string) => `# Specification: shop

## 1. What the product does and for whom

not shown.

## 2. Screens and routes

not shown.

## 3. Entities and their fields

\`\`\`yaml
entities:
  Order:
    fields:
      title: text
      neededBy: date
      sentAt: { type: dateTime }
      born: { type: date, personal: record }
\`\`\`

## 4. States and transitions

\`\`\`yaml
lifecycles:
  Order:
    states: { draft: { title: Draft }, sent: { title: Sent }, paid: { title: Paid, final: true } }
    actions: { send: { from: draft, to: sent }, pay: { from: sent, to: paid } }
    due: ${due}
\`\`\`

## 5. Validation rules

not shown.

## 6. Roles and permissions

not shown.

## 7. The calls it makes

not shown.

## 8. The error catalogue

not shown.

## 9. Business constants and limits

not shown.
`;

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
