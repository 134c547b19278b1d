// Collections `timers`, one document per record with pending timers, and `scheduled`, one per timer.
import type { TimerStates } from '#domain/record/timers/timer-events.js';

export interface WaitingTimers {
  /** Name of the record's stream. */
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  readonly record: string;
  /** Earliest: ISO 8601. */
  readonly due: string;
  readonly timers: TimerStates;
}

export const TIMERS_COLLECTION = 'timers';

export interface ScheduledTimer {
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  readonly record: string;
  readonly timer: string;
  /** ISO 8601. */
  readonly due: string;
}

export const SCHEDULED_COLLECTION = 'scheduled';
