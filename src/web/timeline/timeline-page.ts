import type { EventPage, TimelineFilters, TimelinePage } from '#views/view-models/timeline.js';
import type { FoundEvent } from '#query-handling/timeline/find-event.js';
import type { VisibleTimeline } from '#query-handling/timeline/list-timeline.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import type { Viewer } from '#query-handling/viewer.js';
import { isDamaged, isErased, isKeyMissing } from '#specification/model/stored-value.js';
import { eventHref } from '../addresses/page-addresses.js';
import { timelineItem, describeEvents } from './timeline-item.js';
import { describeFilters, type ActiveFilterWithClause } from './active-filters.js';
import { createTimelineContext, type TimelineContext } from './timeline-context.js';
import type { Translate } from '#views/messages/translate.js';

export interface TimelinePageSource {
  readonly timeline: VisibleTimeline;
  readonly viewer: Viewer;
  readonly t: Translate;
  readonly filters: TimelineFilters;
  readonly active: readonly ActiveFilterWithClause[];
  readonly filtered: boolean;
  /** Address of news; undefined: not the newest page. */
  readonly live: string | undefined;
  readonly problems: readonly string[];
  readonly page: (cursor: { readonly after?: string; readonly before?: string }) => string;
}

export function presentItems(timeline: VisibleTimeline, viewer: Viewer, t: Translate): TimelinePage['items'] {
  const context = createTimelineContext(viewer, { ...timeline, subjects: true, t });
  return describeEvents(timeline.items, context, { href: eventHref });
}

export function presentTimeline(showing: TimelinePageSource): Omit<TimelinePage, 'frame'> {
  const { timeline, viewer, filters, active, filtered, problems, live, page, t } = showing;
  const common = {
    heading: t('frame.audit'),
    filters,
    active: active.map(({ title, value, without }) => ({ title, value, without })),
    filtered,
    problems,
  };
  if (problems.length > 0) return { ...common, shows: describeFilters(undefined, filters, t), items: [] };
  return {
    ...common,
    shows: describeFilters(active, filters, t),
    ...(timeline.count && { count: timeline.count }),
    ...(live !== undefined && { live }),
    items: presentItems(timeline, viewer, t),
    ...(timeline.lookedThrough && { lookedThrough: timeline.lookedThrough }),
    ...(timeline.previous !== undefined && { newer: page({ before: timeline.previous }) }),
    ...(timeline.next !== undefined && { older: page({ after: timeline.next }) }),
  };
}

export function presentEvent(found: FoundEvent, viewer: Viewer, t: Translate): Omit<EventPage, 'frame'> {
  const { event, names, published, causes, cause, previous, next } = found;
  const context = createTimelineContext(viewer, { names, published, subjects: true, t });
  const { position, eventId, stream, version, type, data, metadata, leftOut } = event;
  return {
    item: timelineItem(event, context),
    causes: { tree: causeTree(causes, position, context), isCut: causes.isCut },
    stream,
    eventId: isHidden(eventId) ? t('value.hidden') : eventId,
    correlation: metadata.correlationId,
    ...(cause && {
      cause: { id: cause.id, ...(cause.position !== undefined && { href: eventHref(cause.position) }) },
    }),
    leftOut: [...leftOut, ...pathsOf(isHidden, { data, metadata })],
    erased: pathsOf(isErased, { data, metadata }),
    unreadable: pathsOf(isKeyMissing, { data, metadata }),
    damaged: pathsOf(isDamaged, { data, metadata }),
    json: JSON.stringify({ id: eventId, stream, version, position, type, data, metadata }, null, 2),
    ...(previous !== undefined && { previous: eventHref(previous) }),
    ...(next !== undefined && { next: eventHref(next) }),
  };
}

function causeTree(
  { events }: FoundEvent['causes'],
  here: number,
  context: TimelineContext,
): EventPage['causes']['tree'] {
  const below = (from: number | undefined): EventPage['causes']['tree'] =>
    events
      .filter(({ cause }) => cause === from)
      .map(({ event }) => ({
        item: timelineItem(event, context),
        href: eventHref(event.position),
        isHere: event.position === here,
        caused: below(event.position),
      }));
  return below(undefined);
}

/** Dotted paths of matching values, outermost first. */
function pathsOf(test: (value: unknown) => boolean, value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!holdsNames(path) && test(value)) return [path];
  const within = (key: string) => (path === '' ? key : `${path}.${key}`);
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(test, inner, within(key)));
}

/** Members of these are an application's fields, which may be named `erased`. */
const holdsNames = (path: string): boolean => path === 'data.fields' || /\.\d+$/.test(path);
