// Names of people, records and programs that events mention.
import type { PublishedVersion } from '#ports/specifications.js';
import type { Value } from '#specification/model/stored-value.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { isHidden } from '../visibility/visible-records.js';
import { findProgramNames } from '../names/find-program-names.js';
import type { Viewer } from '../viewer.js';
import type { EventPayload, VisibleEvent } from './redact-event.js';
import type { FieldAtTime } from './event-wording.js';
import {
  ReferencedIds,
  findReferenceNames,
  NO_REFERENCE_NAMES,
  type ReferenceNames,
} from '../names/find-names.js';

/** One query for people, one per entity. */
export async function findNamesInEvents(
  sources: QueryDependencies,
  events: readonly VisibleEvent[],
  published: ReadonlyMap<string, PublishedVersion>,
  viewer: Viewer,
): Promise<ReferenceNames> {
  const byApplication = new Map<string, ReferencedIds>();
  const people = new ReferencedIds();
  for (const event of events) {
    people.person(event.actor);
    people.person(event.person);
    people.person(event.metadata.onBehalfOf);
    if (event.type === 'user.deputy-named' && !event.unreadable) mentionPerson(event, 'deputy', people);
    const current = event.application === null ? undefined : published.get(event.application);
    const mentions = current ? mentionsOf(byApplication, event.application!) : people;
    if (current && !event.unreadable) mentionAllIn(event, mentions);
  }
  const found = await Promise.all([
    findReferenceNames(sources, undefined, people, viewer),
    ...[...byApplication].map(([key, mentions]) =>
      findReferenceNames(sources, published.get(key), mentions, viewer),
    ),
  ]);
  const programs = await findProgramNames(sources, events);
  return [...found, { ...NO_REFERENCE_NAMES, programs }].reduce(mergedNames, NO_REFERENCE_NAMES);
}

function mentionsOf(byApplication: Map<string, ReferencedIds>, application: string): ReferencedIds {
  const known = byApplication.get(application);
  if (known) return known;
  const made = new ReferencedIds();
  byApplication.set(application, made);
  return made;
}

function mentionAllIn({ record, data: stored, type, words }: VisibleEvent, mentions: ReferencedIds): void {
  if (record !== null) mentions.record(record.entity, record.id);
  const data = asData(stored);
  for (const [key, value] of Object.entries(asData(data['fields'])))
    mentionValues(words.field(key), [value], mentions);
  const changed = ['changes', 'proposed'].flatMap((member) => Object.entries(asData(data[member])));
  for (const [key, change] of changed) {
    const { from, to } = asData(change);
    mentionValues(words.field(key), [from, to], mentions);
  }
  const { shownTo } = data;
  if (Array.isArray(shownTo)) for (const id of shownTo) mentions.person(String(id));
  if (type === 'record.assigned')
    for (const id of [data['from'], data['to']]) mentions.person(id as string | null | undefined);
}

function mentionPerson({ data }: VisibleEvent, member: string, mentions: ReferencedIds): void {
  const id = asData(data)[member];
  if (typeof id === 'string') mentions.person(id);
}

function mentionValues(
  field: FieldAtTime | undefined,
  values: readonly unknown[],
  mentions: ReferencedIds,
): void {
  if (field) for (const value of values) mentions.value(field, value as Value | undefined);
}

const asData = (value: unknown): EventPayload =>
  typeof value === 'object' && value !== null && !isHidden(value) ? (value as EventPayload) : {};

const mergedNames = (one: ReferenceNames, other: ReferenceNames): ReferenceNames => ({
  people: new Map([...one.people, ...other.people]),
  records: new Map([...one.records, ...other.records]),
  programs: new Map([...(one.programs ?? []), ...(other.programs ?? [])]),
});
