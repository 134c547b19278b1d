// A refusal with its reasons, each with its place in the specification.
import type { BuiltInCode } from '../specification/error-catalogue/built-in-errors.js';
import type { MessageParameters } from '../specification/refusal-words/message-parameters.js';
import type { RefusalKind } from '../specification/model/refusal-kind.js';
import type { Field, Place } from '../specification/model/specification.js';
import type { Value } from '../specification/model/stored-value.js';

/** Codes of the built-in texts of a reason, and their parameters. */
export interface BuiltInWording {
  readonly message?: BuiltInCode;
  readonly remedy?: BuiltInCode;
  readonly parameters: MessageParameters;
}

export interface Reason {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly kind: RefusalKind;
  readonly declaredStatus?: number;
  readonly rule?: string;
  /** Keys of fields; a cell is `lines.2.price` (row from 0). */
  readonly fields: readonly string[];
  /** undefined: built in, not declared in the document. */
  readonly place?: Place;
  readonly conditions?: readonly string[];
  /** Used by `translateReason`; undefined: all texts are from the document. */
  readonly wording?: BuiltInWording;
}

export interface FieldDifference {
  readonly field: string;
  readonly of?: Field;
  readonly base: Value;
  readonly theirs: Value;
  readonly yours: Value;
  readonly by: string;
  readonly for?: string;
  readonly at: string;
}

export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly reasons: readonly Reason[],
    readonly differences: readonly FieldDifference[] = [],
    readonly version?: number,
  ) {
    super(reasons.map((reason) => reason.message).join(' '));
  }
}
