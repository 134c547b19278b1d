// An event in words, wherever one is told.
import type { DisplayValue } from './shown.js';

/** What something was called; `now`: what it is called now, where that is something else. */
export interface Word {
  readonly title: string;
  readonly now?: string;
}

/** An event in words. */
export interface TimelineItem {
  readonly position: number;
  /** undefined: not visible. */
  readonly version?: number;
  readonly at: string;
  /** Where it was written down later than it happened. */
  readonly recordedAt?: string;
  /** Where `at` is when it was written down: when it happened. */
  readonly happenedAt?: string;
  /** Name of the log it was imported from. */
  readonly imported?: string;
  readonly who: string;
  readonly whoHref?: string;
  /** "approved", "changed", "opened", "commented", … */
  readonly verb: string;
  /** What the action or timer in the verb is called now, where that is something else. */
  readonly verbNow?: string;
  /** The verb is a title that stands as it is, such as an action's. */
  readonly quoted?: true;
  /** The verb is a whole sentence: who acted is not said before it. */
  readonly isSentence?: true;
  /** “it” stands behind the verb where nothing else does. */
  readonly takesObject?: true;
  /** What stands between the verb and what it is about, where that is more than a space. */
  readonly joined?: string;
  /** "Waiting for approval → Approved" */
  readonly moved?: { readonly from: Word; readonly to: Word };
  readonly changes: readonly {
    readonly title: string;
    /** What the field is called now, where that is something else. */
    readonly titleNow?: string;
    readonly from: DisplayValue;
    readonly to: DisplayValue;
  }[];
  /** The changes are not made yet: they are once a round is over. */
  readonly proposes?: true;
  readonly text?: string;
  readonly reason?: string;
  /** What it is about, on pages about many things. */
  readonly subject?: { readonly title: string; readonly href?: string };
  readonly application?: { readonly name: string; readonly href: string };
  /** Of a version that was published: what it changed. */
  readonly changesHref?: string;
  /** What an action was decided by: a version of a specification, and a line in its section 4. */
  readonly rule?: {
    readonly name: string;
    readonly version: number;
    readonly line: number;
    readonly href: string;
  };
  /** Where all of it stands; undefined: it does here. */
  readonly wholeHref?: string;
  readonly rawHref?: string;
  readonly type: string;
}
