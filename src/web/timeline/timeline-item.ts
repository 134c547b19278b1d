// An event in words: who did what, from where to where, and what changed.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import {
  toDescribedMember,
  type EventMember,
  type Visibility,
  SYSTEM_ACTOR,
  UNKNOWN_ACTOR,
} from '#domain/event.js';
import { parseFollowUpReason } from '#domain/call/call-events.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import { unreadableText } from '#views/parts/shown-value.js';
import type { EventPayload, VisibleEvent } from '#query-handling/timeline/redact-event.js';
import type { EventWords } from '#query-handling/timeline/event-wording.js';
import { findTitle } from '#specification/current-title.js';
import { canAccessApplication } from '#domain/permissions.js';
import { isErased } from '#specification/model/stored-value.js';
import { getVocabulary } from '#specification/version-vocabulary.js';
import type { ExplainedAction } from '#query-handling/record-details/last-reason.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Viewer } from '#query-handling/viewer.js';
import { personTimelineHref } from '../addresses/timeline-address.js';
import {
  applicationHref,
  eventHref,
  personHref,
  recordHref,
  specificationChangesHref,
  specificationHref,
} from '../addresses/page-addresses.js';
import { displayActorName, displayPersonName } from '../display/person-names.js';
import { submittedFields, presentEventChanges } from './event-changes.js';
import { Excerpt, type WholeEvents } from '../display/excerpt.js';
import { presentVerb } from './event-sentence.js';
import { eventTypeIn } from './german-events.js';
import { describeSubject } from './event-subject.js';
import type { PresentPlaces, TimelineContext } from './timeline-context.js';
import type { Names } from '#query-handling/names/mentions.js';
import type { Translate } from '#views/messages/translate.js';

/** What may be linked to depends on who reads. */
export function timelineContext(
  viewer: Viewer,
  {
    names,
    published,
    subjects,
    t,
  }: {
    readonly names: Names;
    readonly published: ReadonlyMap<string, PublishedVersion>;
    /** Whether to say what an event is about. */ readonly subjects: boolean;
    readonly t: Translate;
  },
): TimelineContext {
  const places = presentPlaces(published, viewer);
  return { names, places, subjects, t, raw: viewer.admin || viewer.auditor, people: viewer.admin };
}

function presentPlaces(published: ReadonlyMap<string, PublishedVersion>, viewer: Viewer): PresentPlaces {
  const runs = (key: string) => published.get(key)?.specification;
  return {
    application(key) {
      const specification = runs(key);
      return specification && { name: specification.name, href: applicationHref(specification) };
    },
    record({ application, entity, id }) {
      const specification = runs(application);
      if (!specification || !Object.hasOwn(specification.entities, entity)) return undefined;
      return recordHref(specification, entity, id);
    },
    specification(key, at) {
      const specification = runs(key);
      return specification && canAccessApplication(specification, viewer)
        ? specificationHref(key, at)
        : undefined;
    },
    role(application, key) {
      const specification = runs(application);
      return specification && findTitle(getVocabulary(specification), { of: 'role', key });
    },
  };
}

/** Of long values the beginning, with a link to all of them. */
export function describeEvents(
  events: readonly VisibleEvent[],
  context: TimelineContext,
  whole: WholeEvents,
): readonly TimelineItem[] {
  return events.map((event) => {
    if (event.position === whole.position) return timelineItem(event, context);
    const excerpt = new Excerpt();
    const item = timelineItem(event, { ...context, excerpt });
    return excerpt.isCut ? { ...item, wholeHref: whole.href(event.position) } : item;
  });
}

/** An action with the reason that was given, for above its record. */
export function describeReason(
  { event, names }: ExplainedAction,
  {
    viewer,
    published,
    t,
  }: { readonly viewer: Viewer; readonly published: PublishedVersion; readonly t: Translate },
): TimelineItem {
  const known = new Map([[published.specification.key, published]]);
  const context = timelineContext(viewer, { names, published: known, subjects: false, t });
  const { moved: _, ...item } = timelineItem(event, { ...context, excerpt: new Excerpt() });
  return item;
}

/** One event in words, for every stored type, unknown ones and malformed data included. */
export function timelineItem(event: VisibleEvent, context: TimelineContext): TimelineItem {
  try {
    const item = event.unreadable ? unreadableItem(event, context) : readableItem(event, context);
    return isShowable(item) ? item : unreadableItem(event, context);
  } catch {
    return unreadableItem(event, context);
  }
}

/** That something happened, when and by whom; the event itself is for those who may see it. */
function unreadableItem(event: VisibleEvent, context: TimelineContext): TimelineItem {
  const { position, at, type, actor } = event;
  return {
    position,
    at,
    type,
    ...(!isHidden(event.version) && { version: event.version }),
    who: displayPersonName(context.names, actor, context.t),
    verb: eventTypeIn(context.t.language, type)?.verbPhrase ?? type,
    changes: [],
    text: context.t('timeline.unreadable'),
    ...(context.raw && { rawHref: eventHref(position) }),
    ...(context.subjects && describeSubject(event, context)),
  };
}

/** Pages show texts; what an event has in the place of one may be anything. */
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
    ...(reason !== undefined && { reason: beginning(reasonText(event, reason, context), context) }),
    ...(context.raw && { rawHref: eventHref(event.position) }),
    ...(context.subjects && describeSubject(event, context)),
    ...linkToChanges(event, context),
    ...linkToRule(event, context),
    type: event.type,
    changes: [],
    ...tellWhat(event, context),
  };
}

