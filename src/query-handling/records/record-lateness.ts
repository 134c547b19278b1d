import { toActor } from '#domain/permissions.js';
import { computeFirstDue } from '#domain/record/timers/schedule-timers.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { createLocalDayLookup } from '#specification/values/calendar-date.js';
import type { Entity, Timer } from '#specification/model/specification.js';
import type { Viewer } from '../viewer.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

interface LateQuestion {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly record: VisibleRecord;
  readonly viewer: Viewer;
  /** ISO 8601. */
  readonly now: string;
}

export type Lateness =
  | { readonly field: string; readonly day: string }
  /** `day`: of the application's time zone; `at`: ISO 8601. */
  | { readonly timer: Timer; readonly day: string; readonly at: string };

export const findLateness = (question: LateQuestion): Lateness | undefined =>
  [...passedDates(question), ...passedTimers(question)].toSorted((one, other) =>
    compareAscending(one.day, other.day),
  )[0];

/** Visible records lack hidden fields. */
function passedDates({
  published: { specification },
  entity,
  record,
  now,
}: LateQuestion): readonly Lateness[] {
  const dayOf = createLocalDayLookup(specification.timeZone);
  return Object.entries(entity.lifecycle.due ?? {}).flatMap(([field, states]) => {
    const value = record.fields[field];
    if (!states.includes(record.state) || typeof value !== 'string') return [];
    const day = DAY.test(value) ? value : dayOf(value);
    return day < dayOf(now) ? [{ field, day }] : [];
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Timers from hidden fields would reveal them. */
function passedTimers({
  published: { specification },
  entity,
  record,
  viewer,
  now,
}: LateQuestion): readonly Lateness[] {
  const decisionContext = { specification, entity, user: toActor(specification, viewer), now };
  return entity.lifecycle.timers
    .filter((timer) => timer.in.includes(record.state) && (!timer.at || record.hidden.size === 0))
    .flatMap((timer) => {
      const at = computeFirstDue(timer, record.stateSince, record, decisionContext);
      return at !== null && at <= now
        ? [{ timer, at, day: createLocalDayLookup(specification.timeZone)(at) }]
        : [];
    });
}
