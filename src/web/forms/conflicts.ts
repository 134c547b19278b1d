// Fields two people changed, as a form shows them: what it was, what the other one made of it, what was typed here.
import type { InputConflict } from '#views/view-models/form.js';
import type { Refusal } from '#views/view-models/shown.js';
import type { FieldDifference } from '#domain/refusal.js';
import { Mentions, namesOf } from '#query-handling/mentions.js';
import type { Sources } from '#query-handling/ports.js';
import type { Field } from '#specification/specification.js';
import type { RecordRequest } from '../record-request.js';
import { actorName, shownFrom, showValue, type DisplayContext } from '../present/shown.js';
import { inForm } from '#specification/field-types/form-text.js';
import { sameValue } from '#specification/value.js';
import { hasRows } from '#specification/field-types/type-of.js';

export interface DisplayedDifferences {
  /** For fields of the form: to choose. */
  readonly conflicts: readonly InputConflict[];
  /** For all others: to know. */
  readonly refusals: readonly Refusal[];
}

export async function showDifferences(
  sources: Sources,
  { published, specification, viewer }: RecordRequest,
  differences: readonly FieldDifference[],
  onForm: readonly Field[],
): Promise<DisplayedDifferences> {
  const mentions = new Mentions();
  const found = differences.flatMap((difference) =>
    difference.of ? [{ difference, field: difference.of }] : [],
  );
  for (const { difference, field } of found) {
    for (const id of [difference.by, difference.for]) mentions.person(id);
    for (const value of [difference.seen, difference.theirs, difference.yours]) mentions.value(field, value);
  }
  const words: DisplayContext = { specification, names: await namesOf(sources, published, mentions, viewer) };
  const keys = new Set(onForm.map(({ key }) => key));
  // What the person left as it was shown to them leaves nothing to choose.
  const isToChoose = ({ field, difference: { seen, yours } }: (typeof found)[number]) =>
    keys.has(field.key) && !sameValue(seen, yours);
  return {
    conflicts: found.filter(isToChoose).map(({ difference, field }) => conflictOf(difference, field, words)),
    refusals: found
      .filter((each) => !isToChoose(each))
      .map(({ difference, field }) => tell(difference, field, words)),
  };
}

function conflictOf(difference: FieldDifference, field: Field, words: DisplayContext): InputConflict {
  const { specification } = words;
  const { seen, theirs, yours, at } = difference;
  return {
    field: field.key,
    title: field.title,
    seen: showValue(field, seen, shownFrom(words)),
    theirs: showValue(field, theirs, shownFrom(words)),
    yours: showValue(field, yours, shownFrom(words)),
    by: actorName(words.names, difference),
    at,
    theirsInput: inForm(field, theirs, specification),
    yoursInput: inForm(field, yours, specification),
  };
}

function tell(difference: FieldDifference, field: Field, words: DisplayContext): Refusal {
  const { seen, theirs } = difference;
  const who = actorName(words.names, difference);
  const written = (value: FieldDifference['seen']) =>
    showValue(field, value, shownFrom(words)).label || inForm(field, value, words.specification) || '–';
  const message = hasRows(field)
    ? `${field.title}: changed by ${who}.`
    : `${field.title}: ${written(seen)} → ${written(theirs)}, by ${who}.`;
  return { code: 'CHANGED_MEANWHILE', message, fields: [] };
}
