// Query: what will happen by itself in an application, of the records that one person may read: the soonest first.
import type { Filter } from '#projections/port/query.js';
import type { ScheduledTimer } from '#projections/read-models/timers/timer-document.js';
import { scheduledIn, timersIn } from '#projections/read-models/timers/timers-projection.js';
import type { Published } from '#command-handling/ports.js';
import { byDue } from '#domain/record/timers.js';
import { RecordRef } from '#domain/streams.js';
import { actorIn, readableRecords } from '#domain/permissions.js';
import type { Entity, Specification, Timer } from '#specification/specification.js';
import { scanPage, type VisibilityFilter } from '../find-page.js';
import { Mentions, namesOf, NO_NAMES, type Names } from '../mentions.js';
import type { Sources } from '../ports.js';
import type { Viewer } from '../viewer.js';
import type { VisibleRecord } from '../visible-records.js';
import { openRecordsView } from './records-view.js';
import { scheduledMail, type ScheduledMail } from './timer-recipients.js';

export interface NextTimer {
  readonly timer: Timer;
  /** ISO 8601. */
  readonly due: string;
  /** undefined: it sends none. */
  readonly mail?: ScheduledMail;
}

export interface ScheduledItem extends NextTimer {
  readonly entity: Entity;
  readonly record: VisibleRecord;
}

export interface ScheduledPage {
  readonly items: readonly ScheduledItem[];
  readonly names: Names;
  /** Cursor of the next page. */
  readonly next?: string;
}

export interface ScheduledQuery {
  readonly published: Published;
  readonly viewer: Viewer;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Entities with timers whose records the person may read, as far as their roles say. */
export const scheduledEntities = (specification: Specification, viewer: Viewer): readonly Entity[] =>
  Object.values(specification.entities).filter(
    (entity) =>
      entity.lifecycle.timers.length > 0 &&
      (viewer.auditor || readableRecords(entity, actorIn(specification, viewer)) !== false),
  );

/** Throws `BadCursor`. */
export async function scheduledTimers(
  sources: Sources,
  { published, viewer, limit, cursor }: ScheduledQuery,
): Promise<ScheduledPage> {
  const { specification } = published;
  const entities = scheduledEntities(specification, viewer);
  if (entities.length === 0) return { items: [], names: NO_NAMES };
  const filter: Filter = {
    application: specification.key,
    entity: { $in: entities.map(({ key }) => key) },
  };
  const query = { filter, sort: { path: 'due' }, limit, cursor, onwardOnly: true };
  const { items, next } = await scanPage(
    scheduledIn(sources.readModels),
    query,
    await seeOf(sources, { published, viewer }, entities),
    sources.seal,
  );
  const mentions = new Mentions();
  for (const { mail } of items) for (const person of mail?.to ?? []) mentions.person(person);
  const names = await namesOf(sources, published, mentions, viewer);
  return { items, names, ...(next !== undefined && { next }) };
}

/** A timer is seen with its record. */
async function seeOf(
  sources: Sources,
  { published, viewer }: Pick<ScheduledQuery, 'published' | 'viewer'>,
  entities: readonly Entity[],
): Promise<VisibilityFilter<ScheduledTimer, ScheduledItem>> {
  const views = await Promise.all(
    entities.map(async (entity) => ({
      entity,
      view: await openRecordsView(sources, { published, entity, viewer }),
    })),
  );
  return async (timers) => {
    const found = new Map<string, { readonly entity: Entity; readonly record: VisibleRecord }>();
    for (const { entity, view } of views) {
      const ids = timers.filter((each) => each.entity === entity.key).map(({ record }) => record);
      const documents = await view.records.byIds(ids, view.filter());
      const records = await view.see()(documents);
      for (const record of records)
        if (record) found.set(scheduledKey(entity.key, record.id), { entity, record });
    }
    return timers.map(({ entity, record, timer, due }) => {
      const of = found.get(scheduledKey(entity, record));
      const next = of && nextTimer(sources, { published, ...of }, timer, due);
      return next && { ...of, ...next };
    });
  };
}

const scheduledKey = (entity: string, record: string): string => `${entity} ${record}`;

interface TimerOf {
  readonly published: Published;
  readonly entity: Entity;
  readonly record: VisibleRecord;
}

/**
 * A timer that will be due, as the viewer may learn of it. undefined: the version that runs has none of that name, or it counts from the record's
 * fields, of which some are hidden.
 */
function nextTimer(
  { now }: Pick<Sources, 'now'>,
  { published: { specification }, entity, record }: TimerOf,
  key: string,
  due: string,
): NextTimer | undefined {
  const timer = entity.lifecycle.timers.find((each) => each.key === key);
  if (!timer || (timer.at && record.hidden.size > 0)) return undefined;
  const mail = scheduledMail({ specification, entity, record, now: now() }, timer);
  return { timer, due, ...(mail && { mail }) };
}

/** Timers of a record that are due next, the soonest first. */
export async function nextTimers(
  sources: Pick<Sources, 'readModels' | 'now'>,
  { published, entity, record }: TimerOf,
): Promise<readonly NextTimer[]> {
  if (entity.lifecycle.timers.length === 0) return [];
  const { id } = record;
  const of = RecordRef.of({ application: published.specification.key, entity: entity.key, id });
  const waiting = await timersIn(sources.readModels).ofRecord(of);
  return Object.entries(waiting?.timers ?? {})
    .flatMap(([key, { due }]) =>
      due === null ? [] : (nextTimer(sources, { published, entity, record }, key, due) ?? []),
    )
    .sort((one, other) =>
      byDue({ timer: one.timer.key, due: one.due }, { timer: other.timer.key, due: other.due }),
    );
}
