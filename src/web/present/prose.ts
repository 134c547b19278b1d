// The words of a specification around its rules: help on pages, and what an application is for.
import type { Viewer } from '#query-handling/viewer.js';
import type { SectionNumber, Specification } from '#specification/specification.js';
import { seesScreen } from '../screens.js';

/** The prose of a section, as Markdown; undefined: it has none. */
export function proseOf(specification: Specification, number: SectionNumber): string | undefined {
  const section = specification.sections.find((each) => each.number === number);
  const parts = (section?.content ?? []).flatMap((part) =>
    part.kind === 'prose' ? [part.markdown.trim()] : [],
  );
  const prose = parts.filter((part) => part !== '').join('\n\n');
  return prose === '' ? undefined : prose;
}

/** What section 2 says of the screens, without the sentences that name, in bold, a screen which the viewer cannot open. */
export function screenHelp(specification: Specification, viewer: Viewer): string | undefined {
  const prose = proseOf(specification, 2);
  if (prose === undefined) return undefined;
  const isOpen = new Set<string>();
  const closed = specification.screens.flatMap((screen) => {
    if (!seesScreen(screen, specification, viewer)) return [screen.title];
    isOpen.add(screen.title);
    return [];
  });
  const unwanted = closed.filter((title) => !isOpen.has(title)).map((title) => `**${title}**`);
  const isUnwanted = (text: string) => unwanted.some((name) => text.includes(name));
  if (!isUnwanted(prose)) return prose;
  const sentences = new Intl.Segmenter(specification.locale, { granularity: 'sentence' });
  return joinedLines(prose)
    .map((line) => wantedSentences(line, sentences, isUnwanted))
    .filter((line, index, lines) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .trim();
}

/** How a line of Markdown begins that does not continue the sentence before: items of lists, rows of tables, headings and quotations. */
const BEGINS_ANEW = /^(?:[-*+] |\d+[.)] |[|#>])/;

/** Each sentence in one line; paragraphs stay apart by an empty one. */
function joinedLines(prose: string): readonly string[] {
  const joined: string[] = [];
  for (const line of prose.split('\n').map((each) => each.trim())) {
    const before = joined.at(-1) ?? '';
    if (line === '' || before === '' || BEGINS_ANEW.test(line)) joined.push(line);
    else joined[joined.length - 1] = `${before} ${line}`;
  }
  return joined;
}

const wantedSentences = (
  line: string,
  sentences: Intl.Segmenter,
  isUnwanted: (text: string) => boolean,
): string =>
  [...sentences.segment(line)]
    .map(({ segment }) => segment)
    .filter((sentence) => !isUnwanted(sentence))
    .join('')
    .trimEnd();
