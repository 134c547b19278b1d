// How long a record has to be kept, and since when it need not be any more. Nothing is erased by this: somebody decides.
import { addToInstant, Period } from '#specification/values/calendar-date.js';
import type { Entity, Specification, Retention } from '#specification/model/specification.js';

/** What retention looks at: the state, since when it is that one, and when something was last changed. */
export interface RetentionSubject {
  readonly state: string;
  readonly stateSince: string;
  readonly changedAt: string;
}

/** How long a record of the entity has to be kept. Nothing is erased by this: somebody decides. */
export const getRetention = ({ limits }: Specification, { key }: Entity): Retention | undefined =>
  Object.hasOwn(limits.retention, key) ? limits.retention[key] : undefined;

/** Since when retention counts, as an instant; undefined: it does not count yet. */
export function getRetentionStart(
  { in: states }: Pick<Retention, 'in'>,
  record: RetentionSubject,
): string | undefined {
  if (!states) return record.changedAt;
  return states.includes(record.state) ? record.stateSince : undefined;
}

/** When a record is due that counts from an instant. */
export const computeDueInstant = (
  { keep }: Pick<Retention, 'keep'>,
  from: string,
  timeZone: string,
): string => addToInstant(new Date(from), new Period(keep), 1, timeZone).toISOString();

/** Months have 28 to 31 days: the way back may end some days before the way there began. */
const MONTHS_DIFFER = 4 * 86_400_000;

/** Whatever is due now counts from this instant, or from an earlier one. Not all that does is due. */
export function computeLatestRetentionStart(
  { keep }: Pick<Retention, 'keep'>,
  now: string,
  timeZone: string,
): string {
  const back = addToInstant(new Date(now), new Period(keep), -1, timeZone);
  return new Date(back.getTime() + MONTHS_DIFFER).toISOString();
}

export const isDue = (due: string, now: string): boolean => Date.parse(due) <= Date.parse(now);
