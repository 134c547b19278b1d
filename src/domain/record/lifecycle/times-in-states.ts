import { getMigratedName } from '../migration/migration-events.js';
import type { Renames } from '#specification/upgrade/migration.js';

export type TimesInStates = Readonly<Record<string, number>>;

export interface StateVisit {
  readonly state: string;
  readonly stateSince: string;
}

/** An event dated before the visit ends it at once. */
export function addVisit(times: TimesInStates, { state, stateSince }: StateVisit, at: string): TimesInStates {
  return { ...times, [state]: (getTime(times, state) ?? 0) + computeDuration(stateSince, at) };
}

export function migrateTimes(times: TimesInStates, states: Renames | undefined): TimesInStates {
  if (!states) return times;
  return Object.entries(times).reduce<TimesInStates>((all, [state, time]) => {
    const name = getMigratedName(states, state);
    return { ...all, [name]: (getTime(all, name) ?? 0) + time };
  }, {});
}

/** Milliseconds with the current visit; undefined: never visited. */
export function computeTimeInState(
  { state: current, stateSince, timesInStates }: StateVisit & { readonly timesInStates: TimesInStates },
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
