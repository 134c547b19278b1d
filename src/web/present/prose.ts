// The words of a specification around its rules: help on pages, and what an application is for.
import type { SectionNumber, Specification } from '#specification/specification.js';

/** The prose of a section, as Markdown; undefined: it has none. */
export function proseOf(specification: Specification, number: SectionNumber): string | undefined {
  const section = specification.sections.find((each) => each.number === number);
  const parts = (section?.content ?? []).flatMap((part) =>
    part.kind === 'prose' ? [part.markdown.trim()] : [],
  );
  const prose = parts.filter((part) => part !== '').join('\n\n');
  return prose === '' ? undefined : prose;
}
