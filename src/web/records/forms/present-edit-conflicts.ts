import type { InputConflict } from '#views/view-models/form.js';
import type { Refusal } from '#views/view-models/display-value.js';
import type { FieldDifference } from '#domain/refusal.js';
import { ReferencedIds, FindNames } from '#query-handling/names/find-names.js';
import type { Field } from '#specification/model/specification.js';
import { recordHref } from '#web/addresses/page-addresses.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { ValueExcerpter } from '#web/display/value-excerpts.js';
import { excerptValues } from './conflict-excerpt.js';
import { toValueDisplayContext, displayValue, type DisplayContext } from '#web/display/display-value.js';
import { displayActorName } from '#web/display/person-names.js';
import { formatForForm } from '#specification/field-types/format-for-form.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { isSameValue } from '#specification/model/stored-value.js';
import type { QueryContext } from '#web/requests/request-context.js';
import { hasRows } from '#specification/field-types/find-field-type.js';

/** Characters of a value within a sentence. */
const MESSAGE = 150;

export interface PresentedConflicts {
  /** Fields of the form, to resolve. */
  readonly conflicts: readonly InputConflict[];
  /** Fields that are not in the form. */
  readonly refusals: readonly Refusal[];
}

export async function presentEditConflicts(
  { queries }: QueryContext,
  { published, specification, entity, route, viewer, locale, timeZone, t }: RecordRequest,
  differences: readonly FieldDifference[],
  onForm: readonly Field[],
): Promise<PresentedConflicts> {
  const mentions = new ReferencedIds();
  const found = differences.flatMap((difference) =>
    difference.of ? [{ difference, field: difference.of }] : [],
  );
  for (const { difference, field } of found) {
    for (const id of [difference.by, difference.for]) mentions.person(id);
    for (const value of [difference.base, difference.theirs, difference.yours]) mentions.value(field, value);
  }
  const words: DisplayContext = {
    specification,
    names: await queries.execute(new FindNames(published, mentions, viewer)),
    t,
  };
  const wholeHref = route.id === undefined ? undefined : recordHref(specification, entity.key, route.id);
  const keys = new Set(onForm.map(({ key }) => key));
  // Fields the person left unchanged need no decision.
  const isToChoose = ({ field, difference: { base, yours } }: (typeof found)[number]) =>
    keys.has(field.key) && !isSameValue(base, yours);
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
  /** Page of the record, with the other person's full values. */
  readonly wholeHref: string | undefined;
}

/** Long values are excerpted; the form still posts them in full. */
function conflictOf(
  difference: FieldDifference,
  field: Field,
  { words, wholeHref }: ConflictContext,
): InputConflict {
  const { at } = difference;
  const excerpts = excerptValues([difference.base, difference.theirs, difference.yours], (value) =>
    displayValue(field, value, toValueDisplayContext(words)),
  );
  const [base, theirs, yours] = excerpts.shown;
  return {
    field: field.key,
    title: field.title,
    base: base!,
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
  const excerpt = new ValueExcerpter();
  const written = (value: FieldDifference['base']) => {
    const { label } = displayValue(field, value, toValueDisplayContext(words));
    return excerpt.text(label || formatForForm(field, value, words.manner), MESSAGE) || '–';
  };
  const message = hasRows(field)
    ? t('form.changedBy', { field: field.title, name })
    : t('form.changedFromTo', { field: field.title, name, before: written(base), after: written(theirs) });
  return { code: 'CHANGED_MEANWHILE', message, fields: [] };
}