/** Of what an answer did: which call's. */
function reasonText({ actor, words }: VisibleEvent, reason: string, { t }: TimelineContext): string {
  const call = actor === SYSTEM_ACTOR ? parseFollowUpReason(reason) : undefined;
  return call === undefined ? reason : t('timeline.answerTo', { call: words.call(call).title });
}

/** What a version changed in the one before stands on a page of its own. */
function linkToChanges(
  { type, data, application }: VisibleEvent,
  { places }: TimelineContext,
): Pick<TimelineItem, 'changesHref'> {
  if (type !== 'specification.published' || application === null || isHidden(data)) return {};
  const { version } = (data ?? {}) as EventPayload;
  if (typeof version !== 'number' || version < 2 || !places.application(application)) return {};
  return { changesHref: specificationChangesHref(application, { from: version - 1, to: version }) };
}

/** An action stands in section 4 of the version that it was decided by. */
function linkToRule(
  { application, action, words }: VisibleEvent,
  { places }: TimelineContext,
): Pick<TimelineItem, 'rule'> {
  const declared = action === null ? undefined : words.declaredAt(action);
  const href = declared && application !== null ? places.specification(application, declared) : undefined;
  return declared && href !== undefined ? { rule: { ...declared, href } } : {};
}

function tellWho(
  { actor, metadata: { onBehalfOf, commandLine } }: VisibleEvent,
  { names, people, raw, t }: TimelineContext,
): Pick<TimelineItem, 'who' | 'whoHref'> {
  if (actor === UNKNOWN_ACTOR) return { who: t('timeline.unknownPerson') };
  const isPerson = actor !== SYSTEM_ACTOR;
  const isGone = isErased(names.people.get(actor));
  return {
    who: displayActorName(names, { by: actor, for: onBehalfOf, commandLine }, t),
    ...(people && isPerson && !isGone && { whoHref: personHref(actor) }),
    // The person was erased; their events stay.
    ...(raw && isGone && { whoHref: personTimelineHref(actor) }),
  };
}

/** undefined: Daybook acted, or the actor is not recorded. */
const personWhoActed = (event: VisibleEvent, context: TimelineContext): string | undefined =>
  event.actor === SYSTEM_ACTOR || event.actor === UNKNOWN_ACTOR ? undefined : tellWho(event, context).who;

type EventDescription = Pick<
  TimelineItem,
  'verb' | 'verbNow' | 'quoted' | 'takesObject' | 'isSentence' | 'joined' | 'moved' | 'text' | 'proposes'
> & {
  readonly changes?: TimelineItem['changes'];
};

/** In the words of its type; an unknown type by its name. */
function tellWhat(event: VisibleEvent, context: TimelineContext): EventDescription {
  const { t } = context;
  const known = eventTypeIn(t.language, event.type);
  const joined = known?.connector === undefined ? {} : { joined: known.connector };
  if (isHidden(event.data))
    return { verb: known?.verbPhrase ?? t('timeline.something'), text: t('value.hidden'), ...joined };
  if (!known) return { verb: event.type };
  const data = (event.data ?? {}) as EventPayload;
  return {
    ...joined,
    ...presentVerb(known, { words: event.words, who: personWhoActed(event, context) }, data, context),
    ...(known.kind === 'record' && tellMembers(data, known.members, event, context)),
  };
}

/** First values, changes, comment and state transition of a record event. */
function tellMembers(
  data: EventPayload,
  members: Readonly<Record<string, EventMember>>,
  { words, redacted }: Pick<VisibleEvent, 'words' | 'redacted'>,
  context: TimelineContext,
): Omit<EventDescription, 'verb'> {
  const shown = (kind: Visibility) =>
    Object.keys(members).find((key) => toDescribedMember(members[key]!).visibility === kind);
  const values = shown('values');
  const proposed = shown('proposed changes');
  // Approvals of earlier versions have changed the record at once.
  const proposes = proposed !== undefined && !('changes' in data);
  const changed = proposes ? proposed : shown('changes');
  const isAction = 'action' in members;
  // An action may change nothing; a change does not.
  const hides = (those: unknown) => (isAction ? isHidden(those) : redacted);
  const about = { words, context };
  return {
    ...(values !== undefined && {
      changes: submittedFields(data[values] as EventPayload | undefined, about),
    }),
    ...('to' in members && isAction && tellMove(words, String(data['from']), String(data['to']))),
    ...(changed !== undefined && presentEventChanges(data[changed], hides(data[changed]), about)),
    ...(proposes && { proposes }),
    ...('text' in members && { text: beginning(shownText(data['text'], context.t), context) }),
    ...tellSignature(data['signature'], context.t),
  };
}

function tellMove(words: EventWords, from: string, to: string): Pick<TimelineItem, 'moved'> {
  return from === to ? {} : { moved: { from: words.state(from), to: words.state(to) } };
}

const beginning = (text: string, { excerpt }: TimelineContext): string => excerpt?.text(text) ?? text;

function shownText(value: unknown, t: Translate): string {
  if (typeof value === 'string') return value;
  if (isHidden(value)) return t('value.hidden');
  return unreadableText(value, t) ?? t('value.erased');
}

/** Name and time stand with the event. */
function tellSignature(signature: unknown, t: Translate): Pick<EventDescription, 'text'> {
  if (typeof signature !== 'object' || signature === null || !('meaning' in signature)) return {};
  return { text: t('timeline.signed', { meaning: String(signature.meaning) }) };
}
