// Pages about what happened: the timeline over everything, one event, the history of a record or a person.
import { isNameFromLog } from '#query-handling/names/look-alike-names.js';
import type { EventPage, TimelinePage } from '#views/view-models/timeline.js';
import type { FoundEvent } from '#query-handling/timeline/event-by-position.js';
import type { VisibleTimeline } from '#query-handling/timeline/list-timeline.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import type { Viewer } from '#query-handling/viewer.js';
import { eventTypes } from '#domain/event-types.js';
import { SYSTEM_ACTOR, UNKNOWN_ACTOR } from '#domain/event.js';
import type { Activity } from '#query-handling/timeline/activity-titles.js';
import { isDamaged, isErased, isKeyMissing } from '#specification/model/stored-value.js';
import { eventHref } from '../addresses/page-addresses.js';
import { timelineItem, timelineContext, describeEvents } from './timeline-item.js';
import { foldText } from '#specification/values/fold-text.js';
import {
  findChoices,
  LONGEST_LIST,
  findMatchingPeople,
  type Choice,
  type ChoiceList,
} from '#query-handling/lists/choices.js';
import type { ErasedPerson, ListedPerson } from '#query-handling/query-dependencies.js';
import { formatsFor } from '#views/format.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import { erasedPersonName } from '../display/person-names.js';
import type { Translate } from '#views/messages/translate.js';
import type { Language } from '#specification/refusal-words/language.js';
import { eventTypeIn } from './german-events.js';

/** Stored types of events in words, for the filter. */
export const eventTypesToChoose = (language: Language): TimelinePage['filters']['types'] =>
  Object.keys(eventTypes).map((value) => ({
    value,
    title: eventTypeIn(language, value)!.title,
    ...(TECHNICAL.has(value.slice(0, value.indexOf('.'))) && { isTechnical: true }),
  }));

/** Families of events by which Daybook keeps its own books. */
const TECHNICAL: ReadonlySet<string> = new Set(['number', 'opening', 'process', 'projection', 'value']);

export interface TimelinePeople {
  readonly people: readonly ListedPerson[];
  readonly fromLogs: readonly ListedPerson[];
  readonly erased: readonly ErasedPerson[];
}

/** Registered people first, then people known from logs, erased people, and system actors. */
export async function peopleToChoose(
  { people, fromLogs, erased }: TimelinePeople,
  asked: { readonly text: string; readonly chosen: readonly ListedPerson[] },
  { t, ...frame }: DisplayLocale & { readonly t: Translate },
): Promise<ChoiceList> {
  const nobody = (id: string, name: string): ListedPerson => ({ id, name, key: foldText(name) });
  const all = [
    ...people,
    nobody(SYSTEM_ACTOR, t('timeline.byItself')),
    ...fromLogs.map((person) => ({ ...person, name: isNameFromLog(person.name) })),
    ...(fromLogs.length > 0 ? [nobody(UNKNOWN_ACTOR, t('timeline.notRecorded'))] : []),
    ...erased.map((person) => erasedPerson(person, frame, t)),
  ];
  const chosen = asked.chosen.map(({ id, name }) => {
    const listed = all.find((person) => person.id === id);
    return { value: id, title: listed?.name ?? name };
  });
  const here = findMatchingPeople([...people, nobody(SYSTEM_ACTOR, t('timeline.byItself'))])('').items;
  const first = here.length <= LONGEST_LIST ? here : [];
  return findChoices(findMatchingPeople(all), { text: asked.text, chosen, first });
}

/** Found by the id, too: it is all that tells one erased person from another. */
function erasedPerson({ id, erasedAt }: ErasedPerson, frame: DisplayLocale, t: Translate): ListedPerson {
  const { date, day: dayOf } = formatsFor(frame.locale, frame.timeZone);
  const name = t('timeline.erasedPerson', { name: erasedPersonName(id, t), day: date(dayOf(erasedAt)) });
  return { id, name, key: foldText(`${name} ${id}`) };
}

/** Of one application where one is chosen. */
export function activitiesToChoose(
  activities: readonly Activity[],
  chosen: string,
  t: Translate,
): TimelinePage['filters']['activities'] {
  const groups = new Map<string, Choice[]>();
  for (const each of activities) {
    const { application, entity, action, of } = each;
    if (chosen !== '' && application !== chosen) continue;
    const known = groups.get(of) ?? [];
    groups.set(of, [
      ...known,
      { value: [application, entity, action].join('.'), title: withFormer(each, t) },
    ]);
  }
  return [...groups].map(([title, options]) => ({ title, options }));
}

/** What has happened is shown with the title of its time, and found by it here. */
function withFormer({ title, former, isGone }: Activity, t: Translate): string {
  const more = [
    ...(former.length > 0
      ? [t('timeline.formerly', { names: former.slice(0, MOST_FORMER).join(', ') })]
      : []),
    ...(isGone ? [t('timeline.gone')] : []),
  ];
  return more.length > 0 ? `${title} (${more.join('; ')})` : title;
}

const MOST_FORMER = 3;

export interface TimelineShowing {
  readonly timeline: VisibleTimeline;
  readonly viewer: Viewer;
  readonly t: Translate;
  readonly filters: TimelinePage['filters'];
  readonly filtered: boolean;
  readonly problems: readonly string[];
  /** Address of another page of the same. */
  readonly page: (cursor: { readonly after?: string; readonly before?: string }) => string;
}

/** Everything but the frame. */
export function presentTimeline(showing: TimelineShowing): Omit<TimelinePage, 'frame'> {
  const { timeline, viewer, filters, filtered, problems, page, t } = showing;
  const context = timelineContext(viewer, { ...timeline, subjects: true, t });
  return {
    heading: t('frame.audit'),
    filters,
    filtered,
    problems,
    items: describeEvents(timeline.items, context, { href: eventHref }),
    ...(timeline.previous !== undefined && { newer: page({ before: timeline.previous }) }),
    ...(timeline.next !== undefined && { older: page({ after: timeline.next }) }),
  };
}

/** Everything but the frame. */
export function presentEvent(found: FoundEvent, viewer: Viewer, t: Translate): Omit<EventPage, 'frame'> {
  const { event, names, published, cause, previous, next } = found;
  const { position, eventId, stream, version, type, data, metadata, leftOut } = event;
  return {
    item: timelineItem(event, timelineContext(viewer, { names, published, subjects: true, t })),
    stream,
    eventId: isHidden(eventId) ? t('value.hidden') : eventId,
    correlation: metadata.correlationId,
    ...(cause && {
      cause: { id: cause.id, ...(cause.position !== undefined && { href: eventHref(cause.position) }) },
    }),
    leftOut: [...leftOut, ...pathsOf(isHidden, { data, metadata })],
    erased: pathsOf(isErased, { data, metadata }),
    unreadable: pathsOf(isKeyMissing, { data, metadata }),
    damaged: pathsOf(isDamaged, { data, metadata }),
    json: JSON.stringify({ id: eventId, stream, version, position, type, data, metadata }, null, 2),
    ...(previous !== undefined && { previous: eventHref(previous) }),
    ...(next !== undefined && { next: eventHref(next) }),
  };
}

/** Dotted paths of the values of which this is true, outermost first. */
function pathsOf(test: (value: unknown) => boolean, value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!holdsNames(path) && test(value)) return [path];
  const within = (key: string) => (path === '' ? key : `${path}.${key}`);
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(test, inner, within(key)));
}

/** The fields of a record, a row of a table: the names in them are those of an application, which may call one `erased`. */
const holdsNames = (path: string): boolean => path === 'data.fields' || /\.\d+$/.test(path);
