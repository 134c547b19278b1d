// Fields two people changed, as a form shows them: what it was, what the other one made of it, what was typed here.
import type { InputConflict } from '#views/view-models/form.js';
import type { Refusal } from '#views/view-models/shown.js';
import type { FieldDifference } from '#domain/refusal.js';
import { Mentions, findNames } from '#query-handling/names/mentions.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import type { Field } from '#specification/model/specification.js';
import { recordHref } from '#web/addresses/page-addresses.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { Excerpt } from '#web/display/excerpt.js';
import { excerptValues } from './conflict-excerpt.js';
import { toDisplayVocabulary, showValue, type DisplayContext } from '#web/display/display-value.js';
import { displayActorName } from '#web/display/person-names.js';
import { formatForForm } from '#specification/field-types/format-for-form.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import { isSameValue } from '#specification/model/stored-value.js';
import { hasRows } from '#specification/field-types/find-field-type.js';

/** Letters of a value within a sentence. */
const MESSAGE = 150;

export interface DisplayedDifferences {
  /** For fields of the form: to choose. */
  readonly conflicts: readonly InputConflict[];
  /** For all others: to know. */
  readonly refusals: readonly Refusal[];
}

export async function showDifferences(
  sources: QueryDependencies,
  { published, specification, entity, route, viewer, locale, timeZone, t }: RecordRequest,
  differences: readonly FieldDifference[],
  onForm: readonly Field[],
): Promise<DisplayedDifferences> {
  const mentions = new Mentions();
  const found = differences.flatMap((difference) =>
    difference.of ? [{ difference, field: difference.of }] : [],
  );
  for (const { difference, field } of found) {
    for (const id of [difference.by, difference.for]) mentions.person(id);
    for (const value of [difference.base, difference.theirs, difference.yours]) mentions.value(field, value);
  }
  const words: DisplayContext = {
    specification,
    names: await findNames(sources, published, mentions, viewer),
    t,
  };
  const wholeHref = route.id === undefined ? undefined : recordHref(specification, entity.key, route.id);
  const keys = new Set(onForm.map(({ key }) => key));
  // What the person left as it was shown to them leaves nothing to choose.
  const isToChoose = ({ field, difference: { base: seen, yours } }: (typeof found)[number]) =>
    keys.has(field.key) && !isSameValue(seen, yours);
  return {
    conflicts: found
      .filter(isToChoose)
      .map(({ difference, field }) => conflictOf(difference, field, { words, wholeHref })),
    refusals: found
      .filter((each) => !isToChoose(each))
      .map(({ difference, field }) => tell(difference, field, { ...words, manner: { locale, timeZone } })),
  };
}

interface ConflictContext {
  readonly words: DisplayContext;
  /** Page of the record, where all of theirs stands. */
  readonly wholeHref: string | undefined;
}

/** Long values are shown from their first difference; the form still posts them whole. */
function conflictOf(
  difference: FieldDifference,
  field: Field,
  { words, wholeHref }: ConflictContext,
): InputConflict {
  const { at } = difference;
  const excerpts = excerptValues([difference.base, difference.theirs, difference.yours], (value) =>
    showValue(field, value, toDisplayVocabulary(words)),
  );
  const [seen, theirs, yours] = excerpts.shown;
  return {
    field: field.key,
    title: field.title,
    seen: seen!,
    theirs: theirs!,
    yours: yours!,
    by: displayActorName(words.names, difference, words.t),
    at,
    ...(excerpts.isCut && wholeHref !== undefined && { wholeHref }),
  };
}

function tell(
  difference: FieldDifference,
  field: Field,
  words: DisplayContext & { readonly manner: DisplayLocale },
): Refusal {
  const { base, theirs } = difference;
  const { t } = words;
  const name = displayActorName(words.names, difference, t);
  const excerpt = new Excerpt();
  const written = (value: FieldDifference['base']) => {
    const { label } = showValue(field, value, toDisplayVocabulary(words));
    return excerpt.text(label || formatForForm(field, value, words.manner), MESSAGE) || '–';
  };
  const message = hasRows(field)
    ? t('form.changedBy', { field: field.title, name })
    : t('form.changedFromTo', { field: field.title, name, before: written(base), after: written(theirs) });
  return { code: 'CHANGED_MEANWHILE', message, fields: [] };
}
