// Records by day, as a month and as a week.
import type { StateTone } from '#specification/model/tones.js';
import type { LayoutProps } from './frame.js';

export interface CalendarEntry {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  /** What it is called is not for the viewer to see. */
  readonly hidden: boolean;
  /** Instant at which it begins on this day; undefined: it goes on all day, or began before. */
  readonly at?: string;
  /** The day it stands on is due: days from today, negative where it is late. */
  readonly dueInDays?: number;
  readonly state?: { readonly title: string; readonly tone: StateTone };
}

export interface CalendarDay {
  /** 2026-11-23 */
  readonly day: string;
  readonly isToday: boolean;
  /** A day of the month before or after. */
  readonly isBeside: boolean;
  readonly entries: readonly CalendarEntry[];
  /** So many besides. */
  readonly more: number;
  /** Its week. */
  readonly href: string;
}

export interface CalendarPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly help?: string;
  readonly unit: 'month' | 'week';
  /** The first day of the month or the week. */
  readonly first: string;
  readonly previous?: string;
  readonly next?: string;
  readonly today: string;
  readonly month: string;
  readonly week: string;
  readonly list: string;
  /** What programs subscribe to. */
  readonly feed: string;
  readonly weeks: readonly (readonly CalendarDay[])[];
  /** Records. */
  readonly count: number;
  readonly notes: readonly string[];
  /** Whether there may be records that the viewer does not see. */
  readonly partly: boolean;
  readonly open?: { readonly href: string; readonly title: string };
}
