// What somebody finds on their page of notices, and what they chose.
import type { ChangedRecordList } from './changed-records.js';
import type { LayoutProps } from './frame.js';

export type NoticeChoice = 'mail' | 'page' | 'neither';

export interface NoticesPage {
  readonly frame: LayoutProps;
  /** undefined: on pages of older notices. */
  readonly changes?: ChangedRecordList;
  readonly notices: readonly {
    readonly id: string;
    readonly at: string;
    readonly title: string;
    /** undefined: erased since. */
    readonly text: string | undefined;
    /** Address of what it is about. */
    readonly record?: string;
  }[];
  readonly next?: string;
  readonly kinds: readonly {
    readonly application: string;
    readonly call: string;
    readonly title: string;
    /** What it is called in the document, where another of the application has the same title. */
    readonly about?: string;
    /** Name of the application. */
    readonly of: string;
    readonly way: NoticeChoice;
  }[];
  readonly commandId: string;
  readonly action: string;
}
