import type { TimelineItem } from '#views/view-models/timeline-item.js';
import { SYSTEM_ACTOR_ID, UNKNOWN_ACTOR_ID } from '#domain/event.js';
import { findCallNameInReason } from '#domain/call/call-events.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { EventPayload, VisibleEvent } from '#query-handling/timeline/redact-event.js';
import { isErased } from '#specification/model/stored-value.js';
import type { ActionWithReason } from '#query-handling/record-details/last-reason.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Viewer } from '#query-handling/viewer.js';
import { personTimelineHref } from '../addresses/timeline-address.js';
import {
  eventHref,
  pastRecordHref,
  personHref,
  specificationChangesHref,
} from '../addresses/page-addresses.js';
import { displayActorName, displayPersonName } from '../display/person-names.js';
import { ValueExcerpter, type FullEventLinks } from '../display/value-excerpts.js';
import { presentVerbPhrase } from './present-verb-phrase.js';
import { findTranslatedEventType } from './german-events.js';
import { excerptText, type EventDescription, describeEventMembers } from './describe-event-members.js';
import { presentCallExchange } from './call-exchange.js';
import { describeSubject } from './event-subject.js';
import { type TimelineContext, createTimelineContext } from './timeline-context.js';
import type { Translate } from '#views/messages/translate.js';

/** Truncates long values, with a link to the full event. */
export function describeEvents(
  events: readonly VisibleEvent[],
  context: TimelineContext,
  whole: FullEventLinks,
): readonly TimelineItem[] {
  return events.map((event) => {
    if (event.position === whole.position) return timelineItem(event, context);
    const excerpt = new ValueExcerpter();
    const item = timelineItem(event, { ...context, excerpt });
    return excerpt.isCut ? { ...item, wholeHref: whole.href(event.position) } : item;
  });
}

interface HistoryOfOne {
  readonly events: readonly VisibleEvent[];
  readonly names: ReferenceNames;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  readonly t: Translate;
}

/** Of one record or person, which the page names already. */
export const presentHistory = (
  viewer: Viewer,
  { events, ...described }: HistoryOfOne,
  whole: FullEventLinks,
): readonly TimelineItem[] =>
  describeEvents(events, createTimelineContext(viewer, { ...described, subjects: false }), whole);

export function presentActionWithReason(
  { event, names }: ActionWithReason,
  {
    viewer,
    published,
    t,
  }: { readonly viewer: Viewer; readonly published: PublishedVersion; readonly t: Translate },
): TimelineItem {
  const known = new Map([[published.specification.key, published]]);
  const context = createTimelineContext(viewer, { names, published: known, subjects: false, t });
  const { moved: _, ...item } = timelineItem(event, { ...context, excerpt: new ValueExcerpter() });
  return item;
}

/** Handles unknown types and malformed data. */
export function timelineItem(event: VisibleEvent, context: TimelineContext): TimelineItem {
  try {
    const item = event.unreadable ? unreadableItem(event, context) : readableItem(event, context);
    return isShowable(item) ? item : unreadableItem(event, context);
  } catch {
    return unreadableItem(event, context);
  }
}

/** Reveals that an event happened, when and by whom. */
function unreadableItem(event: VisibleEvent, context: TimelineContext): TimelineItem {
  const { position, at, type, actor } = event;
  return {
    position,
    at,
    type,
    ...(!isHidden(event.version) && { version: event.version }),
    who: displayPersonName(context.names, actor, context.t),
    verb: findTranslatedEventType(context.t.language, type)?.verbPhrase ?? type,
    changes: [],
    text: context.t('timeline.unreadable'),
    ...(context.raw && { rawHref: eventHref(position) }),
    ...(context.subjects && describeSubject(event, context)),
  };
}

/** Malformed events may hold anything in place of text. */
function isShowable({
  verb,
  verbNow,
  text,
  reason,
  imported,
  recordedAt,
  who,
  moved,
  changes,
}: TimelineItem): boolean {
  const texts = [verb, verbNow, text, reason, imported, recordedAt, who];
  const words = moved ? [moved.from.title, moved.to.title] : [];
  return [...texts, ...words, ...changes.map(({ title }) => title)].every(
    (each: unknown) => each === undefined || typeof each === 'string',
  );
}

