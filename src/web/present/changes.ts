// What an event changed: each field from what to what, or that it is not visible to the reader.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { DisplayValue } from '#views/view-models/shown.js';
import { isHidden, type Names } from '#query-handling/visible.js';
import type { Entity, Field, Specification } from '#specification/specification.js';
import { isUnreadable, type Value } from '#specification/value.js';
import { showHidden, showValue } from './shown.js';
import type { EventPayload } from '#query-handling/timeline/redact-event.js';

export interface FieldDisplayContext {
  readonly specification?: Specification;
  readonly entity?: Entity;
  readonly names: Names;
}

/** None, where all of them are hidden: the page says so once. */
const entriesOf = (data: EventPayload | undefined) => (isHidden(data) ? [] : Object.entries(data ?? {}));

export function firstValues(
  fields: EventPayload | undefined,
  words: FieldDisplayContext,
): TimelineItem['changes'] {
  return entriesOf(fields).map(([key, value]) => change(key, null, value, words));
}

export function changes(data: EventPayload | undefined, words: FieldDisplayContext): TimelineItem['changes'] {
  return entriesOf(data).map(([key, value]) => {
    if (isHidden(value)) return change(key, value, value, words);
    const { from, to } = value as { readonly from: unknown; readonly to: unknown };
    return change(key, from, to, words);
  });
}

function change(
  key: string,
  from: unknown,
  to: unknown,
  words: FieldDisplayContext,
): TimelineItem['changes'][number] {
  const field = words.entity?.fields.find((each) => each.key === key);
  return {
    title: field?.title ?? key,
    from: shown(key, field, from, words),
    to: shown(key, field, to, words),
  };
}

/** Values of fields that the specification does not know any more are shown as they are stored. */
function shown(
  key: string,
  field: Field | undefined,
  value: unknown,
  { specification, names }: FieldDisplayContext,
): DisplayValue {
  if (isHidden(value)) return showHidden(field ?? { key, title: key, type: 'text' });
  if (field && specification) return showValue(field, (value ?? null) as Value, { specification, names });
  const asText =
    typeof value === 'object' && value !== null && !isUnreadable(value) ? JSON.stringify(value) : value;
  return { key, title: key, type: 'text', value: (asText ?? null) as Value };
}
