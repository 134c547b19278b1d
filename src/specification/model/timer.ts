// Timers of section 4.
import type { SourceLocation } from './source-location.js';

/** A day such as `2026-12-24`, which begins in the application's time zone, or an instant in the stored form. */
export type TimerMoment = string;

export interface TimerDefinition<At, Unless, Assign> {
  readonly key: string;
  readonly title: string;
  /** States it runs in. */
  readonly in: readonly string[];
  /** ISO 8601 duration since the record entered the state; undefined: see `at`. */
  readonly after?: string;
  readonly at?: At;
  /** ISO 8601 duration from one time to the next; undefined: it is due once. */
  readonly repeat?: string;
  /** Where it holds when the timer is due, nothing is done. */
  readonly unless?: Unless;
  /** true: `after` and `repeat` are counted by the calendar. */
  readonly working: boolean;
  /** Calls and mails of section 7. */
  readonly calls: readonly string[];
  readonly action?: string;
  readonly assign?: Assign;
  readonly place: SourceLocation;
}
