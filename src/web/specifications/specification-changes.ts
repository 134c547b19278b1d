import type { SpecificationChanges, SpecificationDifference } from '#views/view-models/specification.js';
import type { DocumentComparison } from '#specification/compare-documents.js';
import type { Difference } from '#specification/comparison/differences.js';
import { SECTION_NUMBERS } from '#specification/document/headings.js';

/** Rendered lines of text. */
const MOST_LINES = 2_000;

/** `hrefOf`: address of a line in either document; undefined if not published. */
export function presentSpecificationChanges(
  { meaning, lines, isGivenUp = false }: DocumentComparison,
  hrefOf: (difference: Difference) => string | undefined = () => undefined,
): SpecificationChanges {
  const shown = (kind: Difference['kind']) =>
    meaning?.filter((each) => each.kind === kind).map((each) => ({ each, as: presented(each, hrefOf) }));
  const meanings = shown('meaning');
  const words = shown('words')?.map(({ as }) => as);
  const sections = SECTION_NUMBERS.map((number) => ({
    number,
    differences: (meanings ?? []).filter(({ each }) => each.section === number).map(({ as }) => as),
  }));
  return {
    ...(meanings && { meaning: sections.filter(({ differences }) => differences.length > 0) }),
    ...(words && { words }),
    isGivenUp,
    ...cut(lines),
  };
}

function presented(
  difference: Difference,
  hrefOf: (difference: Difference) => string | undefined,
): SpecificationDifference {
  const { about, sentence, line } = difference;
  const href = line === undefined ? undefined : hrefOf(difference);
  return { about, sentence, ...(line !== undefined && { line }), ...(href !== undefined && { href }) };
}

function cut(lines: DocumentComparison['lines']): Pick<SpecificationChanges, 'lines' | 'more'> {
  if (!lines) return { more: false };
  let left = MOST_LINES;
  const shown = lines.flatMap((hunk) => {
    const some = hunk.slice(0, Math.max(0, left));
    left -= hunk.length;
    return some.length > 0 ? [some] : [];
  });
  return { lines: shown, more: left < 0 };
}
