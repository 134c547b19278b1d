// “Enter what you need”, “Choose supplier”
import type { Field } from '#specification/model/specification.js';
import { hasFiles, hasRows, getFieldType } from '#specification/field-types/find-field-type.js';
import { createPhrase, type Phrase, type PhraseId } from '#specification/refusal-words/phrases.js';
import type { DecisionContext } from '../decision-context.js';

/** `row` counts from 1. */
export function describeMissingField(
  { specification: { locale } }: Pick<DecisionContext, 'specification'>,
  field: Field,
  row?: number,
): Phrase {
  const named = (title: string) =>
    row === undefined ? title : createPhrase('the.cell-here', { column: title, row });
  return createPhrase(chooseVerb(field), {
    field: named(lowerCaseTitle(field.title, locale)),
    title: named(field.title),
  });
}

function chooseVerb(field: Field): Extract<PhraseId, `enter.${string}`> {
  if (hasRows(field) || hasFiles(field)) return 'enter.more';
  const { isListed, isYesNo, pointsTo } = getFieldType(field);
  return isListed || isYesNo || pointsTo !== undefined ? 'enter.choice' : 'enter.text';
}

const lowerCaseTitle = (title: string, locale: string): string =>
  /^en\b/i.test(locale)
    ? title.replace(/^(?:An? |The |\p{Lu}(?=\p{Ll}))/u, (start) => start.toLowerCase())
    : title;
