// What a form is about, before anybody typed into it: opening a record, changing it, or what an action asks for.
import type { Action, Field } from '#specification/model/specification.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import type { NeededFields } from '#domain/record/lifecycle/fields-needed-next.js';
import type { SubjectSource } from './form-subject.js';
import type { Fields } from '#specification/model/stored-value.js';

/** What the signing person sees. */
export interface ToSign {
  readonly meaning: string;
  /** Digest of what is shown. */
  readonly shown: string;
  readonly record: VisibleRecord;
  /** false for example people, who have no password. */
  readonly withoutPassword: boolean;
}

export interface FormKind {
  readonly heading: string;
  /** Markdown. */
  readonly help?: string;
  readonly submit: string;
  /** Where it is posted. */
  readonly post: string;
  readonly cancel: string;
  readonly fields: readonly Field[];
  /** Stored values before anybody typed. */
  readonly values: Fields;
  /** Fields the person may neither read nor write. */
  readonly hidden: ReadonlySet<string>;
  /** Fields whose values the person does not learn. */
  readonly unreadable: ReadonlySet<string>;
  /** Fields the person may write but not read. */
  readonly unseen: readonly string[];
  readonly fixed: (field: Field) => string | undefined;
  readonly later: ReadonlySet<string>;
  /** What has to be filled in before the next action. */
  readonly needed?: NeededFields | undefined;
  readonly reason: Action['reason'];
  /** The record that an action is taken on. */
  readonly subject?: SubjectSource;
  /** Id of the record to be opened. */
  readonly id?: string;
  /** What is signed with it. */
  readonly sign?: ToSign;
  /** Version of the record shown. */
  readonly seen?: number;
}
