// Values of constants that begin to hold on a later day.
import type { PublishedVersion } from '#ports/specifications.js';
import { wallTimeToInstant } from '#specification/working-time/clock-changes.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

export interface PlannedConstant {
  readonly published: PublishedVersion;
  readonly constant: string;
  readonly title: string;
  /** For people. */
  readonly text: string;
  /** A day. */
  readonly from: string;
  /** ISO 8601: when that day begins in the application's time zone. */
  readonly at: string;
}

/** Of some applications, between two instants, the first of them included; the soonest first. `until` undefined: without end. */
export function listPlannedConstants(
  applications: readonly PublishedVersion[],
  { since, until }: { readonly since: string; readonly until?: string | undefined },
): readonly PlannedConstant[] {
  return applications
    .flatMap(plannedIn)
    .filter(({ at }) => at >= since && (until === undefined || at < until))
    .toSorted((one, other) => compareAscending(one.at, other.at));
}

const plannedIn = (published: PublishedVersion): readonly PlannedConstant[] => {
  const { constants, timeZone } = published.specification;
  return Object.values(constants).flatMap(({ key: constant, title, values }) =>
    values.flatMap(({ from, text }) => {
      if (from === undefined) return [];
      const at = new Date(wallTimeToInstant(Date.parse(`${from}T00:00:00Z`), timeZone)).toISOString();
      return [{ published, constant, title, text, from, at }];
    }),
  );
};
