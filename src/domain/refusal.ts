import type { BuiltInCode } from '../specification/built-in-errors/built-in-errors.js';
import type { MessageParameters } from '../specification/refusal-words/phrases.js';
import type { RefusalKind } from '../specification/model/built-in-error.js';
import type { Field, Place } from '../specification/model/specification.js';
import type { Value } from '../specification/model/stored-value.js';

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
  /** A cell is `lines.2.price`, rows from 0. */
  readonly fields: readonly string[];
  /** undefined: built in. */
  readonly place?: Place;
  readonly conditions?: readonly string[];
  /** undefined: all texts are of the document. */
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
