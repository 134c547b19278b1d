// What a form at an address is: how what was posted is read, what is said when it is done, and what is shown where it is not.
import type { Exchange } from '../exchange.js';
import type { RequestFailure } from '../failure.js';
import type { Form } from '../body.js';
import type { RecordRequest } from '../record-request.js';
import type { RecordSubmission } from '../record-writes.js';
import type { FormMetadata } from './form-metadata.js';

/** What was posted, sorted. */
export interface PostedForm {
  readonly id: string;
  readonly sent: RecordSubmission;
  readonly metadata: FormMetadata;
  /** Only more rows to type into are asked for. */
  readonly moreRows: boolean;
}

export interface UnsentForm {
  readonly posted: PostedForm;
  /** undefined: nothing is wrong, more rows are wanted. */
  readonly refusal?: { readonly failure: RequestFailure; readonly error: unknown };
}

export interface FormRoute {
  /** Throws `Refused` for what cannot be read. */
  readonly read: (form: Form, asked: RecordRequest) => PostedForm;
  readonly notice: (asked: RecordRequest) => string;
  /** The form once more with everything typed, and with what is wrong. Throws what no form can answer. */
  readonly again: (exchange: Exchange, asked: RecordRequest, unsent: UnsentForm) => Promise<void>;
}
