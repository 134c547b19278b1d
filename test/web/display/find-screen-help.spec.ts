import { describe, expect, it } from '@jest/globals';
import { documentOf, valid } from '#test/specification/documents.js';
import { findScreenHelp } from '#web/display/find-screen-help.js';

const PROSE = `**All** is the full list, **Board** the same by state.
**To pay** is the desk of finance,
where invoices wait. It opens at 9 a.m. sharp.

- **Mine** are yours.
- **To pay** is a list, too.

**To pay** has nothing else.`;

const specification = valid(
  documentOf({
    2: `screens:
  /all: { list: Claim, title: All }
  /everyone: { list: Claim, title: All, roles: [finance] }
  /board: { board: Claim, title: Board }
  /mine: { list: Claim, title: Mine }
  /pay: { list: Claim, title: To pay, roles: [finance] }`,
    3: 'entities: { Claim: { fields: { title: { type: text } } } }',
    4: 'lifecycles: { Claim: { states: { open: { title: Open } }, actions: {} } }',
    6: 'roles: { clerk: { title: Clerk }, finance: { title: Finance } }',
  }),
);
const describedBy = (markdown: string) => ({
  ...specification,
  sections: specification.sections.map((section) =>
    section.number === 2 ? { ...section, content: [{ kind: 'prose' as const, markdown, line: 1 }] } : section,
  ),
});
const described = describedBy(PROSE);

const viewer = (role: string, rights: { readonly auditor?: true } = {}) => ({
  id: 'anna',
  name: 'Anna',
  admin: false,
  auditor: false,
  ...rights,
  roles: { [specification.key]: [role] },
});

describe('help about screens', () => {
  it('leaves out every sentence that names a screen which the reader cannot open', () => {
    expect(findScreenHelp(described, viewer('clerk'))).toBe(
      '**All** is the full list, **Board** the same by state.\nIt opens at 9 a.m. sharp.\n\n- **Mine** are yours.',
    );
  });

  it.each([
    [
      'the levels of lists',
      '- **All**\n  - of today\n  - **To pay**\n  - of old\n- **Mine**',
      '- **All**\n  - of today\n  - of old\n- **Mine**',
    ],
    ['the numbers of lists', '1. **All**\n2. **To pay** is next.\n3. **Mine**', '1. **All**\n3. **Mine**'],
    [
      'code, as it is written',
      '**To pay**, later:\n\n```text\na  b\n\n\nc **To pay**\n```',
      '```text\na  b\n\n\nc **To pay**\n```',
    ],
    ['quotations', '> **All** is\n> all. **To pay** is not.', '> **All** is\n> all.'],
  ])('keeps %s', (_, prose, left) => {
    expect(findScreenHelp(describedBy(prose), viewer('clerk'))).toBe(left);
  });

  it('is nothing where all of it is about such screens', () => {
    expect(findScreenHelp(describedBy('**To pay** is for finance.'), viewer('clerk'))).toBe('');
  });

  it('is the whole text for who can open every screen', () => {
    expect(findScreenHelp(described, viewer('finance'))).toBe(PROSE);
    expect(findScreenHelp(described, viewer('clerk', { auditor: true }))).toBe(PROSE);
  });
});
