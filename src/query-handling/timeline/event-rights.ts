// One query per record, not per event.
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { TimelineEntry } from '#projections/read-models/timeline/timeline-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { listTemplateFields } from '#domain/evaluate-expressions.js';
import { parseRecordStream, parseUserStream, RecordRef } from '#domain/stream-names.js';
import { findEntityVocabulary, toCurrentName } from '#specification/current-title.js';
import { getVocabulary, type Vocabulary } from '#specification/version-vocabulary.js';
import type { TitledEntities } from '#specification/naming/version-titles.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { openSealedContents, toRecordInScope, isHidden } from '../visibility/visible-records.js';
import { deriveReadRights, type ReadRights } from '../visibility/read-rights.js';
import { findProgramNames } from '../names/find-program-names.js';
import type { Viewer } from '../viewer.js';
import type { ConditionalRightSource, EventRights, EventPayload, VisibleEvent } from './redact-event.js';
import type { Value } from '#specification/model/stored-value.js';
import {
  findEarlierVocabularies,
  listRenamesSince,
  type FieldAtTime,
  type VersionWords,
} from './event-wording.js';
import {
  ReferencedIds,
  findReferenceNames,
  NO_REFERENCE_NAMES,
  type ReferenceNames,
} from '../names/find-names.js';

export interface TimelineViewer {
  readonly viewer: Viewer;
  readonly published: ReadonlyMap<string, PublishedVersion>;
}

type RightsOfEntry = (entry: Pick<TimelineEntry, 'subject'>) => EventRights;

export async function findEventRights(
  sources: QueryDependencies,
  entries: readonly Pick<TimelineEntry, 'subject'>[],
  watching: TimelineViewer,
): Promise<RightsOfEntry> {
  const byEntity = new Map<string, RecordRef[]>();
  for (const entry of entries) {
    const record = parseSubjectRecord(entry);
    if (!record) continue;
    const { application, entity } = record;
    const of = JSON.stringify([application, entity]);
    byEntity.set(of, [...(byEntity.get(of) ?? []), record]);
  }
  const known = new Map<TimelineEntry['subject'], EventRights>();
  for (const about of byEntity.values()) await learnRights(sources, about, watching, known);
  return ({ subject }) => known.get(subject) ?? NO_RIGHTS;
}

const NO_RIGHTS: EventRights = {
  readable: false,
  title: false,
  everything: false,
  hidden: new Set(),
  visible: () => false,
  identity: false,
  operates: false,
  conditionHidden: () => true,
};

async function learnRights(
  sources: QueryDependencies,
  about: readonly RecordRef[],
  { viewer, published }: TimelineViewer,
  known: Map<TimelineEntry['subject'], EventRights>,
): Promise<void> {
  const { application, entity: key } = about[0]!;
  const current = published.get(application);
  const entity =
    current && Object.hasOwn(current.specification.entities, key)
      ? current.specification.entities[key]
      : undefined;
  if (!current || !entity) return;
  const readRights = deriveReadRights({
    specification: current.specification,
    entity,
    viewer,
    now: sources.now(),
  });
  const earlier = await earlierVersions(sources, current);
  const since = await listRenamesSince(sources, current);
  const nameNow = (version: number, field: string) =>
    toCurrentName(since(version), { of: 'field', entity: key, path: [field] }).path[0]!;
  const operates = viewer.admin || viewer.auditor;
  const versions = [
    ...earlier.words,
    { version: current.version, words: getVocabulary(current.specification) },
  ];
  const records = createRecordsReadModel(sources.readModels, { application, entity: key });
  const documents = await records.byIds(about.map(({ id }) => id));
  const opened = await openSealedContents(sources.personal, documents);
  documents.forEach((document, index) => {
    const record = toRecordInScope(document, opened[index]!);
    known.set(
      RecordRef.of(document).name,
      rightsOf(readRights, record, earlier, { nameNow, operates, versions }),
    );
  });
}

interface EarlierVersions {
  readonly versions: readonly { readonly version: number; readonly titled: TitledEntities }[];
  /** false: an unknown version may have restricted anything. */
  readonly all: boolean;
  readonly words: readonly Pick<VersionWords, 'version' | 'words'>[];
}

