// Query: everything that waits for one person, over all applications; and what they opened that waits for others.
import { Refused } from '#domain/refusal.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import type { Action, Entity } from '#specification/model/specification.js';
import { scanPage } from '../paging/find-visible-page.js';
import { memoizePeopleNames } from '../timeline/memoize-lookups.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { findLateness, type Lateness } from '../records/record-lateness.js';
import { listPeopleInStep, describeSituation, type NextStep } from '../records/next-step.js';
import { findRecordById } from '../records/records-view.js';
import { findOutdatedRecords } from '../records/outdated-records.js';
import {
  findAwaitedRecords,
  listWaitingEntities,
  type EntityOf,
  type AwaitedRecord,
  type WaitingQuery,
} from './waiting-entities.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

export interface FoundRecord extends EntityOf, AwaitedRecord {}

export interface WaitingRecord extends FoundRecord {
  /** undefined: neither the limit of a timer of its state nor a due date has passed. */
  readonly late?: Lateness;
  readonly names: Names;
}

export interface WaitingRecords {
  /** What has been in its state longest first. */
  readonly items: readonly WaitingRecord[];
  /** There is, or may be, more of these. */
  readonly more: readonly EntityOf[];
  /** Ids of those that are not up to date. */
  readonly outdated: readonly string[];
}

/** At most so many, over all. */
export async function listWaitingRecords(
  sources: QueryDependencies,
  query: WaitingQuery,
  limit: number,
): Promise<WaitingRecords> {
  const oldest = { path: 'stateSince', descending: false };
  const pages = await Promise.all(
    (await listWaitingEntities(sources, query)).map(async (of) => {
      const { records, filter, seeAwaited } = await findAwaitedRecords(sources, query.viewer, of);
      const page = await scanPage(records, { filter, sort: oldest, limit }, seeAwaited, sources.seal);
      return { ...of, items: page.items.map((each) => ({ ...of, ...each })), more: page.next !== undefined };
    }),
  );
  const found = pages.flatMap(({ items }) => items).sort(byAge);
  const items = found.slice(0, limit);
  const left = new Set(found.slice(limit).map(({ entity }) => entity));
  return {
    items: await withNames(sources, query.viewer, items),
    more: pages.filter((page) => page.more || left.has(page.entity)),
    outdated: await outdatedIn(sources, items),
  };
}

/** Of what waits for the person, what has waited longest besides one record; of its application first. undefined: nothing. */
export async function findNextWaiting(
  sources: QueryDependencies,
  viewer: Viewer,
  { application, id }: { readonly application: string; readonly id: string },
): Promise<WaitingRecord | undefined> {
  for (const query of [{ viewer, application }, { viewer }]) {
    const { items } = await listWaitingRecords(sources, query, 2);
    const next = items.find(({ record }) => record.id !== id);
    if (next) return next;
  }
  return undefined;
}

/** Of what waits for the person, what came into its state last. undefined: nothing. */
export async function findNewestWaiting(
  sources: QueryDependencies,
  query: WaitingQuery,
): Promise<FoundRecord | undefined> {
  const newest = { path: 'stateSince', descending: true };
  const pages = await Promise.all(
    (await listWaitingEntities(sources, query)).map(async (of) => {
      const { records, filter, seeAwaited } = await findAwaitedRecords(sources, query.viewer, of);
      const page = await scanPage(records, { filter, sort: newest, limit: 1 }, seeAwaited, sources.seal);
      return page.items.map((each) => ({ ...of, ...each }));
    }),
  );
  return pages.flat().sort((one, other) => byAge(other, one))[0];
}

export interface RecordWithOthers extends WaitingRecord {
  readonly next: NextStepOfOthers;
}

/** What others have to do. */
export type NextStepOfOthers = Extract<NextStep, { readonly kind: 'waiting' | 'refused' }>;

