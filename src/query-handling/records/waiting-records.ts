// Query: everything in an application that waits for one person's approval, and how much that is.
import type { Published } from '#command-handling/ports.js';
import type { RecordDocument } from '#projections/read-models/records/records-projection.js';
import type { Entity } from '#specification/specification.js';
import { scanCount, scanPage, type VisibilityFilter } from '../find-page.js';
import { Mentions, namesOf, type Names } from '../mentions.js';
import type { Sources } from '../ports.js';
import type { VisibleRecord } from '../visible-records.js';
import type { Viewer } from '../viewer.js';
import { forApproval, isApproved, type ApprovalRequest } from './for-approval.js';
import { outdatedAmong } from './outdated-records.js';
import { openRecordsView } from './records-view.js';

export interface WaitingRecord {
  readonly record: VisibleRecord;
  readonly asked: readonly ApprovalRequest[];
}

export interface WaitingOfEntity {
  readonly entity: Entity;
  /** What has waited longest first. */
  readonly items: readonly WaitingRecord[];
  /** There is, or may be, more of it. */
  readonly more: boolean;
}

export interface WaitingRecords {
  /** Without those of which nothing waits. */
  readonly entities: readonly WaitingOfEntity[];
  /** Ids of those that are not up to date. */
  readonly outdated: readonly string[];
  readonly names: Names;
}

interface WaitingQuery {
  readonly published: Published;
  readonly viewer: Viewer;
}

/** At most so many of each entity. */
export async function waitingRecords(
  sources: Sources,
  asking: WaitingQuery,
  limit: number,
): Promise<WaitingRecords> {
  const each = await Promise.all(
    approvedIn(asking.published).map(async (entity): Promise<WaitingOfEntity> => {
      const { records, filter, see } = await waitingIn(sources, asking, entity);
      const oldest = { path: 'changedAt', descending: false };
      const page = await scanPage(records, { filter, sort: oldest, limit }, see, sources.seal);
      return { entity, items: page.items, more: page.next !== undefined };
    }),
  );
  const entities = each.filter(({ items, more }) => items.length > 0 || more);
  const mentions = new Mentions();
  for (const { record, asked } of entities.flatMap(({ items }) => items)) {
    mentions.person(record.changedBy);
    mentions.person(record.changedFor);
    for (const { principal } of asked) mentions.person(principal);
  }
  const application = asking.published.specification.key;
  const outdated = await Promise.all(
    entities.map(({ entity, items }) =>
      outdatedAmong(
        sources,
        { application, entity: entity.key },
        items.map(({ record }) => record.id),
      ),
    ),
  );
  const names = await namesOf(sources, asking.published, mentions, asking.viewer);
  return { entities, outdated: outdated.flat(), names };
}

/** So many records are looked at for the number that stands on every page. */
const MOST_COUNTED = 100;

export async function countWaiting(
  sources: Sources,
  asking: WaitingQuery,
): Promise<{ readonly count: number; readonly more: boolean }> {
  const counts = await Promise.all(
    approvedIn(asking.published).map(async (entity) => {
      const { records, filter, see } = await waitingIn(sources, asking, entity);
      return scanCount(records, { filter }, see, MOST_COUNTED);
    }),
  );
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    more: counts.some(({ more }) => more),
  };
}

const approvedIn = ({ specification: { entities } }: Published): readonly Entity[] =>
  Object.values(entities).filter(isApproved);

async function waitingIn(sources: Sources, { published, viewer }: WaitingQuery, entity: Entity) {
  const question = { published, entity, viewer };
  const view = await openRecordsView(sources, question);
  const { filter, asked } = await forApproval(sources, question, view.now);
  const looking = view.see();
  const see: VisibilityFilter<RecordDocument, WaitingRecord> = async (documents) => {
    const seen = await looking(documents);
    const visible = documents.filter((_, index) => seen[index] !== undefined);
    const askedOf = await asked(visible);
    const found = new Map(visible.map(({ id }, index) => [id, askedOf[index]!]));
    return seen.map((record) => {
      const each = (record && found.get(record.id)) ?? [];
      return record && each.length > 0 ? { record, asked: each } : undefined;
    });
  };
  return { records: view.records, filter: view.filter([filter]), see };
}
