// Values of constants that begin to hold on a later day.
import { instantOfWallTime } from '#specification/working-time/clock-changes.js';
import type { Specification } from '#specification/specification.js';

export interface PlannedConstant {
  readonly constant: string;
  readonly title: string;
  /** For people. */
  readonly text: string;
  /** A day. */
  readonly from: string;
  /** ISO 8601: when that day begins in the application's time zone. */
  readonly at: string;
}

/** Between two instants, the first of them included; the soonest first. `until` undefined: without end. */
export function plannedConstants(
  { constants, timeZone }: Specification,
  { since, until }: { readonly since: string; readonly until?: string | undefined },
): readonly PlannedConstant[] {
  return Object.values(constants)
    .flatMap(({ key: constant, title, values }) =>
      values.flatMap(({ from, text }) => {
        if (from === undefined) return [];
        const at = new Date(instantOfWallTime(Date.parse(`${from}T00:00:00Z`), timeZone)).toISOString();
        return [{ constant, title, text, from, at }];
      }),
    )
    .filter(({ at }) => at >= since && (until === undefined || at < until))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
