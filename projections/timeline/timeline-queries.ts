// What pages ask of the audit timeline.
import type { RecordName, UserName } from '../../src/domain/streams.js';
import type { Filter, Generation, Page } from '../read-model.js';
import { TIMELINE_COLLECTION, type TimelineEntry, timelineId } from './timeline-entry.js';

export interface TimelineFilters {
  readonly application?: string;
  /** Only these applications (and what belongs to none, with null): for those who may not see all. */
  readonly applications?: readonly (string | null)[];
  readonly entity?: string;
  /** Records or people; of several: any of them. */
  readonly subjects?: readonly (RecordName | UserName)[];
  readonly actor?: string;
  readonly type?: string;
  /** Types that are left out. */
  readonly without?: readonly string[];
  readonly action?: string;
  /** ISO 8601 instants: from ≤ at < until. */
  readonly from?: string;
  readonly until?: string;
  readonly search?: string;
}

export interface TimelineQuery extends TimelineFilters {
  readonly cursor?: string;
  readonly backwards?: boolean;
  readonly limit: number;
}

export function timelineFilter(wanted: TimelineFilters): Filter {
  const { applications, from, until, search, application, entity, subjects, actor, type, action } = wanted;
  const { without = [] } = wanted;
  const facets: Filter[] = Object.entries({ application, entity, actor, type, action })
    .filter(([, value]) => value !== undefined)
    .map(([path, value]) => ({ [path]: value }));
  facets.push(...without.map((each) => ({ type: { $ne: each } })));
  if (applications) facets.push({ application: { $in: applications } });
  if (subjects) facets.push({ subject: subjects.length === 1 ? subjects[0] : { $in: subjects } });
  if (from !== undefined || until !== undefined) facets.push({ at: { $gte: from, $lt: until } });
  if (search !== undefined) facets.push({ $text: search });
  return { $and: facets };
}

/** Newest first, in the order in which things were written down. */
export function findTimeline(timeline: Generation, query: TimelineQuery): Promise<Page<TimelineEntry>> {
  const { cursor, backwards, limit } = query;
  return timeline.find(TIMELINE_COLLECTION, {
    filter: timelineFilter(query),
    sort: { path: 'id', descending: true },
    cursor,
    backwards,
    limit,
  });
}

export function countTimeline(timeline: Generation, filters: TimelineFilters, limit?: number) {
  return timeline.count(TIMELINE_COLLECTION, timelineFilter(filters), limit);
}

export function eventAt(timeline: Generation, position: number): Promise<TimelineEntry | undefined> {
  return timeline.get(TIMELINE_COLLECTION, timelineId(position));
}

export async function eventById(timeline: Generation, eventId: string): Promise<TimelineEntry | undefined> {
  const page = await timeline.find<TimelineEntry>(TIMELINE_COLLECTION, { filter: { eventId }, limit: 1 });
  return page.documents[0];
}

/** The events before and after one, in the log. */
export async function neighbours(
  timeline: Generation,
  position: number,
): Promise<{ readonly previous?: number; readonly next?: number }> {
  const beside = async (filter: Filter, descending: boolean) =>
    (
      await timeline.find<TimelineEntry>(TIMELINE_COLLECTION, {
        filter,
        sort: { path: 'id', descending },
        limit: 1,
      })
    ).documents[0]?.position;
  return {
    previous: await beside({ id: { $lt: timelineId(position) } }, true),
    next: await beside({ id: { $gt: timelineId(position) } }, false),
  };
}

/** Types of events there are, with how many of each. */
export async function eventTypes(timeline: Generation): Promise<ReadonlyMap<string, number>> {
  return (await timeline.countBy(TIMELINE_COLLECTION, 'type')) as ReadonlyMap<string, number>;
}
