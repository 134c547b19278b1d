// Names of everyone and titles of everything that a page mentions: one query per kind, never one per row.
import { recordsIn } from '#projections/read-models/records/records-read-model.js';
import { type RecordName, RecordRef } from '../domain/streams.js';
import type { Published } from '../command-handling/ports.js';
import type { Entity, Field } from '../specification/specification.js';
import type { Value } from '../specification/value.js';
import type { Sources } from './ports.js';
import { visibleRecords } from './visible-records.js';
import type { Names, RecordReference, VisibleRecord } from './visible.js';
import { readRightsOf } from './read-rights.js';
import type { Viewer } from './viewer.js';
import { typeOf } from '../specification/field-types/type-of.js';

/** Ids that were come across. */
export class Mentions {
  readonly people = new Set<string>();
  /** Entity → ids of its records. */
  readonly records = new Map<string, Set<string>>();

  person(id: string | null | undefined): void {
    if (typeof id === 'string') this.people.add(id);
  }

  record(entity: string, id: string): void {
    const ids = this.records.get(entity);
    if (ids) ids.add(id);
    else this.records.set(entity, new Set([id]));
  }

  /** A value of a field, with the cells of a table. */
  value(field: Field, value: Value | undefined): void {
    const { holds, pointsTo } = typeOf(field);
    if (pointsTo === 'person' && typeof value === 'string') this.person(value);
    else if (pointsTo === 'record' && field.to !== undefined && typeof value === 'string')
      this.record(field.to, value);
    else if (holds === 'rows' && Array.isArray(value))
      for (const row of value) for (const column of field.fields) this.value(column, row[column.key]);
  }

  /** Some columns of a record; all of its fields, where none are named. */
  columns(entity: Entity, record: VisibleRecord, keys?: ReadonlySet<string>): void {
    for (const field of entity.fields) {
      if (!keys || keys.has(field.key)) this.value(field, record.fields[field.key]);
    }
    this.person(record.assignee);
    this.person(record.openedBy);
    this.person(record.changedBy);
    for (const { votes } of Object.values(record.rounds))
      for (const { by, for: principal } of votes) [by, principal].forEach((id) => this.person(id));
    for (const { signedBy, for: principal } of record.signatures)
      [signedBy, principal].forEach((id) => this.person(id));
  }
}

/** Looks up what was mentioned, as the viewer may see it. */
export async function namesOf(
  sources: Sources,
  application: Published | undefined,
  mentions: Mentions,
  viewer: Viewer,
): Promise<Names> {
  const [people, records] = await Promise.all([
    sources.names.of(mentions.people),
    application
      ? titlesOf(sources, application, mentions.records, viewer)
      : new Map<RecordName, RecordReference>(),
  ]);
  return { people, records };
}

/** Title and number of each; ids that are no records are left out. */
async function titlesOf(
  sources: Sources,
  { specification }: Published,
  mentioned: ReadonlyMap<string, ReadonlySet<string>>,
  viewer: Viewer,
): Promise<ReadonlyMap<RecordName, RecordReference>> {
  const titles = new Map<RecordName, RecordReference>();
  if (mentioned.size === 0) return titles;
  for (const [key, ids] of mentioned) {
    const entity = Object.hasOwn(specification.entities, key) ? specification.entities[key] : undefined;
    if (!entity) continue;
    const rights = readRightsOf({ specification, entity, viewer, now: sources.now() });
    const records = recordsIn(sources.readModels, { application: specification.key, entity: key });
    const documents = await records.byIds(ids);
    const seen = await visibleRecords(sources.personal, documents, { rights: { ...rights, exact: false } });
    documents.forEach(({ id }, index) => {
      const record = seen[index];
      const { name } = RecordRef.of({ application: specification.key, entity: key, id });
      titles.set(name, record ? { title: record.title, number: record.number } : {});
    });
  }
  return titles;
}
