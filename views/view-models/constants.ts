import type { LayoutProps } from './frame.js';
import type { Refusal } from './display-value.js';

export interface ConstantsPage {
  readonly frame: LayoutProps;
  readonly back: { readonly href: string; readonly title: string };
  readonly constants: readonly ConstantRow[];
  readonly action: string;
  /** undefined: what holds today. */
  readonly past?: ConstantsDay;
  readonly form?: ConstantsForm;
  readonly history: readonly {
    readonly what: string;
    readonly before: string | null;
    readonly text: string;
    readonly from: string;
    readonly by: string;
    readonly at: string;
    readonly reason: string | null;
  }[];
  readonly refusals: readonly Refusal[];
}

export interface ConstantsDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** The version in force at the end of the day. */
  readonly version: number;
  readonly href: string;
  /** No version had been published. */
  readonly isBeforeFirst: boolean;
}

export interface ConstantRow {
  readonly key: string;
  readonly title: string;
  /** On the day. */
  readonly held: readonly { readonly of?: string; readonly text: string }[];
  /** YYYY-MM-DD. */
  readonly from?: string;
  /** Oldest first; `from` undefined: from the beginning. */
  readonly earlier: readonly { readonly from?: string; readonly text: string }[];
  readonly next: readonly { readonly from: string; readonly text: string }[];
  readonly changedBy?: string;
  readonly source: { readonly line: number; readonly href: string };
}

export interface ConstantsForm {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly inputs: readonly ConstantsInput[];
  readonly from: Omit<ConstantsInput, 'title'>;
  readonly reason: Omit<ConstantsInput, 'title'>;
}

export interface ConstantsInput {
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly errors: readonly string[];
}
