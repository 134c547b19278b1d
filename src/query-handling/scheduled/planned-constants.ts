import type { PublishedVersion } from '#ports/specifications.js';
import { wallTimeToInstant } from '#specification/working-time/clock-changes.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

export interface PlannedConstant {
  readonly published: PublishedVersion;
  readonly constant: string;
  readonly title: string;
  readonly text: string;
  readonly from: string;
  /** ISO 8601: start of the day in the application's time zone. */
  readonly at: string;
}

/** Soonest first; includes `from`. */
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
