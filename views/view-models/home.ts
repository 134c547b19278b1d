// The first page: what waits for its reader, what of theirs waits for others, and the applications.
import type { StateTone } from '#specification/model/tones.js';
import type { Overdue } from './overdue.js';
import type { TimeSpan } from '../format.js';
import type { LayoutProps } from './frame.js';
import type { ChangedRecordList, RemainingChanges } from './changed-records.js';
import type { DisplayValue } from './shown.js';
import type { NextStep } from './record.js';
import type { TimelineItem } from './timeline-item.js';

export interface HomePage {
  readonly frame: LayoutProps;
  readonly waiting: readonly WaitingRow[];
  /** Titles of actions that take effect with one press, and that the viewer cannot undo. */
  readonly withoutUndo: readonly string[];
  /** Lists of what is not on the page. */
  readonly more: readonly { readonly title: string; readonly href: string }[];
  /** Name of the application whose page it is; undefined: the first page. */
  readonly only?: string;
  readonly withOthers: readonly OthersRow[];
  /** undefined: all of them are there. */
  readonly othersLeft?: LeftOut;
  /** Without what waits for the reader: that stands above. */
  readonly changes: ChangedRecordList;
  readonly applications: readonly HomeApplication[];
  readonly canPublish: boolean;
}

/** Rows are left out. */
export interface LeftOut extends RemainingChanges {
  readonly shown: number;
}

export interface HomeRow {
  readonly id: string;
  readonly href: string;
  readonly number: string | null;
  readonly title: string;
  /** What it is: “Request”, and where: “Purchase requests”. */
  readonly entity: string;
  readonly application: string;
  readonly state: { readonly title: string; readonly tone: StateTone };
  /** ISO 8601: when it came into this state, and how long ago that was. */
  readonly since: string;
  readonly waits: TimeSpan;
  /** undefined: neither the limit of a timer nor a due date has passed. */
  readonly late?: Overdue;
}

export interface WaitingRow extends HomeRow {
  readonly summary: readonly DisplayValue[];
  /** As on its page. */
  readonly explained?: TimelineItem;
  /** Who opened it. */
  readonly from: string;
  readonly actions: readonly {
    readonly title: string;
    readonly href: string;
    /** It asks for nothing: pressing is enough. undefined: `href` is its form. */
    readonly press?: { readonly commandId: string; readonly seen?: string };
  }[];
}

export interface OthersRow extends HomeRow {
  readonly next: NextStep;
}

export interface HomeApplication {
  readonly key: string;
  readonly name: string;
  readonly href: string;
  /** How much waits there; undefined: nothing. */
  readonly waiting?: string;
}
