import type { SourceLocation } from './source-location.js';

/** A day of the application's time zone, `2026-12-24`, or an instant. */
export type TimerMoment = string;

export interface TimerDefinition<At, Unless, Assign> {
  readonly key: string;
  readonly title: string;
  readonly in: readonly string[];
  /** ISO 8601, since entering the state. */
  readonly after?: string;
  readonly at?: At;
  /** ISO 8601; undefined: once. */
  readonly repeat?: string;
  readonly unless?: Unless;
  readonly working: boolean;
  readonly calls: readonly string[];
  readonly action?: string;
  readonly assign?: Assign;
  readonly place: SourceLocation;
}
