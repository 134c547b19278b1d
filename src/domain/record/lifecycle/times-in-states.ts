// How long a record has been in each of its states, all visits together: what its events add up to.
import { getNewName } from '../migration/migration-events.js';
import type { Renames } from '#specification/upgrade/migration.js';

/** State → milliseconds of the visits that are over. */
export type TimesInStates = Readonly<Record<string, number>>;

/** Where a record is, and since when: the visit that goes on. */
export interface Visit {
  readonly state: string;
  /** ISO 8601. */
  readonly stateSince: string;
}

/** After a visit that ends at `at`. An event that claims to have happened before the visit began ends it at once. */
export function addVisit(times: TimesInStates, { state, stateSince }: Visit, at: string): TimesInStates {
  return { ...times, [state]: (getTime(times, state) ?? 0) + computeDuration(stateSince, at) };
}

/** Under the names that states have now; those that became one are added up. */
export function migrateTimes(times: TimesInStates, states: Renames | undefined): TimesInStates {
  if (!states) return times;
  return Object.entries(times).reduce<TimesInStates>((all, [state, time]) => {
    const name = getNewName(states, state);
    return { ...all, [name]: (getTime(all, name) ?? 0) + time };
  }, {});
}

/** Milliseconds until `now`, with the visit that goes on; undefined: it never was in the state. */
export function computeTimeInState(
  { state: current, stateSince, timesInStates }: Visit & { readonly timesInStates: TimesInStates },
  state: string,
  now: string,
): number | undefined {
  const past = getTime(timesInStates, state);
  return state === current ? (past ?? 0) + computeDuration(stateSince, now) : past;
}

const getTime = (times: TimesInStates, state: string): number | undefined =>
  Object.hasOwn(times, state) ? times[state] : undefined;

const computeDuration = (from: string, to: string): number =>
  Math.max(0, Date.parse(to) - Date.parse(from)) || 0;
