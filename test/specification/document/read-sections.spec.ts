import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import { documentOf, problemsIn, shown, valid } from '../documents.js';

const blank = documentOf({});

describe('given the nine headings', () => {
  it('when one is missing, then the remedy is the heading to write', () => {
    const document = blank.replace('## 5. Validation rules\nnot shown.\n', '');
    expect(problemsIn(document)).toEqual([
      '|## 6. Roles and permissions → section 5, “Validation rules”, is missing → write `## 5. Validation rules` and `not shown.` below it',
    ]);
  });

  it('when the last is missing, then that is said at the end', () => {
    const document = blank.replace('## 9. Business constants and limits\nnot shown.\n', '');
    expect(checkDocument(document).problems.map(shown)).toEqual([
      '18:1 section 9, “Business constants and limits”, is missing — write `## 9. Business constants and limits` and `not shown.` below it',
    ]);
  });

  it.each([
    ['## Validation rules', 'without its number'],
    ['## 5 Validation rules', 'without its point'],
    ['## 4. Validation rules', 'with another number'],
    ['## 5. Validatoin rules', 'with letters exchanged'],
    ['## 5. Rules', 'with other words'],
    ['# 5. Validation rules', 'one level too high'],
    ['### 5. Validation rules', 'one level too low'],
  ])('when one is written `%s`, %s, then the remedy is the heading as it should be', (heading) => {
    expect(problemsIn(blank.replace('## 5. Validation rules', heading))).toEqual([
      `|${heading} → the heading “${heading.replace(/^#+ /, '')}” is not one of the nine → write \`## 5. Validation rules\``,
    ]);
  });

  it('when one is written in capitals or with more space, then that is right as well', () => {
    expect(checkDocument(blank.replace('## 5. Validation rules', '##   5.  VALIDATION  rules  ')).ok).toBe(
      true,
    );
  });

  it('when one stands twice, then the second is reported and not read', () => {
    const twice = `${documentOf({ 1: 'name: A' })}## 1. What the product does and for whom\n\`\`\`yaml\nname: B\n\`\`\`\n`;
    expect(problemsIn(twice)).toEqual([
      '|## 1. What the product does and for whom → section 1 stands here for the second time; the first is in line 2 → put both under one heading',
    ]);
  });

  it('when two are exchanged, then the later one is reported', () => {
    const [five, six] = ['## 5. Validation rules\nnot shown.\n', '## 6. Roles and permissions\nnot shown.\n'];
    expect(problemsIn(blank.replace(`${five}${six}`, `${six}${five}`))).toEqual([
      '|## 5. Validation rules → section 5 comes after section 6 → put it before `## 6. Roles and permissions`',
    ]);
  });

  it('when there is another heading of their level, then a lower one is the remedy', () => {
    expect(problemsIn(blank.replace('## 5.', '## Appendix\n## 5.'))).toEqual([
      '|## Appendix → the heading “Appendix” is not one of the nine → for headings of your own use `###`',
    ]);
  });

  it('when there are lower headings within a section, then they are prose', () => {
    const { sections } = valid(blank.replace('## 6.', '### Background\nWhy it is so.\n\n## 6.'));
    expect(sections[4]?.content.map((each) => (each.kind === 'prose' ? each.markdown : each.source))).toEqual(
      ['not shown.', '### Background', 'Why it is so.'],
    );
  });

  it('when the title is missing or says nothing, then that is reported', () => {
    const remedy = 'start it with a line such as `# Specification: purchase requests`';
    expect(checkDocument(blank.replace(/^# .*\n/, '')).problems.map(shown)).toEqual([
      `1:1 the document has no title — ${remedy}`,
    ]);
    expect(checkDocument(blank.replace(/^# .*\n/, '\n# Things\n')).problems.map(shown)).toEqual([
      `2:1 the document has no title — ${remedy}`,
    ]);
  });

  it('when a section is empty, then `not shown.` is the remedy', () => {
    expect(problemsIn(blank.replace('rules\nnot shown.', 'rules'))).toEqual([
      '|## 5. Validation rules → section 5 is empty → write `not shown.` where the defaults are to hold',
    ]);
  });

  it('when a section says `not shown.` and shows something, then one of the two is too much', () => {
    const document = documentOf({ 1: 'name: A' }).replace('whom\n', 'whom\nnot shown.\n\n');
    expect(problemsIn(document)).toEqual([
      '|not shown. → section 1 says `not shown.` and shows yaml all the same → leave out one of the two',
    ]);
  });
});

describe('given yaml blocks', () => {
  it('when a section has several, then they are one', () => {
    const document = documentOf({
      3: 'entities:\n  A: { fields: { x: text } }\n```\nAnd:\n```yml\nentities:\n  B: { fields: { y: text } }',
    });
    expect(Object.keys(valid(document).entities)).toEqual(['A', 'B']);
  });

  it('when the same stands in two of them, then the second is reported with the place of the first', () => {
    const document = documentOf({
      3: 'entities:\n  A: { fields: { x: text } }\n```\nAnd:\n```yaml\nentities:\n  A: { fields: { y: text } }',
    });
    expect(problemsIn(document)).toEqual([
      '|A: { fields: { y: text } } → `A` stands here twice → the first is in line 9: keep one',
    ]);
  });

  it('when one is not closed, then only that is reported, not all that it swallows', () => {
    const document = blank.replace(
      '## 5. Validation rules\nnot shown.',
      '## 5. Validation rules\n```yaml\nrules: {}',
    );
    expect(problemsIn(document)).toEqual([
      '|```yaml → the block that starts here is not closed → end it with a line of three backticks',
    ]);
  });

  it('when one is of another language, then it is prose', () => {
    const { sections } = valid(blank.replace('rules\nnot shown.', 'rules\n```json\n{ "rules": 1 }\n```'));
    expect(sections[4]?.content).toEqual([
      { kind: 'prose', markdown: '```json\n{ "rules": 1 }\n```', line: 11 },
    ]);
  });

  it('when one is indented, then places count from the left edge of the document', () => {
    const document = blank.replace('rules\nnot shown.', 'rules\n   ```yaml\n   rulse: {}\n   ```');
    expect(problemsIn(document)).toEqual([
      '|rulse: {} → no key `rulse` in this section → did you mean `rules`?',
    ]);
    expect(checkDocument(document).problems[0]).toMatchObject({ line: 12, column: 4 });
  });

  it('when lines end the way Windows ends them, then places are the same', () => {
    const document = documentOf({ 1: 'name: A\nnmae: B' });
    expect(checkDocument(document.replaceAll('\n', '\r\n')).problems).toEqual(
      checkDocument(document).problems,
    );
    expect(checkDocument(document).problems).toHaveLength(1);
  });

  it('when an anchor is used a few times, then its aliases stand for it', () => {
    const document = documentOf({ 3: 'entities:\n  A: &a { fields: { x: text } }\n  B: *a' });
    expect(valid(document).entities['B']?.fields.map(({ key }) => key)).toEqual(['x']);
  });

  it('when aliases multiply, then that is one problem, and fast', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'.split('').map((key, index) => {
        const before = 'abcdefgh'[index] ?? 'a';
        return `${key}: &${key} [${Array(9).fill(`*${before}`).join(', ')}]`;
      }),
    ].join('\n');
    const messages = checkDocument(documentOf({ 1: bomb })).problems.map(({ message }) => message);
    expect(messages).toContain('the aliases of this block repeat too much');
    expect(messages.length).toBeLessThan(100);
  });

  it('when an anchor holds itself, then that is reported', () => {
    expect(
      checkDocument(documentOf({ 1: 'name: &a [*a]' })).problems.map(({ message }) => message),
    ).toContain('this is nested more than 30 levels deep');
  });

  it('when one is nested without end, then that is reported', () => {
    expect(checkDocument(documentOf({ 1: `name: ${'['.repeat(10_000)}` })).problems.map(shown)).toEqual([
      expect.stringContaining('this is nested too deeply — write it flatter'),
    ]);
  });
});
