import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { splitLines } from './document-lines.js';
import type { SourcePosition } from './diagnostics.js';

export interface Heading {
  readonly kind: 'heading';
  readonly depth: number;
  readonly text: string;
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

export interface Prose {
  readonly kind: 'prose';
  readonly source: string;
  readonly line: number;
  readonly unclosed?: SourcePosition;
}

export interface Yaml {
  readonly kind: 'yaml';
  readonly source: string;
  readonly line: number;
  /** Of the fence; yaml lines lose as many spaces. */
  readonly indent: number;
  readonly unclosed?: SourcePosition;
}

export type Block = Heading | Prose | Yaml;

/** Costly parts of Markdown, left to pages, so that hostile documents are fast. */
const LEFT_OUT = [
  'attention autolink blockQuote characterEscape characterReference codeText definition hardBreakEscape',
  'htmlText labelEnd labelStartImage labelStartLink list setextUnderline thematicBreak',
].flatMap((names) => names.split(' '));

const markdown = unified()
  .use(remarkParse)
  .data('micromarkExtensions', [{ disable: { null: LEFT_OUT } }]);

export interface SplitDocument {
  readonly blocks: readonly Block[];
  readonly lastLine: number;
}

export function splitMarkdown(text: string): SplitDocument {
  const lines = splitLines(text);
  const blocks: BlockDraft[] = [];
  for (const node of markdown.parse(text).children) {
    const block = toBlockDraft(node, lines);
    const before = blocks.at(-1);
    if (block.kind === 'prose' && before?.kind === 'prose')
      blocks[blocks.length - 1] = { ...before, ...block, line: before.line };
    else blocks.push(block);
  }
  return { blocks: blocks.map((block) => withSource(block, lines)), lastLine: lines.length };
}

type MarkdownNode = ReturnType<typeof markdown.parse>['children'][number];

const SOMEWHERE = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

type BlockDraft = Heading | Yaml | (Omit<Prose, 'source'> & { readonly lastLine: number });

function toBlockDraft(node: MarkdownNode, lines: readonly string[]): BlockDraft {
  const { start, end } = node.position ?? SOMEWHERE;
  const first = lines[start.line - 1] ?? '';
  if (node.type === 'heading') {
    const text = trimClosingSigns(first.trim().replace(/^#+\s*/, ''));
    return {
      kind: 'heading',
      depth: node.depth,
      text,
      source: first,
      line: start.line,
      column: start.column,
    };
  }
  const unclosed = node.type === 'code' && !isClosed(lines, start.line, end.line) ? { unclosed: start } : {};
  if (node.type === 'code' && /^ya?ml$/i.test(node.lang ?? '')) {
    // A lone carriage return ends a line in Markdown, but not in yaml.
    const source = node.value.replace(/\r\n?/g, '\n');
    return { kind: 'yaml', source, line: start.line + 1, indent: start.column - 1, ...unclosed };
  }
  return { kind: 'prose', line: start.line, lastLine: end.line, ...unclosed };
}

function trimClosingSigns(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const closing = end < text.length && /^\s$/.test(text[end - 1] ?? '');
  return closing ? text.slice(0, end).trimEnd() : text;
}

function withSource(block: BlockDraft, lines: readonly string[]): Block {
  if (block.kind !== 'prose') return block;
  const { lastLine, ...prose } = block;
  return { ...prose, source: joinLines(lines, prose.line, lastLine) };
}

function joinLines(lines: readonly string[], from: number, to: number): string {
  return lines.slice(from - 1, to).join('\n');
}

/** The parser closes fences silently. */
function isClosed(lines: readonly string[], from: number, to: number): boolean {
  const [, opening] = /^ {0,3}(`{3,}|~{3,})/.exec(lines[from - 1] ?? '') ?? [];
  if (opening === undefined) return true;
  const [, closing = ''] = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(lines[to - 1] ?? '') ?? [];
  return to > from && closing.startsWith(opening);
}
