import type { ApprovalVote } from './approval-vote.js';
import type { ProcessMapFigure } from './process-map.js';
import type { ActionTone, StateTone } from '#specification/model/tones.js';
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { Overdue } from './overdue.js';
import type { MomentForm } from './past-record.js';
import type { TimelineItem } from './timeline-item.js';
import type { ScheduledLine } from './scheduled.js';
import type { TimeSpan } from '../format.js';
import type { Refusal, DisplayValue } from './display-value.js';

export interface ActionOffer {
  readonly key: string;
  readonly title: string;
  readonly help?: string;
  readonly to?: string;
  readonly allowed: boolean;
  /** The first permitted `good` action is primary; `bad` ones stand apart. */
  readonly tone: ActionTone;
  readonly isHere: boolean;
  readonly href: string;
  readonly asks: boolean;
  readonly commandId: string;
  readonly refusals: readonly Refusal[];
}

export interface NextAction {
  readonly title: string;
  /** undefined: not possible for the viewer. */
  readonly href?: string;
}

export type NextStep =
  | { readonly kind: 'ended' }
  | { readonly kind: 'ready'; readonly actions: readonly NextAction[] }
  | {
      readonly kind: 'lacking';
      readonly action: string;
      /** `choose a supplier` */
      readonly steps: readonly { readonly text: string; readonly href?: string }[];
    }
  | {
      readonly kind: 'conditional';
      readonly action: string;
      readonly condition: string;
    }
  | {
      readonly kind: 'waiting';
      readonly sentence: string;
    }
  /** A retry is scheduled; people can continue meanwhile. */
  | {
      readonly kind: 'retrying';
      readonly call: string;
      /** ISO 8601. */
      readonly again: string;
      readonly name: string;
      readonly actions: string;
    }
  | {
      readonly kind: 'refused';
      readonly action: string;
      /** Names of refusers; undefined: the viewer alone. */
      readonly by?: string;
      readonly actions: readonly NextAction[];
    };

export interface ApprovalRound {
  readonly title: string;
  readonly needed: number;
  readonly approved: readonly ApprovalVote[];
  readonly refused: readonly ApprovalVote[];
  readonly isRefused: boolean;
  readonly proposed: readonly DisplayValue[];
  /** `Thomas Okafor or Ana Sousa`, or `one person (Budget holder)`. */
  readonly waitsFor: string;
  readonly takeBack?: { readonly href: string; readonly commandId: string };
  readonly refuse?: {
    readonly href: string;
    readonly commandId: string;
    readonly title: string;
    readonly hint: string;
  };
}

export interface SignatureRow {
  readonly who: string;
  readonly at: string;
  readonly action: string;
  readonly actionNow?: string;
  readonly meaning: string;
  readonly demo: boolean;
  readonly hash?: string;
}

export interface RecordPage {
  readonly frame: LayoutProps;
  readonly id: string;
  readonly number: string | null;
  readonly title: string;
  readonly entity: string;
  readonly state: {
    readonly key: string;
    readonly title: string;
    readonly tone: StateTone;
    readonly final: boolean;
    /** ISO 8601. */
    readonly since: string;
    readonly age: TimeSpan;
    readonly late?: Overdue;
    readonly gone?: true;
  };
  readonly next?: NextStep;
  readonly explained?: TimelineItem;
  /** Exits (rejected, withdrawn) only once reached. */
  readonly states: readonly { readonly key: string; readonly title: string; readonly reached: boolean }[];
  /** undefined: `states` suffices. */
  readonly way?: ProcessMapFigure;
  readonly version: number;
  readonly summary: readonly DisplayValue[];
  readonly fields: readonly DisplayValue[];
  readonly emptyFields: readonly DisplayValue[];
  readonly calls: readonly {
    readonly what: string;
    /** For admins and auditors. */
    readonly why?: string;
    readonly refusals: readonly Refusal[];
  }[];
  readonly upcoming: readonly ScheduledLine[];
  readonly scheduled: string;
  readonly actions: readonly ActionOffer[];
  readonly forOthers: readonly {
    readonly title: string;
    readonly href: string;
  }[];
  readonly rounds: readonly ApprovalRound[];
  readonly signatures: readonly SignatureRow[];
  readonly edit?: string;
  /** Field → address of its form. */
  readonly editFields: Readonly<Record<string, string>>;
  /** Field → address of the events that set it. */
  readonly fieldHistory: Readonly<Record<string, string>>;
  readonly editLeadsOn?: boolean;
  readonly editRefusals: readonly Refusal[];
  readonly assignee: { readonly id: string | null; readonly name: string };
  readonly assign?: {
    readonly action: string;
    readonly commandId: string;
    readonly people: ChoiceList;
  };
  readonly comment?: {
    readonly action: string;
    readonly commandId: string;
    readonly value: string;
    readonly errors: readonly string[];
  };
  readonly opened: { readonly by: string; readonly at: string };
  readonly changed: { readonly by: string; readonly at: string };
  readonly specification: { readonly version: number; readonly href: string };
  readonly choose: MomentForm;
  /** Newest first. */
  readonly history: readonly TimelineItem[];
  readonly historyTabs: readonly {
    readonly title: string;
    readonly href: string;
    readonly current: boolean;
    readonly count?: number;
  }[];
  readonly historyMore?: string;
  readonly files?: readonly DisplayValue[];
  readonly live: string;
  readonly list: { readonly href: string; readonly title: string };
}
