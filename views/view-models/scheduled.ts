// What will happen by itself in an application, the soonest first.
import type { LayoutProps } from './frame.js';

/** A timer that will be due, or a call that is sent again. */
export interface ScheduledLine {
  /** `Remind budget holder: mail to Priya Raman`, `Next attempt to send “Order”` */
  readonly what: string;
  /** ISO 8601. */
  readonly due: string;
  /** Titles of the states in which alone it will do something: `“Waiting for approval”`. */
  readonly ifStill?: string;
  /** Condition of the document on which it does nothing. */
  readonly unless?: string;
  /** Why a call did not get through, for those who may know technical causes. */
  readonly cause?: string;
}

export interface ScheduledPage {
  readonly frame: LayoutProps;
  readonly application: string;
  readonly rows: readonly ScheduledRow[];
  /** After an upgrade: timers are missing until their list is rebuilt. `percent` undefined: it is not known how far that is. */
  readonly rebuild?: { readonly percent?: number };
  /** Address of what comes later. */
  readonly next?: string;
}

export interface ScheduledRow extends ScheduledLine {
  readonly id: string;
  /** The record it is about; a constant, where a value of it will begin to hold. */
  readonly about: { readonly href: string; readonly title: string; readonly kind: string };
  /** `due` is the beginning of a day. */
  readonly isDay?: true;
}
