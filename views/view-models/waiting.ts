// What waits for the approval of whoever looks.
import type { Frame } from './frame.js';

export interface WaitingPage {
  readonly frame: Frame;
  readonly kinds: readonly WaitingKind[];
}

export interface WaitingKind {
  /** Of several records: “Requests”. */
  readonly title: string;
  readonly rows: readonly {
    readonly id: string;
    readonly href: string;
    readonly number: string | null;
    readonly title: string;
    /** What the person is asked to do, and for whom: `Approve`, `Approve for Thomas Okafor`. */
    readonly asked: readonly string[];
    /** Who changed it last, and when: since then it has waited. */
    readonly changed: { readonly by: string; readonly at: string };
  }[];
  /** The whole list, where this is not all of it. */
  readonly more?: string;
}
