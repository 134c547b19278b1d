// What pages and commands ask of the audit timeline.
import type { RecordName, UserName } from '#domain/streams.js';
import { documentsIn, type Documents, type ActiveGenerations } from '#projections/port/documents.js';
import type { Filter } from '#projections/port/query.js';
import { TIMELINE_COLLECTION, type TimelineEntry, timelineId } from './timeline-entry.js';
import { timelineProjection } from './timeline-projection.js';

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

export interface TimelineReadModel extends Pick<Documents<TimelineEntry>, 'generation' | 'find'> {
  /** The event at a position of the log. */
  at(position: number): Promise<TimelineEntry | undefined>;
  byEventId(eventId: string): Promise<TimelineEntry | undefined>;
  /** The next one (1) or the one before (-1) that is about the same and stands in the same stream. */
  beside(entry: TimelineEntry, step: 1 | -1): Promise<TimelineEntry | undefined>;
  /** Whether any of these records and people ever came to be. */
  anyBegun(subjects: readonly string[]): Promise<boolean>;
}

export function timelineIn(readModels: ActiveGenerations): TimelineReadModel {
  const timeline = documentsIn<TimelineEntry>(readModels, timelineProjection.name, TIMELINE_COLLECTION);
  const { generation, find } = timeline;
  const first = async (query: Omit<Parameters<typeof find>[0], 'limit'>) =>
    (await find({ ...query, limit: 1 })).documents[0];
  return {
    ...{ generation, find },
    at: (position) => timeline.get(timelineId(position)),
    byEventId: (eventId) => first({ filter: { eventId } }),
    beside: ({ subject, stream, position }, step) =>
      first({
        filter: { subject, stream, position: step === 1 ? { $gt: position } : { $lt: position } },
        sort: { path: 'position', descending: step === -1 },
      }),
    anyBegun: async (subjects) => {
      const type = { $in: ['record.opened', 'user.registered'] };
      return (await timeline.count({ subject: { $in: subjects }, type }, 1)).count > 0;
    },
  };
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
