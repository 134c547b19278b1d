// What an event is about: a record, a person, an application.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { RecordRef } from '#domain/stream-names.js';
import { personHref } from '../addresses/page-addresses.js';
import { recordName } from '../display/record-name.js';
import { displayPersonName } from '../display/person-names.js';
import type { TimelineContext } from './timeline-context.js';
import type { VisibleEvent } from '#query-handling/timeline/redact-event.js';

type ItemSubject = Pick<TimelineItem, 'subject' | 'application'>;

/** With links to where the reader may go. */
export function describeSubject(event: VisibleEvent, context: TimelineContext): ItemSubject {
  const application = event.application === null ? undefined : context.places.application(event.application);
  const about = application ? { application } : {};
  if (event.person !== null) return { ...about, subject: person(event.person, context) };
  if (event.record === null) return about;
  if (!application) return { ...about, subject: { title: event.record.id } };
  return { ...about, subject: recordSubject(event, event.record, context) };
}

function person(id: string, { names, people, t }: TimelineContext): ItemSubject['subject'] {
  return { title: displayPersonName(names, id, t), ...(people && { href: personHref(id) }) };
}

/** By the number and title it has now, since that is what the link leads to; where the reader may not see these, by what kind of thing it was. */
function recordSubject(
  { words }: VisibleEvent,
  record: RecordRef,
  { names, places }: TimelineContext,
): ItemSubject['subject'] {
  const found = names.records.get(record.name);
  const kind = words.entity();
  const title = recordName(found ?? {}) || kind?.title || record.id;
  const href = found?.title === undefined ? undefined : places.record(record);
  return { title, ...(href !== undefined && { href }) };
}
