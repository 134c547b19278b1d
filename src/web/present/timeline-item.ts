// An event in words: who did what, from where to where, and what changed.
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import {
  describedMember,
  type EventMember,
  type EventVocabulary,
  type ShownTo,
  BY_ITSELF,
  NOT_RECORDED,
} from '#domain/event.js';
import { eventType } from '#domain/event-types.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { isHidden } from '#query-handling/visible-records.js';
import { ERASED_TEXT, unreadableText } from '#views/parts/shown-value.js';
import type { Entity, Specification, Field } from '#specification/specification.js';
import type { EventPayload, VisibleEvent } from '#query-handling/timeline/redact-event.js';
import type { DisplayValue } from '#views/view-models/shown.js';
import { isUnreadable, type Value } from '#specification/value.js';
import type { Published } from '#command-handling/ports.js';
import type { Viewer } from '#query-handling/viewer.js';
import { eventHref, personHref } from '../routes.js';
import { operatorName, personName, stateTitle, showHidden, showValue } from './shown.js';
import { describeSubject } from './subject.js';
import type { TimelineContext } from './timeline-context.js';
import type { Names } from '#query-handling/mentions.js';

/** What may be linked to depends on who reads. */
export function timelineContext(
  viewer: Viewer,
  names: Names,
  published: ReadonlyMap<string, Published>,
  subjects: boolean,
): TimelineContext {
  const specifications = new Map([...published].map(([key, { specification }]) => [key, specification]));
  return { names, specifications, subjects, raw: viewer.admin || viewer.auditor, people: viewer.admin };
}

export function describeEvents(
  events: readonly VisibleEvent[],
  context: TimelineContext,
): readonly TimelineItem[] {
  return events.map((event) => timelineItem(event, context));
}

/** One event in words. Works for every stored type, also those nobody knows any more. */
export function timelineItem(event: VisibleEvent, context: TimelineContext): TimelineItem {
  const specification =
    event.application === null ? undefined : context.specifications.get(event.application);
  const entity = event.entity === null ? undefined : specification?.entities[event.entity];
  const { recordedAt, reason, source } = event.metadata;
  return {
    position: event.position,
    ...(!isHidden(event.version) && { version: event.version }),
    at: event.at,
    ...(recordedAt !== event.at && { recordedAt }),
    ...tellWho(event, context),
    ...(source && { imported: source.log }),
    ...(reason !== undefined && { reason }),
    ...(context.raw && { rawHref: eventHref(event.position) }),
    ...(context.subjects && describeSubject(event, specification, context)),
    type: event.type,
    changes: [],
    ...tellWhat(event, specification, entity, context),
  };
}

function tellWho(
  { actor, metadata: { onBehalfOf, commandLine } }: VisibleEvent,
  { names, people }: TimelineContext,
): Pick<TimelineItem, 'who' | 'whoHref'> {
  if (actor === NOT_RECORDED) return { who: 'Somebody (not recorded)' };
  const isPerson = actor !== BY_ITSELF;
  const deputed = onBehalfOf === undefined ? '' : ` for ${personName(names, onBehalfOf)}`;
  return {
    who: `${operatorName(names, actor, commandLine)}${deputed}`,
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
  context: TimelineContext,
): EventDescription {
  const known = eventType(event.type);
  const joined = known?.joined === undefined ? {} : { joined: known.joined };
  if (isHidden(event.data)) return { verb: known?.did ?? 'did something', text: NOT_VISIBLE, ...joined };
  if (!known) return { verb: event.type };
  const data = (event.data ?? {}) as EventPayload;
  const told = known.told?.(data, vocabularyOf(entity, context)) ?? known.did;
  const members: Readonly<Record<string, EventMember>> = known.members;
  const isOfRecord = known.kind === 'record';
  return {
    ...(typeof told === 'string' ? { verb: told } : { verb: told.quoted, quoted: true }),
    ...joined,
    ...(isOfRecord &&
      tellMembers(data, members, event.redacted, { specification, entity, names: context.names })),
  };
}

const NOT_VISIBLE = 'not visible to you';

function vocabularyOf(
  entity: Entity | undefined,
  { names, specifications }: TimelineContext,
): EventVocabulary {
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

/** What the words of fields and their values are taken from. */
interface FieldDisplayContext {
  readonly specification?: Specification;
  readonly entity?: Entity;
  readonly names: Names;
}

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
    ...(values !== undefined && { changes: givenFields(data[values] as EventPayload | undefined, words) }),
    ...(isAction && tellMove(words.entity, String(data['from']), String(data['to']))),
    ...(changed !== undefined && tellChanges(data[changed], hides(data[changed]), words)),
    ...('text' in members && { text: shownText(data['text']) }),
    ...tellSignature(data['signature']),
  };
}

function tellMove(entity: Entity | undefined, from: string, to: string): Pick<TimelineItem, 'moved'> {
  return from === to ? {} : { moved: { from: stateTitle(entity, from), to: stateTitle(entity, to) } };
}

function shownText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isHidden(value)) return NOT_VISIBLE;
  return unreadableText(value) ?? ERASED_TEXT;
}

/** Name and time stand with the event. */
function tellSignature(signature: unknown): Pick<EventDescription, 'text'> {
  if (typeof signature !== 'object' || signature === null || !('meaning' in signature)) return {};
  return { text: `Signed: “${String(signature.meaning)}”` };
}

/** Where nothing of it is visible, that it is not; of others nothing is said about what may be. */
function tellChanges(
  changed: unknown,
  hides: boolean,
  words: FieldDisplayContext,
): Pick<EventDescription, 'text' | 'changes'> {
  const seen = changedFields(changed as EventPayload | undefined, words);
  return { changes: seen, ...(hides && seen.length === 0 && { text: NOT_VISIBLE }) };
}

/** Each field from what to what, or that it is not visible to the reader. */
function changedFields(data: EventPayload | undefined, words: FieldDisplayContext): TimelineItem['changes'] {
  return entriesOf(data).map(([key, value]) => {
    if (isHidden(value)) return fieldChange(key, value, value, words);
    const { from, to } = value as { readonly from: unknown; readonly to: unknown };
    return fieldChange(key, from, to, words);
  });
}

function givenFields(fields: EventPayload | undefined, words: FieldDisplayContext): TimelineItem['changes'] {
  return entriesOf(fields).map(([key, value]) => fieldChange(key, null, value, words));
}

/** None, where all of them are hidden: the page says so once. */
const entriesOf = (data: EventPayload | undefined) => (isHidden(data) ? [] : Object.entries(data ?? {}));

function fieldChange(
  key: string,
  from: unknown,
  to: unknown,
  words: FieldDisplayContext,
): TimelineItem['changes'][number] {
  const field = words.entity?.fields.find((each) => each.key === key);
  return {
    title: field?.title ?? key,
    from: storedValue(key, field, from, words),
    to: storedValue(key, field, to, words),
  };
}

/** Values of fields that the specification does not know any more are shown as they are stored. */
function storedValue(
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
