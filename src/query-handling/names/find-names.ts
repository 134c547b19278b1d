import { Query } from '@nestjs/cqrs';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { type RecordStreamName, RecordRef, type RecordIdentity } from '#domain/stream-names.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Entity, Field } from '#specification/model/specification.js';
import type { Value, Unreadable } from '#specification/model/stored-value.js';
import type {
  QueryDependencies,
  PersonName,
  PeopleNames,
  ErasedPerson,
  ListedPerson,
} from '../query-dependencies.js';
import { toVisibleRecords, type VisibleRecord } from '../visibility/visible-records.js';
import { createLookAlikeNames, type PersonNames } from './look-alike-names.js';
import { deriveReadRights } from '../visibility/read-rights.js';
import type { Viewer } from '../viewer.js';
import { hasStoredShape } from '#specification/field-types/stored-value-shape.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { LRUCache } from 'lru-cache';
import { foldText } from '#specification/values/fold-text.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { isReservedPersonName } from '#domain/user/user-names.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import type { ProjectionProgress } from '../projection-progress.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

/** `title` undefined: unreadable. */
export interface RecordLabel {
  readonly title?: string;
  readonly number?: string | null;
}

export interface ReferenceNames {
  /** Unknown ids are missing. */
  readonly people: ReadonlyMap<string, string | Unreadable>;
  readonly records: ReadonlyMap<RecordStreamName, RecordLabel>;
  /** API token → name of the program. Erased names are missing. */
  readonly programs?: ReadonlyMap<string, string>;
}

export const NO_REFERENCE_NAMES: ReferenceNames = { people: new Map(), records: new Map() };

export function getRecordLabel(names: ReferenceNames, parts: RecordIdentity): RecordLabel | undefined {
  const record = RecordRef.from(parts);
  return record && names.records.get(record.name);
}

type MentioningField = Pick<Field, 'key' | 'type' | 'to'> & { readonly fields: readonly MentioningField[] };

export class ReferencedIds {
  readonly people = new Set<string>();
  /** Entity → ids. */
  readonly records = new Map<string, Set<string>>();

  person(id: string | null | undefined): void {
    if (typeof id === 'string') this.people.add(id);
  }

  record(entity: string, id: string): void {
    const ids = this.records.get(entity);
    if (ids) ids.add(id);
    else this.records.set(entity, new Set([id]));
  }

  value(field: MentioningField, value: Value | undefined): void {
    const { holds, pointsTo } = getFieldType(field);
    if (pointsTo === 'person' && typeof value === 'string') this.person(value);
    else if (pointsTo === 'record' && field.to !== undefined && typeof value === 'string')
      this.record(field.to, value);
    else if (holds === 'rows' && Array.isArray(value) && hasStoredShape(field, value))
      for (const row of value) for (const column of field.fields) this.value(column, row[column.key]);
  }

  /** `keys` undefined: all. */
  columns(entity: Entity, record: VisibleRecord, keys?: ReadonlySet<string>): void {
    for (const field of entity.fields) {
      if (!keys || keys.has(field.key)) this.value(field, record.fields[field.key]);
    }
    const fields = new Map(entity.fields.map((field) => [field.key, field]));
    this.person(record.assignee);
    this.person(record.openedBy);
    this.person(record.changedBy);
    this.person(record.changedFor);
    for (const { votes } of Object.values(record.rounds))
      for (const { by, for: principal, proposed = {} } of votes) {
        [by, principal].forEach((id) => this.person(id));
        for (const [key, { from, to }] of Object.entries(proposed))
          [from, to].forEach((value) => this.value(fields.get(key)!, value));
      }
    for (const { signedBy, for: principal } of record.signatures)
      [signedBy, principal].forEach((id) => this.person(id));
  }
}

