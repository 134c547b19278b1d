// Definition of a field type: everything that depends on it, from the document to lists, forms and exports. Its React part is in views/field-types.
import type { DisplayLocale } from '../values/format-value.js';
import type { ViewClass } from '../values/lazy-view-class.js';
import type { Field } from '../model/specification.js';
import type { Scalar, Value } from '../model/stored-value.js';
import type { ValueReader } from './parse-result.js';

/** Options of a field that only some types take. */
export type FieldTypeOption =
  | 'min'
  | 'max'
  | 'pattern'
  | 'multiline'
  | 'places'
  | 'currency'
  | 'of'
  | 'to'
  | 'role'
  | 'fields'
  | 'accept';

export type FilterKind = 'choice' | 'text' | 'range' | 'dates' | 'user' | 'boolean';

/** What its values depend on besides the type. */
export type ValueKind = Pick<Field, 'type' | 'places' | 'currency'>;

/** Stored → expression; undefined where nothing is given, it was erased, or it has another type than the field. */
export type ToExpressionValue = (stored: unknown) => unknown;

export interface FieldTypeDefinition {
  /** As documents write it. */
  readonly name: string;
  /** One value; rows of columns; or what is known of files. */
  readonly holds: 'value' | 'rows' | 'files';
  /** Of files: any number of them. */
  readonly isSeveral?: true;
  /** Another type, of which every value of this one is one, too: a field may come to be of it while it has values. */
  readonly becomes?: string;
  /** What its values are ids of. */
  readonly pointsTo?: 'person' | 'record';
  /** Yes, no, or not answered. */
  readonly isYesNo?: true;
  /** Its values are among `choices`. */
  readonly isListed?: true;
  /** Free text: it may stand for a record, and pages give it room. */
  readonly isProse?: true;

  // The document.
  readonly options?: readonly FieldTypeOption[];
  readonly needs?: { readonly option: FieldTypeOption; readonly remedy: string };
  /** `min` and `max` are sizes, and no numbers. */
  readonly inBytes?: true;
  /** In a currency, the application's or its own. */
  readonly isAmount?: true;
  /** Decimal places, from the declaration. */
  places?(shown: number | undefined): number;
  readonly cannotBeUnique?: true;
  /** A default that is no expression but a value, as YAML read it and as it is written; undefined: it is none. */
  literal?(field: Field, shown: unknown, source: string): Value | undefined;

  // Expressions.
  cel(field: ValueKind, rowType: string | undefined): string;
  toCel(field: ValueKind, row: ViewClass | undefined): ToExpressionValue;
  /** Types of expressions it takes besides its own. */
  readonly takes?: readonly string[];
  /** Expected result of expressions for the field, unless its CEL type says so. */
  readonly wanted?: string;
  /** Throws `NotEvaluable` where a text that was computed is no value of the field. */
  mustTake?(field: Pick<Field, 'choices'>, text: string): void;
  /** A value known beforehand in its stored form; undefined: it is of another type. */
  known(field: ValueKind, value: unknown): Scalar | undefined;
  /** Stored in the order that expressions see. */
  readonly isOrdered?: true;
  /** Formats a stored value for titles and messages. */
  text?(field: Pick<Field, 'choices'>, stored: string, manner: DisplayLocale): string;

  // Values.
  readonly read: ValueReader;
  readonly isNumber?: true;
  readonly isWhole?: true;
  readonly isDay?: true;
  readonly isMoment?: true;

  // Lists.
  readonly filter?: FilterKind;
  readonly isSorted: boolean;
  /** Sorted by what is left without case and accents. */
  readonly isFolded?: true;
  readonly isSearched?: true;

  // Forms.
  /** A stored value as people type it, where it is not typed as it is stored. */
  typed?(stored: string, manner: DisplayLocale, field: Partial<Pick<Field, 'multiline'>>): string;
  /** A text that an expression came to, as the field keeps it. */
  kept?(field: Pick<Field, 'multiline'>, text: string): string;
  /** Why nothing can be put into it. */
  readonly why?: string;

  // Exports.
  /** A number as JSON and CSV give it, where not as a text with all its digits. */
  exported?(units: number): Value;
}
