import type { DisplayValue } from './display-value.js';

export interface NameThenAndNow {
  readonly title: string;
  readonly now?: string;
}

export interface TimelineItem {
  readonly position: number;
  readonly version?: number;
  readonly at: string;
  readonly recordedAt?: string;
  /** Where `at` is the recording time. */
  readonly happenedAt?: string;
  readonly imported?: string;
  readonly who: string;
  /** Of a deputy, where `who` names the represented person, too. */
  readonly actorName?: string;
  readonly whoHref?: string;
  /** "approved", "changed", "opened", "commented", … */
  readonly verb: string;
  readonly verbNow?: string;
  /** The verb is a title. */
  readonly quoted?: true;
  /** The verb is a full sentence without a separate actor. */
  readonly isSentence?: true;
  /** “it” follows the verb without an object. */
  readonly takesObject?: true;
  /** Separator other than a space. */
  readonly joined?: string;
  /** "Waiting for approval → Approved" */
  readonly moved?: { readonly from: NameThenAndNow; readonly to: NameThenAndNow };
  readonly changes: readonly {
    readonly title: string;
    readonly titleNow?: string;
    readonly from: DisplayValue;
    readonly to: DisplayValue;
  }[];
  /** Changes that apply when the round completes. */
  readonly proposes?: true;
  readonly text?: string;
  /** Of a call or mail. `hidden`: from this reader, whether or not there is anything. */
  readonly exchange?:
    | 'hidden'
    | {
        readonly sent?: string;
        /** The beginning of it. */
        readonly answer?: string;
        /** Of HTTP. */
        readonly status?: number;
      };
  readonly reason?: string;
  readonly subject?: { readonly title: string; readonly href?: string };
  readonly application?: { readonly name: string; readonly href: string };
  readonly changesHref?: string;
  /** Version and line in section 4 that defined the action. */
  readonly rule?: {
    readonly name: string;
    readonly version: number;
    readonly line: number;
    readonly href: string;
  };
  readonly pastHref?: string;
  /** undefined: complete here. */
  readonly wholeHref?: string;
  readonly rawHref?: string;
  readonly type: string;
}
