// What has been kept as long as it has to be, for whoever decides what becomes of it.
import type { LayoutProps } from './frame.js';
import type { Refusal } from './shown.js';

export interface RetentionPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  /** 'Ten years after it came to Paid', in the words of the specification. */
  readonly rule: string;
  /** The line of the specification that says so. */
  readonly source: { readonly line: number; readonly href: string };
  readonly back: { readonly href: string; readonly title: string };
  /** Where the form is sent. */
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly lines: readonly DueLine[];
  readonly next?: string;
  /** Titles of the fields that become unreadable. */
  readonly erased: readonly string[];
  readonly sign: {
    readonly meaning: string;
    readonly names: { readonly name: string; readonly password: string };
    readonly withoutPassword: boolean;
    readonly errors: readonly string[];
  };
  readonly reason: string;
  /** Of what was decided before: how many were erased, and what was refused. */
  readonly done?: number;
  readonly refusals: readonly Refusal[];
}

export interface DueLine {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly state: string;
  readonly from: string;
  readonly due: string;
  /** Why it is kept all the same: it cannot be chosen. */
  readonly held?: string;
  readonly input: { readonly name: string; readonly value: string; readonly checked: boolean };
}