function readableItem(event: VisibleEvent, context: TimelineContext): TimelineItem {
  const { recordedAt, reason, source } = event.metadata;
  return {
    position: event.position,
    ...(!isHidden(event.version) && { version: event.version }),
    at: event.at,
    ...(recordedAt !== event.at && { recordedAt }),
    ...tellWho(event, context),
    ...(source && { imported: source.log }),
    ...(reason !== undefined && { reason: excerptText(reasonText(event, reason, context), context) }),
    ...(context.raw && { rawHref: eventHref(event.position) }),
    ...(context.subjects && describeSubject(event, context)),
    ...linkToPast(event, context),
    ...linkToChanges(event, context),
    ...linkToRule(event, context),
    type: event.type,
    changes: [],
    ...tellWhat(event, context),
    ...presentCallExchange(event, context),
  };
}

/** Names the call whose response caused the event. */
function reasonText({ actor, words }: VisibleEvent, reason: string, { t }: TimelineContext): string {
  const call = actor === SYSTEM_ACTOR_ID ? findCallNameInReason(reason) : undefined;
  return call === undefined ? reason : t('timeline.answerTo', { call: words.call(call).title });
}

function linkToChanges(
  { type, data, application }: VisibleEvent,
  { links }: TimelineContext,
): Pick<TimelineItem, 'changesHref'> {
  if (type !== 'specification.published' || application === null || isHidden(data)) return {};
  const { version } = (data ?? {}) as EventPayload;
  if (typeof version !== 'number' || version < 2 || !links.application(application)) return {};
  return { changesHref: specificationChangesHref(application, { from: version - 1, to: version }) };
}

/** Only for record events, and readable records. */
function linkToPast(
  { record, stream, position }: VisibleEvent,
  { names, links }: TimelineContext,
): Pick<TimelineItem, 'pastHref'> {
  if (record === null || stream !== record.name) return {};
  const href = names.records.get(record.name)?.title === undefined ? undefined : links.record(record);
  return href === undefined ? {} : { pastHref: pastRecordHref(href, position) };
}

/** Section 4 of the version that decided the action. */
function linkToRule(
  { application, action, words }: VisibleEvent,
  { links }: TimelineContext,
): Pick<TimelineItem, 'rule'> {
  const declared = action === null ? undefined : words.declaredAt(action);
  const href = declared && application !== null ? links.specification(application, declared) : undefined;
  return declared && href !== undefined ? { rule: { ...declared, href } } : {};
}

function tellWho(
  { actor, metadata: { onBehalfOf, commandLine, program } }: VisibleEvent,
  { names, people, raw, t }: TimelineContext,
): Pick<TimelineItem, 'who' | 'whoHref' | 'actorName'> {
  if (actor === UNKNOWN_ACTOR_ID) return { who: t('timeline.unknownPerson') };
  const isPerson = actor !== SYSTEM_ACTOR_ID;
  const isGone = isErased(names.people.get(actor));
  return {
    who: displayActorName(names, { by: actor, for: onBehalfOf, commandLine, program }, t),
    ...((onBehalfOf ?? program) !== undefined && { actorName: displayPersonName(names, actor, t) }),
    ...(people && isPerson && !isGone && { whoHref: personHref(actor) }),
    // The person was erased; their events stay.
    ...(raw && isGone && { whoHref: personTimelineHref(actor) }),
  };
}

/** undefined: Daybook acted, or the actor is not recorded. */
const personWhoActed = (event: VisibleEvent, context: TimelineContext): string | undefined =>
  event.actor === SYSTEM_ACTOR_ID || event.actor === UNKNOWN_ACTOR_ID
    ? undefined
    : tellWho(event, context).who;

function tellWhat(event: VisibleEvent, context: TimelineContext): EventDescription {
  const { t } = context;
  const known = findTranslatedEventType(t.language, event.type);
  const joined = known?.connector === undefined ? {} : { joined: known.connector };
  if (isHidden(event.data))
    return { verb: known?.verbPhrase ?? t('timeline.something'), text: t('value.hidden'), ...joined };
  if (!known) return { verb: event.type };
  const data = (event.data ?? {}) as EventPayload;
  return {
    ...joined,
    ...presentVerbPhrase(known, { words: event.words, who: personWhoActed(event, context) }, data, context),
    ...(known.kind === 'record' && describeEventMembers(data, known.members, event, context)),
  };
}
