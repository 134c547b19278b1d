import { NotEvaluable } from '#specification/values/not-evaluable.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { addToInstant, parsePeriod } from '#specification/values/calendar-date.js';
import { addWorkingTime, findNextWorkingInstant } from '#specification/working-time/working-time.js';
import { wallTimeToInstant } from '#specification/working-time/clock-changes.js';
import type {
  Entity,
  RecordInScope,
  Specification,
  Timer,
  TimerMoment,
} from '#specification/model/specification.js';
import { evaluateOr, readsRestrictedField } from '#domain/evaluate-expressions.js';
import type { DecisionContext } from '../decision-context.js';
import type { NewRecordEvents } from '../record-events.js';
import { evolveDecidedEvents, type OpenedRecord, type RecordState } from '../record-state.js';
import type { TimerSchedule, TimerState } from './timer-events.js';

export function appendTimerChanges(
  before: RecordState,
  events: NewRecordEvents,
  decisionContext: DecisionContext,
): NewRecordEvents {
  const { entity } = decisionContext;
  const after = evolveDecidedEvents(before, events, decisionContext);
  if (after.status !== 'opened') return events;
  if (entity.lifecycle.timers.length === 0 && Object.keys(after.timers).length === 0) return events;
  const timers = diffTimers(after, decisionContext);
  return Object.keys(timers).length === 0 &&
    !(events.some(isChange) && countsFromRestrictedField(after, entity))
    ? events
    : [...events, { type: 'record.timers-set', data: { timers } }];
}

const isChange = ({ data }: NewRecordEvents[number]): boolean => 'changes' in data;

/**
 * If a timer counts from a restricted field, every change writes `record.timers-set`: otherwise the record's version
 * would reveal its change.
 */
function countsFromRestrictedField({ state }: OpenedRecord, entity: Entity): boolean {
  return entity.lifecycle.timers.some(
    ({ at, in: states }) => at !== undefined && states.includes(state) && readsRestrictedField(at, entity),
  );
}

function diffTimers(
  record: OpenedRecord,
  decisionContext: DecisionContext,
): Readonly<Record<string, TimerSchedule | null>> {
  const { timers } = decisionContext.entity.lifecycle;
  const gone = Object.keys(record.timers).filter((key) => !timers.some((timer) => timer.key === key));
  const changed = timers.flatMap((timer): readonly (readonly [string, TimerSchedule | null])[] => {
    const was = getTimer(record, timer.key);
    const is = computeTimer(timer, record, decisionContext);
    const same = is ? was && is.due === was.due && is.first === was.first : !was;
    return same ? [] : [[timer.key, is]];
  });
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed]);
}

export const getTimer = ({ timers }: Pick<OpenedRecord, 'timers'>, key: string): TimerState | undefined =>
  Object.hasOwn(timers, key) ? timers[key] : undefined;

/** null: not running. States of imports start no timers. */
export function computeTimer(
  timer: Timer,
  record: OpenedRecord,
  decisionContext: DecisionContext,
): TimerSchedule | null {
  if (!timer.in.includes(record.state)) return null;
  const was = getTimer(record, timer.key);
  if (!was && record.cameElsewhere) return null;
  const since = was?.since ?? record.stateSince;
  const first = computeFirstDue(timer, since, record, decisionContext);
  return { due: computeNextDue(timer, first, was, decisionContext), first, since };
}

function computeNextDue(
  timer: Timer,
  first: string | null,
  was: TimerState | undefined,
  { specification, now }: DecisionContext,
): string | null {
  const last = was?.last;
  if (first === null || last === undefined) return first;
  if (timer.at && first > last) return first;
  if (timer.repeat === undefined) return null;
  if (was?.due !== null && was?.due !== undefined) return was.due;
  return computeNextRepetition(timer, timer.repeat, last, specification, now);
}

/** Beyond it, repetitions count from now. */
const MAX_MISSED = 1_000;

/** Missed repetitions fire once; the rhythm stays. */
function computeNextRepetition(
  timer: Timer,
  repeat: string,
  last: string,
  specification: Specification,
  now: string,
): string | null {
  let next = addDuration(last, repeat, timer.working, specification);
  for (let missed = 0; next !== null && next <= now; missed++)
    next = addDuration(missed < MAX_MISSED ? next : now, repeat, timer.working, specification);
  return next;
}

/** `since`: entry into the state. null: never. */
export function computeFirstDue(
  timer: Timer,
  since: string,
  record: RecordInScope,
  { specification, user, now }: DecisionContext,
): string | null {
  if (timer.after !== undefined) return addDuration(since, timer.after, timer.working, specification);
  const moment = timer.at ? evaluateOr(timer.at, { record, user, now }, null) : null;
  return moment === null ? null : toDueInstant(moment, timer.working, specification);
}

/** A day starts at midnight, or at its first working hour. */
function toDueInstant(
  moment: TimerMoment,
  working: boolean,
  { timeZone, calendar }: Specification,
): string | null {
  const at =
    moment.length > 10 ? Date.parse(moment) : wallTimeToInstant(Date.parse(`${moment}T00:00:00Z`), timeZone);
  return toInstantOrNull(() => (working && calendar ? findNextWorkingInstant(at, calendar, timeZone) : at));
}

function addDuration(
  from: string,
  duration: string,
  working: boolean,
  { timeZone, calendar }: Specification,
): string | null {
  return toInstantOrNull(() =>
    working && calendar
      ? addWorkingTime(Date.parse(from), duration, calendar, timeZone)
      : addToInstant(new Date(from), parsePeriod(duration), 1, timeZone).getTime(),
  );
}

/** null: out of range. */
function toInstantOrNull(count: () => number): string | null {
  try {
    const text = new Date(count()).toISOString();
    return text.length === INSTANT_LENGTH ? text : null;
  } catch (error) {
    if (error instanceof NotEvaluable || error instanceof RangeError) return null;
    throw error;
  }
}

/** Stored instants have equal length, so that they sort as text. */
const INSTANT_LENGTH = '2026-11-23T00:00:00.000Z'.length;

interface DueTimer {
  readonly timer: string;
  readonly due: string;
}

export const compareTimersByDue = (one: DueTimer, other: DueTimer): number =>
  compareAscending(one.due, other.due) || compareAscending(one.timer, other.timer);
