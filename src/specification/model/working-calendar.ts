export interface WorkingHours {
  readonly from: number;
  readonly until: number;
}

/** Local times of the application's time zone, with at least one working hour. */
export interface WorkingCalendar {
  /** 1: Monday, 7: Sunday. */
  readonly days: readonly number[];
  /** Sorted, disjoint. */
  readonly hours: readonly WorkingHours[];
  /** Sorted, unique, `2026-12-25`. */
  readonly holidays: readonly string[];
}
