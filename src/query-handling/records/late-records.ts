// Whether a record waits longer than it should: a timer of its state was due, or a due date has passed, by what its reader may see.
import { actorIn } from '#domain/permissions.js';
import { firstDue } from '#domain/record/timers.js';
import type { Published } from '#command-handling/ports.js';
import { dayIn } from '#specification/values/calendar.js';
import type { Entity } from '#specification/specification.js';
import type { Viewer } from '../viewer.js';
import type { VisibleRecord } from '../visible-records.js';

interface LateQuestion {
  readonly published: Published;
  readonly entity: Entity;
  readonly record: VisibleRecord;
  readonly viewer: Viewer;
  /** ISO 8601 instant. */
  readonly now: string;
}

export const isLate = (question: LateQuestion): boolean => isPastDueDate(question) || isPastTimer(question);

/** Hidden fields are not among those of a visible record. */
function isPastDueDate({ published: { specification }, entity, record, now }: LateQuestion): boolean {
  const dayOf = dayIn(specification.timeZone);
  return Object.entries(entity.lifecycle.due ?? {}).some(([key, states]) => {
    const value = record.fields[key];
    if (!states.includes(record.state) || typeof value !== 'string') return false;
    return (DAY.test(value) ? value : dayOf(value)) < dayOf(now);
  });
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A timer that counts from fields tells nothing where some of them are hidden. */
function isPastTimer({ published: { specification }, entity, record, viewer, now }: LateQuestion): boolean {
  const decisionContext = { specification, entity, user: actorIn(specification, viewer), now };
  return entity.lifecycle.timers
    .filter((timer) => timer.in.includes(record.state) && (!timer.at || record.hidden.size === 0))
    .some((timer) => {
      const due = firstDue(timer, record.stateSince, record, decisionContext);
      return due !== null && due <= now;
    });
}
