import { Query } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Entity } from '#specification/model/specification.js';
import { scanPage } from '../paging/find-visible-page.js';
import { ReferencedIds, findReferenceNames, type ReferenceNames } from '../names/find-names.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { findLateness, type Lateness } from '../records/record-lateness.js';
import { listPeopleInStep, type NextStep } from '../records/next-step.js';
import { filterRecordsFailedToProject } from '../records/records-failed-to-project.js';
import {
  createAwaitedRecordsView,
  listWaitingEntities,
  type PublishedEntity,
  type AwaitedRecord,
  type WaitingQuery,
} from './waiting-entities.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

export interface AwaitedRecordOfEntity extends PublishedEntity, AwaitedRecord {}

export interface WaitingRecord extends AwaitedRecordOfEntity {
  /** undefined: not late. */
  readonly late?: Lateness;
  readonly names: ReferenceNames;
}

export interface WaitingRecords {
  /** Longest in its state first. */
  readonly items: readonly WaitingRecord[];
  /** Entities with further records. */
  readonly more: readonly PublishedEntity[];
  readonly outdated: readonly string[];
}

export class ListWaitingRecords extends Query<WaitingRecords> {
  constructor(
    readonly query: WaitingQuery,
    readonly limit: number,
  ) {
    super();
  }
}

export async function listWaitingRecords(
  sources: QueryDependencies,
  query: WaitingQuery,
  limit: number,
): Promise<WaitingRecords> {
  const oldest = { path: 'stateSince', descending: false };
  const pages = await Promise.all(
    (await listWaitingEntities(sources, query)).map(async (of) => {
      const { records, filter, seeAwaited } = await createAwaitedRecordsView(sources, query.viewer, of);
      const page = await scanPage(records, { filter, sort: oldest, limit }, seeAwaited, sources.seal);
      return { ...of, items: page.items.map((each) => ({ ...of, ...each })), more: page.next !== undefined };
    }),
  );
  const found = pages.flatMap(({ items }) => items).sort(compareByStateAge);
  const items = found.slice(0, limit);
  const left = new Set(found.slice(limit).map(({ entity }) => entity));
  return {
    items: await addReferenceNames(sources, query.viewer, items),
    more: pages.filter((page) => page.more || left.has(page.entity)),
    outdated: await outdatedIn(sources, items),
  };
}

/** Longest waiting first, the record's application before others. */
export class FindNextWaiting extends Query<WaitingRecord | undefined> {
  constructor(
    readonly viewer: Viewer,
    readonly record: { readonly application: string; readonly id: string },
  ) {
    super();
  }
}

/** The latest to enter its state. */
export class FindNewestWaiting extends Query<AwaitedRecordOfEntity | undefined> {
  constructor(readonly query: WaitingQuery) {
    super();
  }
}

export interface RecordWaitingForOthers extends WaitingRecord {
  readonly next: NextStepOfOthers;
}

export type NextStepOfOthers = Extract<NextStep, { readonly kind: 'waiting' | 'refused' }>;

/** Latest change of state first. */
export class ListRecordsWithOthers extends Query<readonly RecordWaitingForOthers[]> {
  constructor(
    readonly query: WaitingQuery,
    readonly limit: number,
  ) {
    super();
  }
}

export const compareByStateAge = (
  { record: one }: AwaitedRecordOfEntity,
  { record: other }: AwaitedRecordOfEntity,
): number => compareAscending(one.stateSince, other.stateSince);

type Found = AwaitedRecordOfEntity & Partial<Pick<RecordWaitingForOthers, 'next'>>;

export async function addReferenceNames<Each extends Found>(
  sources: QueryDependencies,
  viewer: Viewer,
  found: readonly Each[],
): Promise<readonly (Each & Pick<WaitingRecord, 'names' | 'late'>)[]> {
  const now = sources.now();
  const names = new Map<PublishedVersion, ReferenceNames>();
  for (const published of new Set(found.map((each) => each.published))) {
    const mentions = new ReferencedIds();
    for (const each of found.filter((one) => one.published === published)) mention(mentions, each);
    names.set(published, await findReferenceNames(sources, published, mentions, viewer));
  }
  return found.map((each) => {
    const late = findLateness({ ...each, viewer, now });
    return { ...each, ...(late && { late }), names: names.get(each.published)! };
  });
}

function mention(mentions: ReferencedIds, { entity, record, awaited, next }: Found): void {
  mentions.person(record.openedBy);
  mentions.columns(entity, record, new Set(listSummaryFields(entity)));
  for (const { principal } of awaited) mentions.person(principal);
  for (const person of next ? listPeopleInStep(next) : []) mentions.person(person);
}

/** The first amount, if there is no `summary`. */
export function listSummaryFields({ summary, fields }: Entity): readonly string[] {
  if (summary.length > 0) return summary;
  return fields
    .filter((field) => getFieldType(field).isAmount)
    .map(({ key }) => key)
    .slice(0, 1);
}

async function outdatedIn(
  sources: QueryDependencies,
  items: readonly AwaitedRecordOfEntity[],
): Promise<readonly string[]> {
  const each = [...new Set(items.map(({ entity }) => entity))].map((entity) => {
    const among = items.filter((item) => item.entity === entity);
    const of = { application: among[0]!.published.specification.key, entity: entity.key };
    return filterRecordsFailedToProject(
      sources,
      of,
      among.map(({ record }) => record.id),
    );
  });
  return (await Promise.all(each)).flat();
}
