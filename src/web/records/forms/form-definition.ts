import type { Selection } from '#views/view-models/form.js';
import type { Action, Field } from '#specification/model/specification.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import type { NeededFields } from '#domain/record/lifecycle/fields-needed-next.js';
import type { SubjectSource } from './form-subject.js';
import type { Fields } from '#specification/model/stored-value.js';

export interface SigningInput {
  readonly meaning: string;
  /** Digest of the displayed data; undefined: each selected record has its own. */
  readonly shown?: string;
  readonly records: readonly VisibleRecord[];
  /** Example people sign without a password. */
  readonly withoutPassword: boolean;
}

export interface FormDefinition {
  readonly heading: string;
  /** Markdown. */
  readonly help?: string;
  readonly submit: string;
  readonly post: string;
  readonly cancel: string;
  readonly fields: readonly Field[];
  /** Stored values. */
  readonly values: Fields;
  /** Neither readable nor writable. */
  readonly hidden: ReadonlySet<string>;
  readonly unreadable: ReadonlySet<string>;
  /** Writable but not readable. */
  readonly unseen: readonly string[];
  readonly fixed: (field: Field) => string | undefined;
  readonly later: ReadonlySet<string>;
  /** Required before the next action. */
  readonly needed?: NeededFields | undefined;
  readonly reason: Action['reason'];
  readonly subject?: SubjectSource;
  /** Selected records, with hidden inputs for each. */
  readonly selection?: { readonly shown: Selection; readonly hidden: Readonly<Record<string, string>> };
  /** Id of a new record. */
  readonly id?: string;
  readonly sign?: SigningInput;
  /** Version of the record shown. */
  readonly version?: number;
}
