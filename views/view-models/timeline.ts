import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { TimelineItem } from './timeline-item.js';

interface Option {
  readonly value: string;
  readonly title: string;
}

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

export interface TimelineFilters {
  readonly application: string;
  readonly applications: readonly Option[];
  readonly record: string;
  readonly person: string;
  readonly people: ChoiceList;
  /** A kind or a type. */
  readonly type: string;
  readonly kinds: readonly Option[];
  /** Single types by kind. */
  readonly types: readonly OptionGroup[];
  readonly activity: string;
  readonly activities: readonly OptionGroup[];
  readonly field: string;
  readonly fields: readonly OptionGroup[];
  readonly value: string;
  /** '' = by recording time, 'happened'. */
  readonly order: string;
  /** '' = none, 'recorded', 'happened'. */
  readonly chosenOrder: string;
  /** `2026-05` */
  readonly month: string;
  readonly months: readonly Option[];
  readonly from: string;
  readonly until: string;
  /** '' = any, 'deputy', 'opener'. */
  readonly as: string;
  /** Name of a program; '' = with or without one. */
  readonly program: string;
  readonly programs: readonly Option[];
  /** Minutes since the step before; '' = any. */
  readonly within: string;
  /** Days, clock times and positions: from, until. */
  readonly recorded: readonly [string, string];
  readonly time: readonly [string, string];
  readonly positions: readonly [string, string];
  readonly search: string;
}

export interface ActiveFilter {
  readonly title: string;
  readonly value: string;
  /** The same without it. */
  readonly without: string;
}

export interface TimelinePage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly filters: TimelineFilters;
  /** What is shown, as a sentence. */
  readonly shows: string;
  readonly active: readonly ActiveFilter[];
  /** undefined: unknown. */
  readonly count?: { readonly count: number; readonly more: boolean };
  readonly filtered: boolean;
  readonly items: readonly TimelineItem[];
  readonly newer?: string;
  readonly older?: string;
  /** Address of news. */
  readonly live?: string;
  readonly problems: readonly string[];
  /** The list ends here because enough was looked through for one page. */
  readonly lookedThrough?: { readonly count: number; readonly position: number; readonly at: string };
}

/** All pages of a selection, up to a limit, for paper. */
export interface TimelinePrintPage {
  readonly frame: LayoutProps;
  readonly shows: string;
  readonly order: string;
  readonly printed: { readonly by: string; readonly at: string };
  readonly items: readonly TimelineItem[];
  readonly isCut: boolean;
  readonly back: string;
}

export interface CausedEvent {
  readonly item: TimelineItem;
  readonly href: string;
  readonly isHere: boolean;
  readonly caused: readonly CausedEvent[];
}

export interface EventPage {
  readonly frame: LayoutProps;
  readonly item: TimelineItem;
  readonly causes: { readonly tree: readonly CausedEvent[]; readonly isCut: boolean };
  readonly stream: string;
  readonly eventId: string;
  readonly correlation: string;
  readonly cause?: { readonly id: string; readonly href?: string };
  /** Includes placeholders of hidden fields. */
  readonly json: string;
  readonly leftOut: readonly string[];
  readonly erased: readonly string[];
  readonly unreadable: readonly string[];
  readonly damaged: readonly string[];
  readonly previous?: string;
  readonly next?: string;
}
