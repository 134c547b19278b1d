// Names and titles that events mention, in the applications they belong to.
import type { Published } from '#command-handling/ports.js';
import type { Specification } from '#specification/specification.js';
import type { Value } from '#specification/value.js';
import { Mentions, namesOf } from '../mentions.js';
import type { Sources } from '../ports.js';
import { isHidden, NO_NAMES, type Names, type VisibleEvent } from '../visible.js';
import type { Viewer } from '../viewer.js';
import type { EventPayload } from './redact-event.js';

/** Names for one page of events: one query for people, one per entity for records. */
export async function namesInEvents(
  sources: Sources,
  events: readonly VisibleEvent[],
  published: ReadonlyMap<string, Published>,
  viewer: Viewer,
): Promise<Names> {
  const byApplication = new Map<string, Mentions>();
  const people = new Mentions();
  for (const event of events) {
    people.person(event.actor);
    people.person(event.person);
    people.person(event.metadata.onBehalfOf);
    const current = event.application === null ? undefined : published.get(event.application);
    const mentions = current ? mentionsOf(byApplication, event.application!) : people;
    if (current) mention(event, current.specification, mentions);
  }
  const found = await Promise.all([
    namesOf(sources, undefined, people, viewer),
    ...[...byApplication].map(([key, mentions]) => namesOf(sources, published.get(key), mentions, viewer)),
  ]);
  return found.reduce(merged, NO_NAMES);
}

function mentionsOf(byApplication: Map<string, Mentions>, application: string): Mentions {
  const known = byApplication.get(application);
  if (known) return known;
  const made = new Mentions();
  byApplication.set(application, made);
  return made;
}

function mention(event: VisibleEvent, specification: Specification, mentions: Mentions): void {
  const { entity: key, record } = event;
  const entity =
    key !== null && Object.hasOwn(specification.entities, key) ? specification.entities[key] : undefined;
  if (!entity) return;
  if (record !== null) mentions.record(entity.key, record.id);
  const data = asData(event.data);
  const [fields, changes] = [asData(data['fields']), asData(data['changes'])];
  for (const field of entity.fields) {
    const { from, to } = asData(changes[field.key]);
    for (const value of [fields[field.key], from, to]) mentions.value(field, value as Value | undefined);
  }
  if (event.type === 'record.assigned')
    for (const id of [data['from'], data['to']]) mentions.person(id as string | null | undefined);
}

/** Nothing, where it is hidden or no object at all. */
const asData = (value: unknown): EventPayload =>
  typeof value === 'object' && value !== null && !isHidden(value) ? (value as EventPayload) : {};

const merged = (one: Names, other: Names): Names => ({
  people: new Map([...one.people, ...other.people]),
  records: new Map([...one.records, ...other.records]),
});
