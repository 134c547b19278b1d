// Everything that happened, and one event as it is stored.
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { TimelineItem } from './timeline-item.js';

export interface TimelinePage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly filters: {
    readonly application: string;
    readonly applications: readonly { readonly value: string; readonly title: string }[];
    readonly record: string;
    readonly person: string;
    readonly people: ChoiceList;
    readonly type: string;
    readonly types: readonly {
      readonly value: string;
      readonly title: string;
      /** Of Daybook's own workings: it stands last. */
      readonly isTechnical?: true;
    }[];
    readonly activity: string;
    /** By the kind of record that they are done to. */
    readonly activities: readonly {
      readonly title: string;
      readonly options: readonly { readonly value: string; readonly title: string }[];
    }[];
    /** '' = as written down, 'happened'. */
    readonly order: string;
    readonly from: string;
    readonly until: string;
    readonly search: string;
  };
  readonly filtered: boolean;
  readonly items: readonly TimelineItem[];
  readonly newer?: string;
  readonly older?: string;
  readonly problems: readonly string[];
}

export interface EventPage {
  readonly frame: LayoutProps;
  readonly item: TimelineItem;
  readonly stream: string;
  readonly eventId: string;
  readonly correlation: string;
  readonly cause?: { readonly id: string; readonly href?: string };
  /** Pretty-printed JSON of the whole event, hidden fields replaced. */
  readonly json: string;
  /** Dotted paths of what the reader may not see, and of what nobody can read any more. */
  readonly leftOut: readonly string[];
  readonly erased: readonly string[];
  /** Of values whose key is missing. */
  readonly unreadable: readonly string[];
  readonly damaged: readonly string[];
  readonly previous?: string;
  readonly next?: string;
}
