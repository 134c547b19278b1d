import type { StateTone } from '#specification/model/tones.js';
import type { LayoutProps } from './frame.js';
import type { DisplayValue } from './display-value.js';
import type { ApprovalVote } from './approval-vote.js';
import type { TimelineItem, NameThenAndNow } from './timeline-item.js';

export interface PastRecordPage {
  readonly frame: LayoutProps;
  readonly entity: string;
  /** Falls back to current names. */
  readonly number: string | null;
  readonly title: string;
  readonly list: { readonly href: string; readonly title: string };
  readonly today: string;
  readonly moment: { readonly day?: string; readonly instant?: string; readonly event?: string };
  readonly choose: MomentForm;
  /** undefined: created later. */
  readonly past?: {
    readonly state: NameThenAndNow & { readonly tone: StateTone; readonly since: string };
    readonly fields: readonly DisplayValue[];
    readonly emptyFields: readonly DisplayValue[];
    readonly assignee?: string;
    readonly rounds: readonly PastRound[];
    readonly opened: { readonly by: string; readonly at: string };
    readonly changed: { readonly by: string; readonly at: string };
    readonly specification: {
      readonly version: number;
      readonly href: string;
      readonly changes?: string;
    };
  };
  readonly openedAt: string;
  readonly history: readonly TimelineItem[];
  readonly historyMore?: string;
  readonly earlier?: string;
  readonly later?: string;
}

/** An action that several people approve, as far as they had. */
export interface PastRound {
  readonly action: NameThenAndNow;
  readonly needed: number;
  readonly approved: readonly ApprovalVote[];
  readonly refused: readonly ApprovalVote[];
}

export interface MomentForm {
  readonly action: string;
  /** In the reader's time zone. */
  readonly day: string;
  /** `12:00`; undefined: the end of the day. */
  readonly time?: string;
}
