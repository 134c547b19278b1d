// The blank document, the full one, and ones with some sections.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDocument } from '#specification/check-document.js';
import { HEADINGS, SECTION_NUMBERS } from '#specification/document/headings.js';
import type { Problem, SectionNumber, Specification } from '#specification/model/specification.js';

const FIXTURES = join('test', 'specification', 'fixtures');

export function fixture(name: string): string {
  return readFileSync(join(FIXTURES, name), 'utf8');
}

/** DESIGN.md's example without its three dangling references. */
export function mended(): string {
  return fixture('design-example.md').replace(
    '      quote: ',
    '      budgetHolder: { type: user }\n      orderNumber: { type: text }\n      paidOn: { type: date }\n      quote: ',
  );
}

/** Other sections say `not shown.` */
export function documentOf(
  yaml: Partial<Record<SectionNumber, string>>,
  title = 'Specification: things',
): string {
  const sections = SECTION_NUMBERS.map((number) => {
    const shown = yaml[number];
    const content = shown === undefined ? 'not shown.' : `\`\`\`yaml\n${shown}\n\`\`\``;
    return `## ${number}. ${HEADINGS[number]}\n${content}\n`;
  });
  return `# ${title}\n${sections.join('')}`;
}

export function valid(document: string): Specification {
  const checked = checkDocument(document);
  if (!checked.ok) throw new Error(`the document is broken:\n${checked.problems.map(shown).join('\n')}`);
  return checked.specification;
}

/** `12:5 what is wrong — what would be right` */
export function shown({ line, column, message, remedy }: Problem): string {
  return `${line}:${column} ${message}${remedy === undefined ? '' : ` — ${remedy}`}`;
}

/** The place is the line's text with a bar before the column. */
export function problemsIn(document: string): readonly string[] {
  const lines = document.split('\n');
  return checkDocument(document).problems.map((problem) => {
    const line = lines[problem.line - 1] ?? '';
    const marked = `${line.slice(0, problem.column - 1)}|${line.slice(problem.column - 1)}`.trim();
    return `${marked} → ${problem.message}${problem.remedy === undefined ? '' : ` → ${problem.remedy}`}`;
  });
}
