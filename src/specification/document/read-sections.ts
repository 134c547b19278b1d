import type { SectionContent, Section, SectionNumber } from '../model/specification.js';
import { assertWithinLimits } from './document-limits.js';
import { HEADINGS, formatHeading, findSectionOfHeading, SECTION_NUMBERS } from './headings.js';
import { type Block, type Heading, splitMarkdown } from './split-markdown.js';
import type { Diagnostics } from './diagnostics.js';

export interface YamlBlock {
  readonly source: string;
  /** Of the block's first yaml line. */
  readonly line: number;
  /** Of the fence; yaml lines lose as many spaces. */
  readonly indent: number;
}

export interface DocumentSection extends Section {
  readonly blocks: readonly YamlBlock[];
}

export interface SectionedDocument {
  readonly title: string | undefined;
  readonly sections: Readonly<Record<SectionNumber, DocumentSection>>;
  /** false: an unclosed block makes the rest ambiguous. */
  readonly whole: boolean;
}

/** Missing sections are reported. Throws `DiagnosticsLimitError`. */
export function readSections(text: string, problems: Diagnostics): SectionedDocument {
  const { blocks, lastLine } = splitMarkdown(text);
  assertWithinLimits(blocks, problems);
  const title = readTitle(blocks, problems);
  const found = new Map<SectionNumber, DocumentSection>();
  for (const part of groupByHeading(blocks, problems)) {
    found.set(part.number, readSection(part, problems));
  }
  const open = blocks.find(
    (block): block is SectionBlock => block.kind !== 'heading' && block.unclosed !== undefined,
  );
  // An open block swallows what follows.
  if (open) reportUnclosedBlock(open, problems);
  else reportMissing(found, lastLine, problems);
  const all = SECTION_NUMBERS.map((number) => found.get(number) ?? createMissingSection(number, lastLine));
  const sections = Object.fromEntries(all.map((section) => [section.number, section]));
  return { title, sections: sections as SectionedDocument['sections'], whole: open === undefined };
}

interface SectionPart {
  readonly number: SectionNumber;
  readonly heading: Heading;
  readonly inside: Block[];
}

function groupByHeading(blocks: readonly Block[], problems: Diagnostics): readonly SectionPart[] {
  const parts: SectionPart[] = [];
  let current: SectionPart | undefined;
  for (const block of blocks) {
    const meant = block.kind === 'heading' ? findSectionOfHeading(block.depth, block.text) : undefined;
    if (block.kind === 'heading' && meant) {
      if (!meant.exact) reportMisnamed(block, meant.number, problems);
      current = startPart(parts, block, meant.number, problems);
      continue;
    }
    if (block.kind === 'heading' && block.depth === 2) reportUnknown(block, problems);
    current?.inside.push(block);
  }
  return parts;
}

function startPart(
  parts: SectionPart[],
  heading: Heading,
  number: SectionNumber,
  problems: Diagnostics,
): SectionPart | undefined {
  const first = parts.find((part) => part.number === number);
  if (first) {
    reportTwice(heading, number, first.heading.line, problems);
    return undefined;
  }
  reportOrder(heading, number, parts.at(-1)?.number, problems);
  const part: SectionPart = { number, heading, inside: [] };
  parts.push(part);
  return part;
}

function readTitle(blocks: readonly Block[], problems: Diagnostics): string | undefined {
  const first = blocks.find((block) => block.kind === 'heading');
  if (first?.kind === 'heading' && first.depth === 1) {
    const [, title] = /^specification\s*:(.+)$/isu.exec(first.text.trim()) ?? [];
    if (title?.trim()) return title.trim();
  }
  const spot = first?.kind === 'heading' && first.depth === 1 ? first : { line: 1, column: 1 };
  problems.report(
    spot,
    'the document has no title',
    'start it with a line such as `# Specification: purchase requests`',
  );
  return undefined;
}

const NOT_SHOWN_PATTERN = /^not shown\.?$/i;

function readSection({ number, heading, inside }: SectionPart, problems: Diagnostics): DocumentSection {
  const content = inside.map(toContent);
  const blocks = inside.flatMap((block) => (block.kind === 'yaml' && !block.unclosed ? [block] : []));
  const notShownNote = inside.find(
    (block) => block.kind === 'prose' && NOT_SHOWN_PATTERN.test(block.source.trim()),
  );
  if (notShownNote && blocks.length > 0) {
    const message = `section ${number} says \`not shown.\` and shows yaml all the same`;
    problems.report({ line: notShownNote.line, column: 1 }, message, 'leave out one of the two');
  }
  if (inside.length === 0) {
    problems.report(
      heading,
      `section ${number} is empty`,
      'write `not shown.` where the defaults are to hold',
    );
  }
  const shown = inside.length > 0 && !(notShownNote && blocks.length === 0);
  return { number, heading: HEADINGS[number], shown, line: heading.line, content, blocks };
}

type SectionBlock = Exclude<Block, Heading>;

function reportUnclosedBlock(block: SectionBlock, problems: Diagnostics): void {
  const spot = block.unclosed ?? { line: block.line, column: 1 };
  problems.report(spot, 'the block that starts here is not closed', 'end it with a line of three backticks');
}

function toContent(block: Block): SectionContent {
  return block.kind === 'yaml'
    ? { kind: 'yaml', source: block.source, line: block.line }
    : { kind: 'prose', markdown: block.source, line: block.line };
}

function createMissingSection(number: SectionNumber, line: number): DocumentSection {
  return { number, heading: HEADINGS[number], shown: false, line, content: [], blocks: [] };
}

function reportMisnamed(heading: Heading, number: SectionNumber, problems: Diagnostics): void {
  problems.report(
    heading,
    `the heading “${shorten(heading.text)}” is not one of the nine`,
    `write \`${formatHeading(number)}\``,
  );
}

function reportTwice(heading: Heading, number: SectionNumber, first: number, problems: Diagnostics): void {
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
  problems: Diagnostics,
): void {
  if (previous === undefined || previous < number) return;
  const before = `\`${formatHeading(previous)}\``;
  problems.report(heading, `section ${number} comes after section ${previous}`, `put it before ${before}`);
}

function reportUnknown(heading: Heading, problems: Diagnostics): void {
  problems.report(
    heading,
    `the heading “${shorten(heading.text)}” is not one of the nine`,
    'for headings of your own use `###`',
  );
}

function reportMissing(
  found: ReadonlyMap<SectionNumber, DocumentSection>,
  lastLine: number,
  problems: Diagnostics,
): void {
  for (const number of SECTION_NUMBERS) {
    if (found.has(number)) continue;
    const next = SECTION_NUMBERS.find((later) => later > number && found.has(later));
    const line = (next && found.get(next)?.line) ?? lastLine;
    problems.report(
      { line, column: 1 },
      `section ${number}, “${HEADINGS[number]}”, is missing`,
      `write \`${formatHeading(number)}\` and \`not shown.\` below it`,
    );
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
