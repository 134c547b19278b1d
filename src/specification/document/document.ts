// Markdown → the nine sections of a specification, with their prose and yaml blocks and where each stands.
import type { Content, Section, SectionNumber } from '../specification.js';
import { HEADINGS, headingLine, meantHeading, SECTION_NUMBERS } from './headings.js';
import { type Block, type Heading, splitMarkdown } from './markdown.js';
import type { Problems } from './problems.js';

export interface YamlBlock {
  readonly source: string;
  /** The document line of the block's first yaml line. */
  readonly line: number;
  /** Spaces the fence stands in from the left; the yaml below it is freed of as many. */
  readonly indent: number;
}

export interface DocumentSection extends Section {
  readonly blocks: readonly YamlBlock[];
}

export interface Document {
  readonly title?: string;
  readonly sections: Readonly<Record<SectionNumber, DocumentSection>>;
}

/** Never fails: a section that is missing comes back as one not shown, and the problem is reported. */
export function readDocument(text: string, problems: Problems): Document {
  const { blocks, lastLine } = splitMarkdown(text);
  const title = readTitle(blocks, problems);
  const found = new Map<SectionNumber, DocumentSection>();
  let current: { number: SectionNumber; heading: Heading; blocks: Block[] } | undefined;
  let previous: SectionNumber | undefined;
  const close = () => {
    if (current)
      found.set(current.number, readSection(current.number, current.heading, current.blocks, problems));
    current = undefined;
  };
  for (const block of blocks) {
    const meant = block.kind === 'heading' ? meantHeading(block.depth, block.text) : undefined;
    if (block.kind === 'heading' && meant) {
      close();
      if (!meant.exact) reportMisnamed(block, meant.number, problems);
      const first = found.get(meant.number);
      if (first) {
        reportTwice(block, meant.number, first.line, problems);
      } else {
        reportOrder(block, meant.number, previous, problems);
        current = { number: meant.number, heading: block, blocks: [] };
        previous = meant.number;
      }
    } else if (block.kind === 'heading' && block.depth === 2) {
      reportUnknown(block, problems);
      current?.blocks.push(block);
    } else {
      current?.blocks.push(block);
    }
  }
  close();
  reportMissing(found, lastLine, problems);
  const all = SECTION_NUMBERS.map((number) => found.get(number) ?? notShown(number, lastLine));
  const sections = Object.fromEntries(all.map((section) => [section.number, section]));
  return { ...(title === undefined ? {} : { title }), sections: sections as Document['sections'] };
}

function readTitle(blocks: readonly Block[], problems: Problems): string | undefined {
  const first = blocks.find((block) => block.kind === 'heading');
  if (first?.kind === 'heading' && first.depth === 1) {
    const [, title] = /^specification\s*:\s*(.+)$/isu.exec(first.text.trim()) ?? [];
    if (title) return title.trim();
  }
  const spot = first?.kind === 'heading' && first.depth === 1 ? first : { line: 1, column: 1 };
  problems.report(
    spot,
    'the document has no title',
    'start it with a line such as `# Specification: purchase requests`',
  );
  return undefined;
}

function readSection(
  number: SectionNumber,
  heading: Heading,
  inside: readonly Block[],
  problems: Problems,
): DocumentSection {
  const content = inside.map(asContent);
  const blocks = inside.flatMap((block) => (block.kind === 'yaml' ? [block] : []));
  const prose = inside.filter((block) => block.kind !== 'yaml');
  const saysNotShown = prose.find((block) => /^not shown\.?$/i.test(block.source.trim()));
  for (const block of blocks) {
    if (block.closed) continue;
    problems.report(
      { line: block.fenceLine, column: block.indent + 1 },
      'the yaml block is not closed',
      'end it with a line of three backticks',
    );
  }
  if (saysNotShown && blocks.length > 0) {
    problems.report(
      { line: saysNotShown.line, column: 1 },
      `section ${number} says \`not shown.\` and shows yaml all the same`,
      'leave out one of the two',
    );
  }
  if (inside.length === 0) {
    problems.report(
      heading,
      `section ${number} is empty`,
      'write `not shown.` where the defaults are to hold',
    );
  }
  const shown = inside.length > 0 && !(saysNotShown && blocks.length === 0);
  return { number, heading: HEADINGS[number], shown, line: heading.line, content, blocks };
}

function asContent(block: Block): Content {
  return block.kind === 'yaml'
    ? { kind: 'yaml', source: block.source, line: block.line }
    : { kind: 'prose', markdown: block.source, line: block.line };
}

function notShown(number: SectionNumber, line: number): DocumentSection {
  return { number, heading: HEADINGS[number], shown: false, line, content: [], blocks: [] };
}

function reportMisnamed(heading: Heading, number: SectionNumber, problems: Problems): void {
  problems.report(
    heading,
    `the heading “${short(heading.text)}” is not one of the nine`,
    `write \`${headingLine(number)}\``,
  );
}

function reportTwice(heading: Heading, number: SectionNumber, first: number, problems: Problems): void {
  problems.report(
    heading,
    `section ${number} stands here for the second time; the first is in line ${first}`,
    'put both under one heading',
  );
}

function reportOrder(
  heading: Heading,
  number: SectionNumber,
  previous: SectionNumber | undefined,
  problems: Problems,
): void {
  if (previous === undefined || previous < number) return;
  const before = `\`${headingLine(previous)}\``;
  problems.report(heading, `section ${number} comes after section ${previous}`, `put it before ${before}`);
}

function reportUnknown(heading: Heading, problems: Problems): void {
  problems.report(
    heading,
    `the heading “${short(heading.text)}” is not one of the nine`,
    'for headings of your own use `###`',
  );
}

function reportMissing(
  found: ReadonlyMap<SectionNumber, DocumentSection>,
  lastLine: number,
  problems: Problems,
): void {
  for (const number of SECTION_NUMBERS) {
    if (found.has(number)) continue;
    const next = SECTION_NUMBERS.find((later) => later > number && found.has(later));
    const line = (next && found.get(next)?.line) ?? lastLine;
    problems.report(
      { line, column: 1 },
      `section ${number}, “${HEADINGS[number]}”, is missing`,
      `write \`${headingLine(number)}\` and \`not shown.\` below it`,
    );
  }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
