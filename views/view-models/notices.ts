import type { ChangedRecordList } from './changes-by-others.js';
import type { LayoutProps } from './frame.js';

export type NoticeChoice = 'mail' | 'page' | 'neither';

export interface NoticesPage {
  readonly frame: LayoutProps;
  readonly changes?: ChangedRecordList;
  readonly notices: readonly {
    readonly id: string;
    readonly at: string;
    readonly title: string;
    /** undefined: erased. */
    readonly text: string | undefined;
    readonly record?: string;
  }[];
  readonly next?: string;
  readonly kinds: readonly {
    readonly application: string;
    readonly call: string;
    readonly title: string;
    readonly about?: string;
    readonly of: string;
    readonly way: NoticeChoice;
  }[];
  readonly commandId: string;
  readonly action: string;
}
