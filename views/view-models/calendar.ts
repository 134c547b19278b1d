import type { StateTone } from '#specification/model/tones.js';
import type { LayoutProps } from './frame.js';

export interface CalendarEntry {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  readonly hidden: boolean;
  /** undefined: all day, or started earlier. */
  readonly at?: string;
  /** Negative when late. */
  readonly dueInDays?: number;
  readonly state?: { readonly title: string; readonly tone: StateTone };
}

export interface CalendarDay {
  /** 2026-11-23 */
  readonly day: string;
  readonly isToday: boolean;
  readonly isBeside: boolean;
  readonly entries: readonly CalendarEntry[];
  readonly more: number;
  readonly href: string;
}

export interface CalendarPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly help?: string;
  readonly unit: 'month' | 'week';
  /** First day of the month or week. */
  readonly first: string;
  readonly previous?: string;
  readonly next?: string;
  readonly today: string;
  readonly month: string;
  readonly week: string;
  readonly list: string;
  readonly feed: string;
  readonly weeks: readonly (readonly CalendarDay[])[];
  readonly count: number;
  readonly notes: readonly string[];
  readonly partly: boolean;
  readonly open?: { readonly href: string; readonly title: string };
}