export class FindNames extends Query<ReferenceNames> {
  constructor(
    readonly application: PublishedVersion | undefined,
    readonly mentions: ReferencedIds,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

export async function findReferenceNames(
  sources: QueryDependencies,
  application: PublishedVersion | undefined,
  mentions: ReferencedIds,
  viewer: Viewer,
): Promise<ReferenceNames> {
  const [people, records] = await Promise.all([
    sources.names.of(mentions.people),
    application
      ? titlesOf(sources, application, mentions.records, viewer)
      : new Map<RecordStreamName, RecordLabel>(),
  ]);
  return { people, records };
}

async function titlesOf(
  sources: QueryDependencies,
  { specification }: PublishedVersion,
  mentioned: ReadonlyMap<string, ReadonlySet<string>>,
  viewer: Viewer,
): Promise<ReadonlyMap<RecordStreamName, RecordLabel>> {
  const titles = new Map<RecordStreamName, RecordLabel>();
  if (mentioned.size === 0) return titles;
  for (const [key, ids] of mentioned) {
    const entity = Object.hasOwn(specification.entities, key) ? specification.entities[key] : undefined;
    if (!entity) continue;
    const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
    const records = createRecordsReadModel(sources.readModels, {
      application: specification.key,
      entity: key,
    });
    const documents = await records.byIds(ids);
    const visible = await toVisibleRecords(sources.personal, documents, {
      rights: { ...rights, exact: false },
    });
    documents.forEach(({ id }, index) => {
      const record = visible[index];
      const { name } = RecordRef.of({ application: specification.key, entity: key, id });
      titles.set(name, record ? { title: record.title, number: record.number } : {});
    });
  }
  return titles;
}

const MAX_REMEMBERED = 20_000;

/** Writes of other processes are not notified. */
const CACHE_TTL_MS = 10_000;

async function openNames(
  personal: Pick<PersonalData, 'openForDisplay'>,
  documents: readonly PersonDocument[],
): Promise<readonly PersonNames[]> {
  const sealed = documents.map(({ name, signInName }) => ({ name, signInName }));
  const opened = (await personal.openForDisplay(sealed)) as readonly Pick<
    PersonNames,
    'name' | 'signInName'
  >[];
  return documents.map(({ fromLog }, index) => {
    const { name, signInName } = opened[index]!;
    return { name: unmistakable(name), signInName, fromLog };
  });
}

/** Sorts by code units, as collation of 20,000 people takes half a second. */
const sortByKey = (people: readonly ListedPerson[]): readonly ListedPerson[] =>
  people.toSorted((one, other) => compareAscending(one.key, other.key));

/** Cached until the person is written: pages read it often. */
export function createPeopleNamesCache(
  readModels: Pick<ProjectionProgress, 'generation' | 'onWritten'>,
  personal: Pick<PersonalData, 'openForDisplay'>,
): PeopleNames {
  const same = createLookAlikeNames(readModels, personal);
  const known = new LRUCache<string, PersonNames>({
    ...createLruCacheOptions(MAX_REMEMBERED),
    ttl: CACHE_TTL_MS,
  });
  // Keeps what was read before a write out of the cache.
  let written = 0;
  const lists = new LRUCache<PeopleList, readonly ListedPerson[]>({ max: 3, ttl: CACHE_TTL_MS });
  const close = readModels.onWritten(({ projection, documents }) => {
    if (projection !== 'people') return;
    written += 1;
    same.changed();
    lists.clear();
    for (const { id } of documents) known.delete(id);
  });

  async function of(ids: Iterable<string>): Promise<ReadonlyMap<string, PersonName>> {
    await same.refresh();
    const names = new Map<string, PersonName>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const name = known.get(id);
      if (name !== undefined) names.set(id, same.disambiguate(id, name));
      else if (id !== 'system') missing.push(id);
    }
    if (missing.length === 0) return names;
    const before = written;
    const documents = await createPeopleReadModel(readModels).byIds(missing);
    const opened = await open(documents, before);
    documents.forEach(({ id }, index) => names.set(id, same.disambiguate(id, opened[index]!)));
    return names;
  }

  /** `before`: the counter at the time of reading. */
  async function open(documents: readonly PersonDocument[], before: number): Promise<readonly PersonNames[]> {
    const names = await openNames(personal, documents);
    if (before === written) documents.forEach(({ id }, index) => known.set(id, names[index]!));
    return names;
  }

  async function list(which: PeopleList): Promise<readonly ListedPerson[]> {
    const remembered = lists.get(which);
    if (remembered) return remembered;
    const before = written;
    const documents = await createPeopleReadModel(readModels)[which]();
    await same.refresh();
    const found = await mapInBatches(documents, async (slice) => {
      const names = await open(slice, before);
      return slice.flatMap(({ id }, index) => listedPerson(id, names[index]!, same) ?? []);
    });
    const sorted = sortByKey(found);
    if (before === written) lists.set(which, sorted);
    return sorted;
  }

  return {
    of,
    close,
    whoFromLogs: async (ids) =>
      new Set((await createPeopleReadModel(readModels).filterImported(ids)).map(({ id }) => id)),
    erased: () => erasedPeople(readModels),
    listed: () => list('listWorkers'),
    fromLogs: () => list('listImported'),
    everyone: () => list('listUnerased'),
  };
}

type PeopleList = 'listWorkers' | 'listImported' | 'listUnerased';

async function erasedPeople(
  readModels: Pick<ProjectionProgress, 'generation'>,
): Promise<readonly ErasedPerson[]> {
  const documents = await createPeopleReadModel(readModels).listErased();
  return documents.map(({ id, erasedAt }) => ({ id, erasedAt: erasedAt! }));
}

function listedPerson(
  id: string,
  borne: PersonNames,
  same: Pick<ReturnType<typeof createLookAlikeNames>, 'disambiguate'>,
): ListedPerson | undefined {
  const name = same.disambiguate(id, borne);
  if (typeof name !== 'string') return undefined;
  const { signInName } = borne;
  return {
    id,
    name,
    key: foldText(name),
    ...(typeof signInName === 'string' && { signInKey: foldText(signInName) }),
  };
}

/** An imported person “Daybook” must not pass for the system. */
const unmistakable = (name: PersonName): PersonName =>
  typeof name === 'string' && isReservedPersonName(name) ? `a person called “${name}”` : name;