/** Any version may have restricted a removed field. */
async function earlierVersions(
  sources: QueryDependencies,
  { specification: { key }, version }: PublishedVersion,
): Promise<EarlierVersions> {
  const found = await findEarlierVocabularies(sources, key, version);
  const versions = found.flatMap(({ version, words }) =>
    words?.titled ? [{ version, titled: words.titled }] : [],
  );
  return { versions, all: versions.length === found.length, words: found };
}

interface RightsSource {
  readonly nameNow: (version: number, field: string) => string;
  readonly operates: boolean;
  readonly versions: readonly Pick<VersionWords, 'version' | 'words'>[];
}

/** A name may have stood for several fields, so readers need all of them. */
function rightsOf(
  readRights: ReadRights,
  record: Parameters<ReadRights['canReadRecord']>[0],
  { versions, all }: EarlierVersions,
  { nameNow, operates, versions: known }: RightsSource,
): EventRights {
  const { entity } = readRights;
  const readable = readRights.canReadRecord(record);
  const hidden = readRights.hidden(record);
  const declared = new Set(entity.fields.map(({ key }) => key));
  const earlier = versions.flatMap(({ version, titled: { entities } }) =>
    Object.hasOwn(entities, entity.key) ? [{ version, entity: entities[entity.key]! }] : [],
  );
  const former = earlier.map((each) => each.entity);
  const [stoodFor, restricted] = [new Map<string, Set<string>>(), new Set<string>()];
  for (const { version, entity: then } of earlier)
    for (const { key } of then.fields) {
      const name = nameNow(version, key);
      stoodFor.set(key, (stoodFor.get(key) ?? new Set()).add(name));
      if (Object.hasOwn(then.permissions.fields, key) && then.permissions.fields[key]!.read)
        restricted.add(name);
    }
  // Removed fields stay visible if no version restricted them.
  const isOpen = (name: string) => (declared.has(name) ? !hidden.has(name) : all && !restricted.has(name));
  const visible = (field: string) => {
    const names = [...(stoodFor.get(field) ?? []), ...(declared.has(field) ? [field] : [])];
    return names.length > 0 && names.every(isOpen);
  };
  const titleFields = [entity, ...former].flatMap((each) =>
    listTemplateFields(each, each.recordTitle.source),
  );
  const everything =
    all && hidden.size === 0 && former.every((each) => each.fields.every(({ key }) => visible(key)));
  return {
    readable,
    title: all && titleFields.every(visible),
    everything,
    hidden,
    visible,
    identity: false,
    operates,
    conditionHidden: (of, version) =>
      known.some(
        (each) =>
          (version === undefined || each.version === version) &&
          (each.words
            ? conditionFields(each.words, entity.key, of).some((key) => !visible(key))
            : hidden.size > 0),
      ),
  };
}

function conditionFields(words: Vocabulary, entity: string, of: ConditionalRightSource): readonly string[] {
  const { fields = [], timers = [] } = findEntityVocabulary(words, entity) ?? {};
  const call = 'call' in of && Object.hasOwn(words.calls, of.call) ? words.calls[of.call] : undefined;
  const deciding = timers.filter((timer) =>
    'call' in of ? timer.calls.includes(of.call) : timer.key === of.timer,
  );
  const names = new Set([...(call?.condition ?? []), ...deciding.flatMap(({ condition }) => condition)]);
  return fields.map(({ key }) => key).filter((key) => names.has(key));
}

/** Rights to events of people and applications. */
export const getRightsToNonRecordEvents = (
  entry: TimelineEntry,
  { admin, auditor, id }: Viewer,
): EventRights => ({
  readable: true,
  title: true,
  everything: false,
  hidden: new Set(),
  visible: () => true,
  identity: admin || parseSubjectPerson(entry) === id,
  operates: admin || auditor,
  conditionHidden: () => false,
});

export const parseSubjectRecord = ({ subject }: Pick<TimelineEntry, 'subject'>): RecordRef | undefined =>
  parseRecordStream(subject ?? '');

export const parseSubjectPerson = ({ subject }: TimelineEntry): string | undefined =>
  parseUserStream(subject ?? '');

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
