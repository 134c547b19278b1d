import type { StateTone } from '#specification/model/tones.js';
import type { Overdue } from './overdue.js';
import type { TimeSpan } from '../format.js';
import type { LayoutProps } from './frame.js';
import type { ChangedRecordList, RemainingChanges } from './changes-by-others.js';
import type { DisplayValue } from './display-value.js';
import type { NextStep } from './record.js';
import type { TimelineItem } from './timeline-item.js';

export interface HomePage {
  readonly frame: LayoutProps;
  readonly waiting: readonly WaitingRow[];
  readonly withoutUndo: readonly string[];
  readonly more: readonly { readonly title: string; readonly href: string }[];
  /** Application name; undefined: home page. */
  readonly only?: string;
  readonly withOthers: readonly OthersRow[];
  readonly othersLeft?: RemainingRows;
  readonly changes: ChangedRecordList;
  /** Saved by the viewer, by name. */
  readonly views: readonly HomeView[];
  readonly applications: readonly HomeApplication[];
  readonly canPublish: boolean;
}

export interface RemainingRows extends RemainingChanges {
  readonly shown: number;
}

export interface HomeRow {
  readonly id: string;
  readonly href: string;
  readonly number: string | null;
  readonly title: string;
  readonly entity: string;
  readonly application: string;
  readonly state: { readonly title: string; readonly tone: StateTone };
  /** ISO 8601. */
  readonly since: string;
  readonly waits: TimeSpan;
  readonly late?: Overdue;
}

export interface WaitingRow extends HomeRow {
  readonly summary: readonly DisplayValue[];
  readonly explained?: TimelineItem;
  readonly from: string;
  readonly actions: readonly {
    readonly title: string;
    readonly href: string;
    /** undefined: `href` is the action's form. */
    readonly press?: { readonly commandId: string; readonly seen?: string };
  }[];
}

export interface OthersRow extends HomeRow {
  readonly next: NextStep;
}

export interface HomeView {
  readonly id: string;
  readonly name: string;
  /** Title of the list. */
  readonly list: string;
  readonly application: string;
  readonly href: string;
}

export interface HomeApplication {
  readonly key: string;
  readonly name: string;
  readonly href: string;
  readonly waiting?: string;
}
