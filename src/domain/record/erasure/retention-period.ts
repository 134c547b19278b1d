// Nothing is erased automatically.
import { addToInstant, Period } from '#specification/values/calendar-date.js';
import type { Entity, Specification, Retention } from '#specification/model/specification.js';

export interface RetentionSubject {
  readonly state: string;
  readonly stateSince: string;
  readonly changedAt: string;
}

export const getRetention = ({ limits }: Specification, { key }: Entity): Retention | undefined =>
  Object.hasOwn(limits.retention, key) ? limits.retention[key] : undefined;

/** undefined: not started. */
export function getRetentionStart(
  { in: states }: Pick<Retention, 'in'>,
  record: RetentionSubject,
): string | undefined {
  if (!states) return record.changedAt;
  return states.includes(record.state) ? record.stateSince : undefined;
}

export const computeDueInstant = (
  { keep }: Pick<Retention, 'keep'>,
  from: string,
  timeZone: string,
): string => addToInstant(new Date(from), new Period(keep), 1, timeZone).toISOString();

/**
 * Adding a period and subtracting it again may miss the start by days: months have 28 to 31 days and end on their last
 * one, decades differ by leap days, and time zones by hours, or by a day where the date line moved. That is ten days at most.
 */
const CALENDAR_SLACK_MS = 14 * 86_400_000;

/** Due records started by this instant; necessary, not sufficient. */
export function computeLatestRetentionStart(
  { keep }: Pick<Retention, 'keep'>,
  now: string,
  timeZone: string,
): string {
  const back = addToInstant(new Date(now), new Period(keep), -1, timeZone);
  return new Date(back.getTime() + CALENDAR_SLACK_MS).toISOString();
}

export const isDue = (due: string, now: string): boolean => Date.parse(due) <= Date.parse(now);
