import type { LayoutProps } from './frame.js';
import type { Refusal } from './display-value.js';

export interface RetentionPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  /** 'Ten years after it came to Paid', in the words of the specification. */
  readonly rule: string;
  readonly source: { readonly line: number; readonly href: string };
  readonly back: { readonly href: string; readonly title: string };
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly lines: readonly DueLine[];
  readonly next?: string;
  readonly erased: readonly string[];
  readonly sign: {
    readonly meaning: string;
    readonly names: { readonly name: string; readonly password: string; readonly code: string };
    readonly withoutPassword: boolean;
    readonly confirmHref?: string;
    readonly before?: 'link' | 'ask';
    readonly errors: readonly string[];
  };
  readonly reason: string;
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
  /** Prevents erasure. */
  readonly held?: string;
  readonly input: { readonly name: string; readonly value: string; readonly checked: boolean };
}
