import { Temporal } from 'temporal-polyfill';
import type { VisibleTimeline } from '#query-handling/timeline/list-timeline.js';
import type { VisibleEvent } from '#query-handling/timeline/redact-event.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Translate } from '#views/messages/translate.js';
import { type JsonAddress } from '../addresses/json-address.js';
import { createTimelineContext, type TimelineContext } from './timeline-context.js';
import { timelineItem } from './timeline-item.js';

export const EVENT_MEMBERS = [
  'position',
  'at',
  'recordedAt',
  'who',
  'actor',
  'onBehalfOf',
  'what',
  'type',
  'application',
  'entity',
  'record',
  'recordTitle',
  'action',
  'reason',
  'data',
  'program',
  'token',
] as const;

type EventJson = Readonly<Record<(typeof EVENT_MEMBERS)[number], unknown>>;

interface JsonOptions {
  readonly viewer: Viewer;
  readonly t: Translate;
  readonly timeZone: string;
}

export function timelineJson(
  timeline: VisibleTimeline,
  {
    link,
    ...options
  }: JsonOptions & {
    readonly link: (cursor: { readonly after?: string; readonly before?: string }) => JsonAddress;
  },
) {
  const { next, previous, lookedThrough } = timeline;
  return {
    items: [...eventsJson(timeline, options)],
    ...(next !== undefined && { next: link({ after: next }) }),
    ...(previous !== undefined && { previous: link({ before: previous }) }),
    ...(lookedThrough && {
      lookedThrough: { ...lookedThrough, at: formatWithUtcOffset(lookedThrough.at, options.timeZone) },
    }),
  };
}

export function* eventsJson(
  timeline: VisibleTimeline,
  { viewer, t, timeZone }: JsonOptions,
): Iterable<EventJson> {
  const context = createTimelineContext(viewer, { ...timeline, subjects: true, t });
  for (const event of timeline.items) yield eventJson(event, context, timeZone);
}

function eventJson(event: VisibleEvent, context: TimelineContext, timeZone: string): EventJson {
  const { who, verb, text, subject } = timelineItem(event, context);
  return {
    position: event.position,
    at: formatWithUtcOffset(event.at, timeZone),
    recordedAt: formatWithUtcOffset(event.metadata.recordedAt, timeZone),
    who,
    actor: event.actor,
    onBehalfOf: event.metadata.onBehalfOf ?? null,
    what: [verb, text].filter(Boolean).join(' '),
    type: event.type,
    application: event.application,
    entity: event.entity,
    record: event.record?.id ?? event.person,
    recordTitle: subject?.title ?? null,
    action: event.action,
    reason: event.metadata.reason ?? null,
    data: event.data,
    program: nameProgram(event, context),
    token: event.metadata.program ?? null,
  };
}

/** An erased name leaves the id of the token. */
const nameProgram = ({ metadata: { program } }: VisibleEvent, { names }: TimelineContext): string | null =>
  program === undefined ? null : (names.programs?.get(program) ?? null);

/** `2026-11-27T08:10:05.000+01:00` */
export function formatWithUtcOffset(instant: string, timeZone: string): string {
  try {
    const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
    return zoned.toString({ timeZoneName: 'never', smallestUnit: 'millisecond' });
  } catch {
    return instant;
  }
}
