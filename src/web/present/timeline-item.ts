// An event in words: who did what, from where to where, and what changed.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import { describedMember, type EventMember, type EventVocabulary, type ShownTo } from '#domain/event-type.js';
import { eventType } from '#domain/event-types.js';
import { BY_ITSELF, NOT_RECORDED } from '#domain/event.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { isHidden, type VisibleEvent } from '#query-handling/visible.js';
import { ERASED_TEXT, unreadableText } from '#views/parts/display-text.js';
import type { Entity, Specification } from '#specification/specification.js';
import { eventHref, personHref } from '../routes.js';
import { changes, firstValues, type FieldDisplayContext } from './changes.js';
import { personName, stateTitle } from './shown.js';
import { describeSubject } from './subject.js';
import type { TimelineContext } from './timeline-context.js';
import type { EventPayload } from '#query-handling/timeline/redact-event.js';

/** One event in words. Works for every stored type, also those nobody knows any more. */
export function timelineItem(event: VisibleEvent, telling: TimelineContext): TimelineItem {
  const specification =
    event.application === null ? undefined : telling.specifications.get(event.application);
  const entity = event.entity === null ? undefined : specification?.entities[event.entity];
  const { recordedAt, reason, source } = event.metadata;
  return {
    position: event.position,
    ...(!isHidden(event.version) && { version: event.version }),
    at: event.at,
    ...(recordedAt !== event.at && { recordedAt }),
    ...who(event, telling),
    ...(source && { imported: source.log }),
    ...(reason !== undefined && { reason }),
    ...(telling.raw && { rawHref: eventHref(event.position) }),
    ...(telling.subjects && describeSubject(event, specification, telling)),
    type: event.type,
    changes: [],
    ...tellWhat(event, specification, entity, telling),
  };
}

function who(
  { actor, metadata: { onBehalfOf } }: VisibleEvent,
  { names, people }: TimelineContext,
): Pick<TimelineItem, 'who' | 'whoHref'> {
  if (actor === NOT_RECORDED) return { who: 'Somebody (not recorded)' };
  const isPerson = actor !== BY_ITSELF;
  const deputed = onBehalfOf === undefined ? '' : ` for ${personName(names, onBehalfOf)}`;
  return {
    who: `${personName(names, actor)}${deputed}`,
    ...(people && isPerson && { whoHref: personHref(actor) }),
  };
}

type EventDescription = Pick<TimelineItem, 'verb' | 'quoted' | 'joined' | 'moved' | 'text'> & {
  readonly changes?: TimelineItem['changes'];
};

/** In the words of its type; of one that nobody knows, its name. */
function tellWhat(
  event: VisibleEvent,
  specification: Specification | undefined,
  entity: Entity | undefined,
  telling: TimelineContext,
): EventDescription {
  const known = eventType(event.type);
  const joined = known?.joined === undefined ? {} : { joined: known.joined };
  if (isHidden(event.data)) return { verb: known?.did ?? 'did something', text: NOT_VISIBLE, ...joined };
  if (!known) return { verb: event.type };
  const data = (event.data ?? {}) as EventPayload;
  const told = known.told?.(data, wordsFor(entity, telling)) ?? known.did;
  const members: Readonly<Record<string, EventMember>> = known.members;
  const isOfRecord = known.kind === 'record';
  return {
    ...(typeof told === 'string' ? { verb: told } : { verb: told.quoted, quoted: true }),
    ...joined,
    ...(isOfRecord &&
      tellMembers(data, members, event.redacted, { specification, entity, names: telling.names })),
  };
}

const NOT_VISIBLE = 'not visible to you';

/** What a record was given, what changed in it, what was said about it, from which state to which it went. */
function tellMembers(
  data: EventPayload,
  members: Readonly<Record<string, EventMember>>,
  redacted: boolean,
  words: FieldDisplayContext,
): Omit<EventDescription, 'verb'> {
  const shown = (kind: ShownTo) =>
    Object.keys(members).find((key) => describedMember(members[key]!).shown === kind);
  const [values, changed] = [shown('values'), shown('changes')];
  const isAction = 'action' in members;
  // An action may change nothing; a change does not.
  const hides = (those: unknown) => (isAction ? isHidden(those) : redacted);
  return {
    ...(values !== undefined && { changes: firstValues(data[values] as EventPayload | undefined, words) }),
    ...(isAction && moved(words.entity, String(data['from']), String(data['to']))),
    ...(changed !== undefined && tellChanges(data[changed], hides(data[changed]), words)),
    ...('text' in members && { text: text(data['text']) }),
    ...signed(data['signature']),
  };
}

/** Name and time stand with the event. */
function signed(signature: unknown): Pick<EventDescription, 'text'> {
  if (typeof signature !== 'object' || signature === null || !('meaning' in signature)) return {};
  return { text: `Signed: “${String(signature.meaning)}”` };
}

function wordsFor(entity: Entity | undefined, { names, specifications }: TimelineContext): EventVocabulary {
  return {
    person: (id) => personName(names, id),
    action: (key) => entity?.lifecycle.actions.find((each) => each.key === key)?.title ?? key,
    timer: (key) => entity?.lifecycle.timers.find((each) => each.key === key)?.title ?? key,
    role: (application, key) => {
      const specification = specifications.get(application);
      const where = application === INSTALLATION ? '' : ` in ${specification?.name ?? application}`;
      return `the role “${specification?.roles[key]?.title ?? key}”${where}`;
    },
  };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isHidden(value)) return NOT_VISIBLE;
  return unreadableText(value) ?? ERASED_TEXT;
}

/** Where nothing of it is visible, that it is not; of others nothing is said about what may be. */
function tellChanges(
  changed: unknown,
  hides: boolean,
  words: FieldDisplayContext,
): Pick<EventDescription, 'text' | 'changes'> {
  const seen = changes(changed as EventPayload | undefined, words);
  return { changes: seen, ...(hides && seen.length === 0 && { text: NOT_VISIBLE }) };
}

function moved(entity: Entity | undefined, from: string, to: string): Pick<TimelineItem, 'moved'> {
  return from === to ? {} : { moved: { from: stateTitle(entity, from), to: stateTitle(entity, to) } };
}
