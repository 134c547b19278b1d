import { LRUCache } from 'lru-cache';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { Viewer } from '#query-handling/viewer.js';
import type { SectionNumber, Specification } from '#specification/model/specification.js';
import { canSeeScreen } from '../addresses/visible-screens.js';

/** Markdown; undefined: the section has none. */
function sectionProse(specification: Specification, number: SectionNumber): string | undefined {
  const section = specification.sections.find((each) => each.number === number);
  const parts = (section?.content ?? []).flatMap((part) =>
    part.kind === 'prose' ? [part.markdown.trim()] : [],
  );
  const prose = parts.filter((part) => part !== '').join('\n\n');
  return prose === '' ? undefined : prose;
}

/** Prose of section 2 without sentences that name (in bold) screens the viewer cannot open. */
export function findScreenHelp(specification: Specification, viewer: Viewer): string | undefined {
  const prose = sectionProse(specification, 2);
  if (prose === undefined) return undefined;
  const isOpen = new Set<string>();
  const closed = specification.screens.flatMap((screen) => {
    if (!canSeeScreen(screen, specification, viewer)) return [screen.title];
    isOpen.add(screen.title);
    return [];
  });
  const unwanted = closed.filter((title) => !isOpen.has(title)).map((title) => `**${title}**`);
  const isUnwanted = (text: string) => unwanted.some((name) => text.includes(name));
  if (!isUnwanted(prose)) return prose;
  const key = JSON.stringify([specification.locale, unwanted, prose]);
  let left = shortened.get(key);
  if (left === undefined) {
    const sentences = new Intl.Segmenter(specification.locale, { granularity: 'sentence' });
    const cuts = cutsIn(markdown.parse(prose), { prose, sentences, isUnwanted });
    shortened.set(key, (left = without(prose, cuts).trim()));
  }
  return left;
}

/** Parsing dominates the rendering of a page's prose. */
const shortened = new LRUCache<string, string>({ max: 200 });

const markdown = unified().use(remarkParse);

interface MarkdownNode {
  readonly type: string;
  readonly position?: {
    readonly start: { readonly offset?: number };
    readonly end: { readonly offset?: number };
  };
  readonly children?: readonly MarkdownNode[];
}

/** Offsets in the prose. */
interface Cut {
  readonly from: number;
  readonly until: number;
}

interface CutContext {
  readonly prose: string;
  readonly sentences: Intl.Segmenter;
  readonly isUnwanted: (text: string) => boolean;
}

/** In document order. */
function cutsIn(node: MarkdownNode, context: CutContext): readonly Cut[] {
  if (node.type === 'paragraph' || node.type === 'heading') return sentenceCuts(node, context);
  const cuts = (node.children ?? []).flatMap((child) => cutsIn(child, context));
  const isCut = (child: MarkdownNode) => cuts.some((cut) => contains(cut, rangeOf(child)));
  const isEmptied = node.type === 'listItem' && cuts.length > 0 && node.children?.every(isCut) === true;
  return isEmptied ? [wholeLines(rangeOf(node), context.prose)] : cuts;
}

function sentenceCuts(node: MarkdownNode, { prose, sentences, isUnwanted }: CutContext): readonly Cut[] {
  const range = rangeOf(node);
  // A line break does not end a sentence.
  const text = prose.slice(range.from, range.until).replaceAll('\n', ' ');
  const all = [...sentences.segment(text)];
  const cuts = all
    .filter(({ segment }) => isUnwanted(segment))
    .map(({ index, segment }): Cut => {
      const from = range.from + index;
      return { from, until: from + segment.length };
    });
  return cuts.length === all.length ? [wholeLines(range, prose)] : cuts;
}

const rangeOf = ({ position }: MarkdownNode): Cut => ({
  from: position?.start.offset ?? 0,
  until: position?.end.offset ?? 0,
});

const contains = (outer: Cut, inner: Cut): boolean => outer.from <= inner.from && inner.until <= outer.until;

/** Includes indentation before and empty lines after. */
function wholeLines({ from, until }: Cut, prose: string): Cut {
  const line = prose.lastIndexOf('\n', from - 1) + 1;
  const empty = /^(?:[ \t]*\n)*/.exec(prose.slice(until))![0].length;
  return { from: prose.slice(line, from).trim() === '' ? line : from, until: until + empty };
}

function without(text: string, cuts: readonly Cut[]): string {
  const ends = [0, ...cuts.map(({ until }) => until)];
  return ends.map((end, index) => text.slice(end, cuts[index]?.from ?? text.length)).join('');
}
