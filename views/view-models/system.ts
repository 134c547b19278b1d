import type { LayoutProps } from './frame.js';
import type { Refusal } from './display-value.js';

export interface ErrorPage {
  readonly frame: LayoutProps;
  readonly status: number;
  readonly heading: string;
  readonly refusals: readonly Refusal[];
  readonly links: readonly { readonly href: string; readonly title: string }[];
  readonly signIn?: string;
  readonly correlation?: string;
  readonly again?: {
    /** undefined: resubmitting is pointless. */
    readonly action?: string;
    /** Files whose bytes are lost. */
    readonly files: readonly { readonly input: string; readonly name: string }[];
    readonly inputs: Readonly<Record<string, string>>;
    readonly typed: readonly string[];
    readonly passwords: readonly string[];
  };
}

export interface LoadingExamplesPage {
  readonly frame: LayoutProps;
  /** 0 to 99. */
  readonly percent: number;
}

export interface StatusPage {
  readonly frame: LayoutProps;
  readonly head: number | undefined;
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

export interface ProjectionsPage {
  readonly frame: LayoutProps;
  readonly projections: readonly {
    readonly name: string;
    readonly state: ReadModelState;
    readonly toggle: { readonly action: string; readonly commandId: string; readonly isPaused: boolean };
  }[];
  readonly failed: readonly FailedDocumentRow[];
  readonly stuck: readonly FailedDocumentRow[];
  readonly refusals: readonly Refusal[];
}

export interface FailedDocumentRow {
  readonly key: string;
  readonly projection: string;
  readonly document: string;
  readonly event: { readonly href: string; readonly title: string };
  readonly error: string;
  readonly held: number;
  readonly retry: { readonly action: string; readonly inputs: Readonly<Record<string, string>> };
  readonly skip: { readonly action: string; readonly inputs: Readonly<Record<string, string>> };
}

type CallStatus = 'waiting' | 'answered' | 'giving up' | 'refused' | 'given up' | 'withheld' | 'done';

export type ReadModelState = 'new' | 'booting' | 'active' | 'paused' | 'failed';

export interface OpenCall {
  readonly id: string;
  /** Name in section 7. */
  readonly name: string;
  readonly application: string;
  readonly record: { readonly href: string; readonly title: string };
  readonly state: 'undecided' | 'skipped' | CallStatus;
  readonly stopped: boolean;
  readonly attempts: number;
  readonly why: string | null;
  readonly requestedAt: string;
  readonly due: string | null;
  readonly retry: { readonly action: string; readonly commandId: string };
  readonly giveUp?: { readonly action: string; readonly commandId: string };
  /** ISO 8601. */
  readonly skipped?: { readonly by: string; readonly at: string; readonly reason: string };
}

export interface CallsPage {
  readonly frame: LayoutProps;
  readonly which: 'stopped' | 'failed' | 'waiting' | 'skipped';
  readonly tabs: readonly {
    readonly which: CallsPage['which'];
    readonly href: string;
  }[];
  readonly calls: readonly OpenCall[];
  readonly next?: string;
  readonly mails: string;
  readonly refusals: readonly Refusal[];
}

export interface MailsPage {
  readonly frame: LayoutProps;
  readonly mails: readonly {
    readonly position: number;
    readonly at: string;
    readonly name: string;
    readonly record?: string;
    readonly sent?: { readonly to: readonly string[]; readonly subject: string; readonly text: string };
    readonly left: boolean;
  }[];
  readonly next?: string;
}
