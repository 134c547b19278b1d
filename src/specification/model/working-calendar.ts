// Working time of section 9.

/** Minutes of the day, from 0 to 1440; `until` is not in it. */
export interface WorkingHours {
  readonly from: number;
  readonly until: number;
}

/** Times are those of the application's time zone. There is always a working day, and an hour in it. */
export interface WorkingCalendar {
  /** 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /** In order; they do not overlap. */
  readonly hours: readonly WorkingHours[];
  /** Days like 2026-12-25, in order, each once. */
  readonly holidays: readonly string[];
}
