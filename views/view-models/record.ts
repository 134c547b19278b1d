// One record, and what can be done with it.
import type { ActionTone, StateTone } from '#specification/model/tones.js';
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { Overdue } from './overdue.js';
import type { TimelineItem } from './timeline-item.js';
import type { ScheduledLine } from './scheduled.js';
import type { TimeSpan } from '../format.js';
import type { Refusal, DisplayValue } from './shown.js';

export interface ActionOffer {
  readonly key: string;
  readonly title: string;
  readonly help?: string;
  readonly to?: string;
  readonly allowed: boolean;
  /** Of those that are allowed and `good`, the first is put forward; what is `bad` stands apart. */
  readonly tone: ActionTone;
  /** The record is in a state from which it is possible. */
  readonly isHere: boolean;
  /** Where fields or a reason are asked for: the page that asks. Otherwise it is posted at once. */
  readonly href: string;
  readonly asks: boolean;
  readonly commandId: string;
  /** Why not. */
  readonly refusals: readonly Refusal[];
}

/** What the record needs to get on. */
export interface NextAction {
  readonly title: string;
  /** The page that asks what the action needs, or its button on the record's page; undefined: the viewer cannot take it. */
  readonly href?: string;
}

export type NextStep =
  | { readonly kind: 'ended' }
  /** Actions that the viewer can take. */
  | { readonly kind: 'ready'; readonly actions: readonly NextAction[] }
  | {
      readonly kind: 'lacking';
      /** Title of the action that it takes more for. */
      readonly action: string;
      /** `choose a supplier`, with the address of the field in the form where the viewer may fill it in. */
      readonly steps: readonly { readonly text: string; readonly href?: string }[];
    }
  | {
      readonly kind: 'conditional';
      /** Title of the action that nobody can take as the record is. */
      readonly action: string;
      /** What has to hold before, as a sentence. */
      readonly condition: string;
    }
  | {
      readonly kind: 'waiting';
      /** Who is waited for, by name or role. */
      readonly sentence: string;
    }
  /** Something is sent again by itself; people can go on meanwhile. */
  | {
      readonly kind: 'retrying';
      /** Title of the call or mail. */
      readonly call: string;
      /** ISO 8601. */
      readonly again: string;
      /** Who can go on, by name or role, and by which actions. */
      readonly name: string;
      readonly actions: string;
    }
  /** A round of approvals was refused, and nothing else leads on. */
  | {
      readonly kind: 'refused';
      /** Title of the action that several had to approve. */
      readonly action: string;
      /** Names of those who refused; undefined: the viewer did, alone. */
      readonly by?: string;
      /** What else can be done. */
      readonly actions: readonly NextAction[];
    };

/** Several people approve something: who has, and who is waited for. */
export interface ApprovalRound {
  readonly title: string;
  readonly needed: number;
  readonly approved: readonly ApprovalVote[];
  readonly refused: readonly ApprovalVote[];
  readonly isRefused: boolean;
  /** What is written to the record once the round is over. */
  readonly proposed: readonly DisplayValue[];
  /** `Thomas Okafor or Ana Sousa`, or `one person (Budget holder)`. */
  readonly waitsFor: string;
  readonly takeBack?: { readonly href: string; readonly commandId: string };
  readonly refuse?: {
    readonly href: string;
    readonly commandId: string;
    /** `Refuse to sign` */
    readonly title: string;
    /** What comes of it. */
    readonly hint: string;
  };
}

export interface ApprovalVote {
  readonly who: string;
  readonly at: string;
  readonly reason?: string;
}

export interface SignatureRow {
  readonly who: string;
  readonly at: string;
  readonly action: string;
  /** What the action is called now, where that is something else. */
  readonly actionNow?: string;
  readonly meaning: string;
  readonly demo: boolean;
  /** undefined: not for this reader. */
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
    /** ISO 8601, and how long that is. */
    readonly since: string;
    readonly age: TimeSpan;
    readonly late?: Overdue;
    /** The version that runs does not have it. */
    readonly gone?: true;
  };
  /** undefined: nothing can be said. */
  readonly next?: NextStep;
  /** The action that brought it into its state, with its reason; undefined: none was given. */
  readonly explained?: TimelineItem;
  /** The lifecycle's states in order, for the steps above the record: exits (rejected, withdrawn) only once they were reached, after
   *  the last state that was. */
  readonly states: readonly { readonly key: string; readonly title: string; readonly reached: boolean }[];
  readonly version: number;
  /** What stands large under the title: filled in, and visible to the viewer. */
  readonly summary: readonly DisplayValue[];
  /** The others, without those that are empty. */
  readonly fields: readonly DisplayValue[];
  readonly emptyFields: readonly DisplayValue[];
  /** Calls and mails that did not get through, or whose answer could not be used. */
  readonly calls: readonly {
    /** A sentence. */
    readonly what: string;
    /** Technical cause, for admins and auditors. */
    readonly why?: string;
    readonly refusals: readonly Refusal[];
  }[];
  /** What comes next by itself, the soonest first. */
  readonly upcoming: readonly ScheduledLine[];
  /** All that is scheduled in the application. */
  readonly scheduled: string;
  readonly actions: readonly ActionOffer[];
  /** What may be approved for somebody whose deputy the viewer is. */
  readonly forOthers: readonly {
    /** `Approve for Thomas Okafor` */
    readonly title: string;
    readonly href: string;
  }[];
  readonly rounds: readonly ApprovalRound[];
  readonly signatures: readonly SignatureRow[];
  readonly edit?: string;
  /** Field → address of a form that changes it alone. */
  readonly editFields: Readonly<Record<string, string>>;
  /** Nothing else leads on: it is what to do now. */
  readonly editLeadsOn?: boolean;
  /** Why the record cannot be edited now. */
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
  /** Newest first. */
  readonly history: readonly TimelineItem[];
  readonly historyTabs: readonly {
    readonly title: string;
    readonly href: string;
    readonly current: boolean;
    readonly count?: number;
  }[];
  readonly historyMore?: string;
  /** Shown in place of the history: fields with files in them. */
  readonly files?: readonly DisplayValue[];
  /** Server-sent events of this record. */
  readonly live: string;
  readonly list: { readonly href: string; readonly title: string };
}
