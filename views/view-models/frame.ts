// What stands around every page.
import type { Language } from '../messages/languages.js';

/** Around every page. */
export interface LayoutProps {
  readonly title: string;
  /** How much waits for the person, over all applications: `3`, `12+`; undefined: nothing, or nobody counted. */
  readonly waiting?: string;
  /** How many changes by others and notices the person has not read: `3`, `99+`; undefined: none, or they were not counted. */
  readonly unread?: string;
  /** Signed-in person; undefined on the sign-in page. */
  readonly user?: {
    readonly id: string;
    readonly name: string;
    readonly admin: boolean;
    readonly auditor: boolean;
    /** false: letters and signs pressed alone are no shortcuts. */
    readonly singleKeys?: false;
  };
  /** The other people of the examples, for one of them; undefined: nobody can be switched to. */
  readonly switchTo?: readonly { readonly id: string; readonly name: string; readonly roles: string }[];
  /** On the first page, for one of the examples' people: what to try, in this order. */
  readonly tryThis?: readonly {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    readonly what: string;
    /** Path of the page where the person begins. */
    readonly begins: string;
    /** Whether this person looks at the page. */
    readonly isViewer: boolean;
    readonly isDone: boolean;
  }[];
  /** Application in view, with its navigation. */
  readonly application?: {
    readonly key: string;
    readonly name: string;
    readonly links: readonly {
      readonly href: string;
      readonly title: string;
      readonly current: boolean;
      /** How much waits there: `3`, `12+`; undefined: nothing, or nobody counted. */
      readonly count?: string;
    }[];
  };
  /** Of Daybook's own words. */
  readonly language: Language;
  /** Locale in which the application in view is written, where that is another language. */
  readonly writtenIn?: string;
  /** In which numbers and moments are written. */
  readonly locale: string;
  readonly timeZone: string;
  /** 'auto' follows the browser. Set by a cookie through POST /-/appearance. */
  readonly appearance: 'auto' | 'light' | 'dark';
  /** How close lines stand; undefined: comfortable. Set by a cookie in the same way. */
  readonly density?: 'compact';
  /** Path and query of this page: to come back to after a post. */
  readonly here: string;
  /** Said once after a redirect: "Saved." */
  readonly notice?: string;
  /** What of the address was not understood, or what the page may lack, in words. */
  readonly warning?: string;
  /** What to do next, beside the notice. */
  readonly noticeLinks?: readonly { readonly href: string; readonly title: string }[];
  /** Built islands by name → URL of the script. */
  readonly islands: Readonly<Record<string, string>>;
  /** What is in the log and not on pages yet: what its reader has just saved, or what anybody did some time ago. */
  readonly behind?: 'what was saved' | 'what has happened';
  /** Sentence about records of the application that do not go by its newest version yet. */
  readonly following?: string;
  /** Sentence about records on the page that are not up to date, since an event broke them. */
  readonly outdated?: string;
}
