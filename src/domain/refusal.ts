// A refusal that explains itself: the error of the catalogue, and the place in the specification that asks for it.
import type { BuiltInCode } from '../specification/error-catalogue/built-in-errors.js';
import type { MessageParameters } from '../specification/refusal-words/message-parameters.js';
import type { RefusalKind } from '../specification/model/refusal-kind.js';
import type { Field, Place } from '../specification/model/specification.js';
import type { Value } from '../specification/model/stored-value.js';

/** Which texts of a reason are Daybook's own, by the code whose words they are, and what fills them. */
export interface BuiltInWording {
  readonly message?: BuiltInCode;
  readonly remedy?: BuiltInCode;
  readonly parameters: MessageParameters;
}

export interface Reason {
  /** Code of the error catalogue. */
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly kind: RefusalKind;
  /** The HTTP status the document asks for, passed on as it stands: what a kind answers with is the web's to say. */
  readonly declaredStatus?: number;
  /** Id of the rule that does not hold. */
  readonly rule?: string;
  /** Field keys it points at; a cell of a table is `lines.2.price` (row from 0). */
  readonly fields: readonly string[];
  /** undefined: built into Daybook, no line of the document says it. */
  readonly place?: Place;
  /** Conditions of the document that it tells in words, as they are written there. */
  readonly conditions?: readonly string[];
  /** Lets `inLanguage` tell it in another language; undefined: all of its words are the document's. */
  readonly wording?: BuiltInWording;
}

/** A field two people changed: both values, and who wrote the other one. */
export interface FieldDifference {
  readonly field: string;
  /** What its values are; undefined: the id of the one it is assigned to. */
  readonly of?: Field;
  readonly base: Value;
  readonly theirs: Value;
  readonly yours: Value;
  readonly by: string;
  /** Whose deputy they were; missing where they acted for themselves. */
  readonly for?: string;
  readonly at: string;
}

export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly reasons: readonly Reason[],
    /** Where the refusal is a conflict between two people. */
    readonly differences: readonly FieldDifference[] = [],
    /** Where a conflict: the version that is current now. */
    readonly version?: number,
  ) {
    super(reasons.map((reason) => reason.message).join(' '));
  }
}
