// What went wrong, and how the log and its read models are.
import type { LayoutProps } from './frame.js';
import type { Refusal } from './shown.js';

/** 403, 404, 409, 422, 500, 503 and the like. */
export interface ErrorPage {
  readonly frame: LayoutProps;
  readonly status: number;
  readonly heading: string;
  readonly refusals: readonly Refusal[];
  /** What to do now. */
  readonly links: readonly { readonly href: string; readonly title: string }[];
  /** Where to sign in, of who is not signed in. */
  readonly signIn?: string;
  /** To quote when asking for help. */
  readonly correlation?: string;
  /** A form that could not be taken, to be sent again as it was. */
  readonly again?: {
    /** undefined: sending the same again would not help. */
    readonly action?: string;
    /** Files whose bytes are not kept, by the input they were chosen for. */
    readonly files: readonly { readonly input: string; readonly name: string }[];
    /** Every input but passwords: name → what was typed. */
    readonly inputs: Readonly<Record<string, string>>;
    /** Those of them that a person typed. */
    readonly typed: readonly string[];
    /** Names of passwords, which have to be typed again. */
    readonly passwords: readonly string[];
  };
}

/** While the examples are being loaded. */
export interface LoadingPage {
  readonly frame: LayoutProps;
  /** From 0 to 99. */
  readonly percent: number;
}

/** Projections and log, for admins. */
export interface StatusPage {
  readonly frame: LayoutProps;
  /** Last position of the log: a number of events, or of bytes, as its engine counts. undefined: it cannot be reached. */
  readonly head: number | undefined;
  /** What is known to be wrong, in words. */
  readonly issues: readonly string[];
  readonly projections: readonly {
    readonly name: string;
    readonly state: ReadModelState;
    readonly position: number;
    readonly lag: number | null;
    readonly generation: number;
    readonly failure?: string;
  }[];
}

/** What read models cannot take, for admins. */
export interface ProjectionsPage {
  readonly frame: LayoutProps;
  readonly projections: readonly {
    readonly name: string;
    readonly state: ReadModelState;
    /** Pauses it, or lets it go on. */
    readonly toggle: { readonly action: string; readonly commandId: string; readonly isPaused: boolean };
  }[];
  readonly failed: readonly FailedDocumentRow[];
  /** What Daybook could not do by itself. */
  readonly stuck: readonly FailedDocumentRow[];
  /** Something was missing in what was sent. */
  readonly refusals: readonly Refusal[];
}

/** A document that an event broke. */
export interface FailedDocumentRow {
  readonly key: string;
  readonly projection: string;
  /** Its page or its collection and id. */
  readonly document: string;
  readonly event: { readonly href: string; readonly title: string };
  readonly error: string;
  /** Later events, which wait for it. */
  readonly held: number;
  readonly retry: { readonly action: string; readonly inputs: Readonly<Record<string, string>> };
  readonly skip: { readonly action: string; readonly inputs: Readonly<Record<string, string>> };
}

type CallStatus = 'waiting' | 'answered' | 'giving up' | 'refused' | 'given up' | 'withheld' | 'done';

export type ReadModelState = 'new' | 'booting' | 'active' | 'paused' | 'failed';

/** A call or mail that something is still to be done about. */
export interface OpenCall {
  readonly id: string;
  /** Its name in section 7. */
  readonly name: string;
  readonly application: string;
  readonly record: { readonly href: string; readonly title: string };
  readonly state: 'undecided' | 'skipped' | CallStatus;
  /** Nobody does anything about it by itself. */
  readonly stopped: boolean;
  readonly attempts: number;
  /** What went wrong last. */
  readonly why: string | null;
  readonly requestedAt: string;
  /** When it is tried next; null: not by itself. */
  readonly due: string | null;
  readonly retry: { readonly action: string; readonly commandId: string };
  /** undefined: it was skipped. */
  readonly giveUp?: { readonly action: string; readonly commandId: string };
  /** `at`: ISO 8601. */
  readonly skipped?: { readonly by: string; readonly at: string; readonly reason: string };
}

/** Calls and mails that wait, failed or were given up, for admins. */
export interface CallsPage {
  readonly frame: LayoutProps;
  /** Which of them. */
  readonly which: 'stopped' | 'failed' | 'waiting' | 'skipped';
  readonly tabs: readonly {
    readonly which: CallsPage['which'];
    readonly href: string;
  }[];
  readonly calls: readonly OpenCall[];
  readonly next?: string;
  /** Where mails are shown. */
  readonly mails: string;
  /** Something was missing in what was sent. */
  readonly refusals: readonly Refusal[];
}

/** Mails that left or were kept, for admins. */
export interface MailsPage {
  readonly frame: LayoutProps;
  readonly mails: readonly {
    readonly position: number;
    readonly at: string;
    readonly name: string;
    readonly record?: string;
    /** undefined: not visible to whoever looks. */
    readonly sent?: { readonly to: readonly string[]; readonly subject: string; readonly text: string };
    readonly left: boolean;
  }[];
  readonly next?: string;
}
