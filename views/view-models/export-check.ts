import type { LayoutProps } from './frame.js';

export interface CheckedExport {
  readonly who: string;
  readonly at: string;
  /** Position of the log. */
  readonly upTo: number;
  readonly format: 'csv' | 'jsonl';
  readonly event: { readonly position: number; readonly href: string };
  /** The timeline with the same filters. */
  readonly again: string;
  /** Texts that were searched for are not recorded. */
  readonly lacksFilters: boolean;
  /** undefined: left out, as a changed file may state another count. */
  readonly events?: number;
}

export type ExportCheckResult = 'unchanged' | 'changed' | 'broken-off' | 'unknown' | 'no-export';

export interface ExportCheckPage {
  readonly frame: LayoutProps;
  readonly action: string;
  readonly timeline: string;
  readonly largest: string;
  /** Why the file that was just sent is not checked. */
  readonly problems: readonly string[];
  readonly checked?: {
    readonly result: ExportCheckResult;
    readonly fileName: string;
    readonly sha256: string;
    /** undefined: unknown, or no export. */
    readonly exported?: CheckedExport;
  };
}
