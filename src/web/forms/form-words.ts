// What a form says of fields that are still empty: what to do, in the words of a request rather than of a finding.
import type { Reason } from '#domain/refusal.js';
import { hasFiles, hasRows, typeOf } from '#specification/field-types/type-of.js';
import type { Field, Specification } from '#specification/specification.js';

interface FormWords {
  readonly specification: Pick<Specification, 'errors' | 'locale'>;
  /** Of the form. */
  readonly fields: readonly Field[];
}

/** Words that the document itself gives for a code stay. */
export function formReasons(reasons: readonly Reason[], words: FormWords): readonly Reason[] {
  return reasons.map((reason) => {
    const { code } = reason;
    const message = words.specification.errors[code]?.place ? undefined : requestFor(reason, words);
    return message === undefined ? reason : { ...reason, message, remedy: undefined };
  });
}

function requestFor(
  { code, fields: [key = ''] }: Reason,
  { specification: { locale }, fields }: FormWords,
): string | undefined {
  if (code === 'REASON_REQUIRED') return 'Enter a reason';
  if (code !== 'REQUIRED') return undefined;
  const [ownKey, row, column] = key.split('.');
  const field = fields.find((each) => each.key === ownKey);
  const cell = field?.fields.find((each) => each.key === column);
  if (cell) return `${verbFor(cell)} ${inSentence(cell.title, locale)} in row ${Number(row) + 1}`;
  return field && `${verbFor(field)} ${inSentence(field.title, locale)}`;
}

function verbFor(field: Field): string {
  const { isListed, isYesNo, pointsTo } = typeOf(field);
  if (hasRows(field) || hasFiles(field)) return 'Add';
  return isListed || isYesNo || pointsTo !== undefined ? 'Choose' : 'Enter';
}

/** English writes names of things small within a sentence; other languages have rules of their own. */
function inSentence(title: string, locale: string): string {
  return /^en\b/.test(locale)
    ? title.replace(/^(?:An? |The |\p{Lu}(?=\p{Ll}))/u, (start) => start.toLowerCase())
    : title;
}
