import type { Language } from '../messages/languages.js';

export interface LayoutProps {
  readonly title: string;
  /** `3`, `12+`; undefined: none, or not counted. */
  readonly waiting?: string;
  /** `3`, `99+`; undefined: none, or not counted. */
  readonly unread?: string;
  /** undefined: signed out. */
  readonly user?: {
    readonly id: string;
    readonly name: string;
    readonly admin: boolean;
    readonly auditor: boolean;
    readonly singleKeys?: false;
  };
  /** Examples only. */
  readonly switchTo?: readonly { readonly id: string; readonly name: string; readonly roles: string }[];
  /** Examples only. */
  readonly tryThis?: readonly {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    readonly what: string;
    readonly begins: string;
    readonly isViewer: boolean;
    readonly isDone: boolean;
  }[];
  readonly application?: {
    readonly key: string;
    readonly name: string;
    readonly links: readonly {
      readonly href: string;
      readonly title: string;
      readonly current: boolean;
      /** `3`, `12+`; undefined: none, or not counted. */
      readonly count?: string;
    }[];
  };
  readonly language: Language;
  /** If it differs from the interface language. */
  readonly writtenIn?: string;
  readonly locale: string;
  readonly timeZone: string;
  /** 'auto' follows the browser. */
  readonly appearance: 'auto' | 'light' | 'dark';
  readonly density?: 'compact';
  /** Path and query, for returning after a post. */
  readonly here: string;
  /** Shown once. */
  readonly notice?: string;
  readonly warning?: string;
  readonly noticeLinks?: readonly { readonly href: string; readonly title: string }[];
  /** Name → script URL. */
  readonly islands: Readonly<Record<string, string>>;
  /** Read models lag behind the reader's own writes, or others'. */
  readonly behind?: 'what was saved' | 'what has happened';
  /** Records not yet migrated to the newest version. */
  readonly following?: string;
  /** Records with failed events. */
  readonly outdated?: string;
}
