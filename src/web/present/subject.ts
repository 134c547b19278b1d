// What an event is about: a record, a person, an application.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { RecordRef } from '#domain/streams.js';
import type { Specification } from '#specification/specification.js';
import { applicationHref, personHref, recordHref } from '../routes.js';
import { recordName } from './record-name.js';
import { personName } from './shown.js';
import type { TimelineContext } from './timeline-context.js';
import type { VisibleEvent } from '#query-handling/timeline/redact-event.js';

type ItemSubject = Pick<TimelineItem, 'subject' | 'application'>;

/** With links to where the reader may go. */
export function describeSubject(
  event: VisibleEvent,
  specification: Specification | undefined,
  context: TimelineContext,
): ItemSubject {
  const application = specification && { name: specification.name, href: applicationHref(specification) };
  const about = application ? { application } : {};
  if (event.person !== null) return { ...about, subject: person(event.person, context) };
  if (event.record === null) return about;
  if (!specification) return { ...about, subject: { title: event.record.id } };
  return { ...about, subject: recordSubject(specification, event.record, context) };
}

function person(id: string, { names, people }: TimelineContext): ItemSubject['subject'] {
  return { title: personName(names, id), ...(people && { href: personHref(id) }) };
}

/** By number and title; where the reader may not see these, by what kind of thing it is. */
function recordSubject(
  specification: Specification,
  record: RecordRef,
  { names }: TimelineContext,
): ItemSubject['subject'] {
  const { entity, id } = record;
  const found = names.records.get(record.name);
  const title = recordName(found ?? {});
  if (found?.title === undefined) return { title: title || (specification.entities[entity]?.title ?? id) };
  return {
    title: title || (specification.entities[entity]?.title ?? id),
    href: recordHref(specification, entity, id),
  };
}
