import type { LayoutProps } from './frame.js';

export interface ScheduledLine {
  /** `Remind budget holder: mail to Priya Raman`, `Next attempt to send “Order”` */
  readonly what: string;
  /** ISO 8601. */
  readonly due: string;
  readonly ifStill?: string;
  readonly unless?: string;
  readonly cause?: string;
}

export interface ScheduledPage {
  readonly frame: LayoutProps;
  readonly application: string;
  readonly rows: readonly ScheduledRow[];
  /** After an upgrade timers are missing until the rebuild ends. `percent` undefined: unknown. */
  readonly rebuild?: { readonly percent?: number };
  readonly next?: string;
}

export interface ScheduledRow extends ScheduledLine {
  readonly id: string;
  readonly about: { readonly href: string; readonly title: string; readonly kind: string };
  readonly isDay?: true;
}