/** What somebody opened, and what waits for others: what came into its state last first, at most so many. */
export async function listRecordsWithOthers(
  sources: QueryDependencies,
  query: WaitingQuery,
  limit: number,
): Promise<readonly RecordWithOthers[]> {
  const { viewer } = query;
  const newest = { path: 'stateSince', descending: true };
  const pages = await Promise.all(
    (await listWaitingEntities(sources, query)).map(async (of) => {
      const { records, readable, seeOthers } = await findAwaitedRecords(sources, viewer, of);
      const { states } = of.entity.lifecycle;
      const going = states.map(({ key }) => key).filter((key) => onwardFrom(of.entity, key).length > 0);
      const filter = readable({ $and: [{ openedBy: viewer.id }, { state: { $in: going } }] });
      const query = { filter, sort: newest, limit: limit * 3 };
      const page = await scanPage(records, query, seeOthers, sources.seal, MOST);
      return page.items.map((each) => ({ ...of, ...each }));
    }),
  );
  const found: (FoundRecord & Pick<RecordWithOthers, 'next'>)[] = [];
  const once = memoizePeopleNames(sources);
  for (const each of pages.flat().sort((one, other) => byAge(other, one))) {
    if (found.length === limit) break;
    const next = await stepOfOthers(once, each, viewer);
    if (next) found.push({ ...each, next });
  }
  return withNames(sources, viewer, found);
}

/** As the record's own page says it. undefined: for nobody else, or it cannot be said. */
async function stepOfOthers(
  sources: QueryDependencies,
  { published, entity, record }: FoundRecord,
  viewer: Viewer,
): Promise<NextStepOfOthers | undefined> {
  try {
    const { next } = await describeSituation(
      sources,
      await findRecordById(sources, { published, entity, viewer }, record.id),
    );
    return isOfOthers(next) ? next : undefined;
  } catch (error) {
    // It has been changed since the list was read.
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

const isOfOthers = (next: NextStep): next is NextStepOfOthers =>
  next.kind === 'waiting' || (next.kind === 'refused' && !next.round.isForViewer);

/** So many records of one's own are looked through: this is a part of the first page. */
const MOST = 500;

const onwardFrom = (entity: Entity, state: string): readonly Action[] =>
  entity.lifecycle.actions.filter(
    (action) =>
      action.from.includes(state) &&
      (action.approvals !== undefined || getLifecycleCourse(entity).direction(action, state) === 'onward'),
  );

const byAge = ({ record: one }: FoundRecord, { record: other }: FoundRecord): number =>
  compareAscending(one.stateSince, other.stateSince);

type Found = FoundRecord & Partial<Pick<RecordWithOthers, 'next'>>;

/** With everybody and everything that a row mentions. */
async function withNames<Each extends Found>(
  sources: QueryDependencies,
  viewer: Viewer,
  found: readonly Each[],
): Promise<readonly (Each & Pick<WaitingRecord, 'names' | 'late'>)[]> {
  const now = sources.now();
  const names = new Map<PublishedVersion, Names>();
  for (const published of new Set(found.map((each) => each.published))) {
    const mentions = new Mentions();
    for (const each of found.filter((one) => one.published === published)) mention(mentions, each);
    names.set(published, await findNames(sources, published, mentions, viewer));
  }
  return found.map((each) => {
    const late = findLateness({ ...each, viewer, now });
    return { ...each, ...(late && { late }), names: names.get(each.published)! };
  });
}

function mention(mentions: Mentions, { entity, record, awaited, next }: Found): void {
  mentions.person(record.openedBy);
  mentions.columns(entity, record, new Set(listRowFields(entity)));
  for (const { principal } of awaited) mentions.person(principal);
  for (const person of next ? listPeopleInStep(next) : []) mentions.person(person);
}

/** What a row says of a record besides its title: the summary; otherwise the first amount. */
export function listRowFields({ summary, fields }: Entity): readonly string[] {
  if (summary.length > 0) return summary;
  return fields
    .filter((field) => getFieldType(field).isAmount)
    .map(({ key }) => key)
    .slice(0, 1);
}

async function outdatedIn(
  sources: QueryDependencies,
  items: readonly FoundRecord[],
): Promise<readonly string[]> {
  const each = [...new Set(items.map(({ entity }) => entity))].map((entity) => {
    const among = items.filter((item) => item.entity === entity);
    const of = { application: among[0]!.published.specification.key, entity: entity.key };
    return findOutdatedRecords(
      sources,
      of,
      among.map(({ record }) => record.id),
    );
  });
  return (await Promise.all(each)).flat();
}
