import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { RecordRef } from '#domain/stream-names.js';
import { personHref } from '../addresses/page-addresses.js';
import { displayRecordName } from '../display/record-name.js';
import { displayPersonName } from '../display/person-names.js';
import type { TimelineContext } from './timeline-context.js';
import type { VisibleEvent } from '#query-handling/timeline/redact-event.js';

type ItemSubject = Pick<TimelineItem, 'subject' | 'application'>;

/** Links only where the reader has access. */
export function describeSubject(event: VisibleEvent, context: TimelineContext): ItemSubject {
  const application = event.application === null ? undefined : context.links.application(event.application);
  const about = application ? { application } : {};
  if (event.person !== null) return { ...about, subject: person(event.person, context) };
  if (event.record === null) return about;
  if (!application) return { ...about, subject: { title: event.record.id } };
  return { ...about, subject: recordSubject(event, event.record, context) };
}

function person(id: string, { names, people, t }: TimelineContext): ItemSubject['subject'] {
  return { title: displayPersonName(names, id, t), ...(people && { href: personHref(id) }) };
}

/** Current number and title if readable, else the entity. */
function recordSubject(
  { words }: VisibleEvent,
  record: RecordRef,
  { names, links }: TimelineContext,
): ItemSubject['subject'] {
  const found = names.records.get(record.name);
  const kind = words.entity();
  const title = displayRecordName(found ?? {}) || kind?.title || record.id;
  const href = found?.title === undefined ? undefined : links.record(record);
  return { title, ...(href !== undefined && { href }) };
}
