// Markdown → headings, prose and yaml blocks in order, each with its line in the document.
import remarkParse from 'remark-parse';
import { unified } from 'unified';

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
}

export interface Yaml {
  readonly kind: 'yaml';
  readonly source: string;
  /** Of the first line inside the fence. */
  readonly line: number;
  readonly fenceLine: number;
  readonly indent: number;
  readonly closed: boolean;
}

export type Block = Heading | Prose | Yaml;

/**
 * Only what splits a document is recognised: the rest stays prose, which a page renders later. That also keeps
 * hostile documents fast, since the costly parts of Markdown are the ones left out.
 */
const LEFT_OUT = [
  'attention autolink blockQuote characterEscape characterReference codeText definition hardBreakEscape',
  'htmlText labelEnd labelStartImage labelStartLink list setextUnderline thematicBreak',
].flatMap((names) => names.split(' '));

const markdown = unified()
  .use(remarkParse)
  .data('micromarkExtensions', [{ disable: { null: LEFT_OUT } }]);

export function splitMarkdown(text: string): {
  readonly blocks: readonly Block[];
  readonly lastLine: number;
} {
  const lines = text.split(/\r\n|\n|\r/);
  const blocks: Block[] = [];
  let prose: { from: number; to: number } | undefined;
  const endProse = () => {
    if (prose)
      blocks.push({
        kind: 'prose',
        source: lines.slice(prose.from - 1, prose.to).join('\n'),
        line: prose.from,
      });
    prose = undefined;
  };
  for (const node of markdown.parse(text).children) {
    const { start, end } = node.position ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
    if (node.type === 'heading') {
      endProse();
      const source = lines[start.line - 1] ?? '';
      const inside = source
        .trim()
        .replace(/^#+\s*/, '')
        .replace(/\s+#+$/, '');
      blocks.push({
        kind: 'heading',
        depth: node.depth,
        text: inside,
        source,
        line: start.line,
        column: start.column,
      });
    } else if (node.type === 'code' && /^ya?ml$/i.test(node.lang ?? '')) {
      endProse();
      blocks.push(yamlBlock(node.value, start, lines[end.line - 1] ?? '', end.line));
    } else {
      prose = { from: prose?.from ?? start.line, to: end.line };
    }
  }
  endProse();
  return { blocks, lastLine: lines.length };
}

function yamlBlock(
  source: string,
  start: { readonly line: number; readonly column: number },
  lastLine: string,
  endLine: number,
): Yaml {
  const closed = endLine > start.line && /^\s{0,3}(`{3,}|~{3,})\s*$/.test(lastLine);
  return {
    kind: 'yaml',
    source,
    line: start.line + 1,
    fenceLine: start.line,
    indent: start.column - 1,
    closed,
  };
}
