import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { DisplayValue } from '#views/view-models/display-value.js';
import type { EventPayload } from '#query-handling/timeline/redact-event.js';
import type { EventWords, FieldAtTime } from '#query-handling/timeline/event-wording.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import { isUnreadable, type Value } from '#specification/model/stored-value.js';
import { displayHiddenValue, displayValue } from '../display/display-value.js';
import type { TimelineContext } from './timeline-context.js';

export interface FieldDisplayContext {
  readonly words: EventWords;
  readonly context: TimelineContext;
}

/** States that changes are hidden if none is readable. */
export function presentEventChanges(
  changed: unknown,
  hides: boolean,
  words: FieldDisplayContext,
): Pick<TimelineItem, 'text' | 'changes'> {
  const visible = changedFields(changed as EventPayload | undefined, words);
  return {
    changes: visible,
    ...(hides && visible.length === 0 && { text: words.context.t('value.hidden') }),
  };
}

function changedFields(data: EventPayload | undefined, about: FieldDisplayContext): TimelineItem['changes'] {
  return whileThereIsRoom(entriesOf(data, about), about, ([key, value]) => {
    if (isHidden(value)) return fieldChange(key, value, value, about);
    const { from, to } = changeIn(value);
    return fieldChange(key, from, to, about);
  });
}

/** Throws `TypeError` for malformed changes. */
function changeIn(change: unknown): { readonly from: unknown; readonly to: unknown } {
  const isChange = typeof change === 'object' && change !== null && 'from' in change && 'to' in change;
  if (!isChange) throw new TypeError('a change says from what to what');
  return change;
}

export function presentSubmittedFields(
  fields: EventPayload | undefined,
  about: FieldDisplayContext,
): TimelineItem['changes'] {
  return whileThereIsRoom(entriesOf(fields, about), about, ([key, value]) =>
    fieldChange(key, null, value, about),
  );
}

function whileThereIsRoom<Entry, Change>(
  entries: readonly Entry[],
  { context: { excerpt } }: FieldDisplayContext,
  show: (entry: Entry) => Change,
): readonly Change[] {
  const changes: Change[] = [];
  for (const entry of entries) {
    if (excerpt && !excerpt.hasRoom()) break;
    changes.push(show(entry));
  }
  return changes;
}

/** Empty if all are hidden: the page notes that once. */
function entriesOf(data: EventPayload | undefined, { words }: FieldDisplayContext) {
  if (data === undefined || isHidden(data)) return [];
  return words.inOrder(Object.keys(data)).map((key) => [key, data[key]] as const);
}

function fieldChange(
  key: string,
  from: unknown,
  to: unknown,
  about: FieldDisplayContext,
): TimelineItem['changes'][number] {
  const field = about.words.field(key);
  return {
    title: field?.title ?? key,
    ...(field?.titleNow !== undefined && { titleNow: field.titleNow }),
    from: storedValue(key, field, from, about),
    to: storedValue(key, field, to, about),
  };
}

/** Fields that no version describes are shown as stored. */
function storedValue(
  key: string,
  field: FieldAtTime | undefined,
  value: unknown,
  { words, context: { names, links, excerpt, t } }: FieldDisplayContext,
): DisplayValue {
  if (isHidden(value)) return displayHiddenValue(field ?? { key, title: key, type: 'text' });
  if (field) {
    const application = words.application;
    const show = (shown: Value) =>
      displayValue(field, shown, { application, names, t, recordHref: links.record });
    const whole = (value ?? null) as Value;
    return excerpt ? excerpt.of(whole, show) : show(whole);
  }
  const asText =
    typeof value === 'object' && value !== null && !isUnreadable(value) ? JSON.stringify(value) : value;
  const show = (shown: Value): DisplayValue => ({ key, title: key, type: 'text', value: shown });
  const whole = (asText ?? null) as Value;
  return excerpt ? excerpt.of(whole, show) : show(whole);
}
