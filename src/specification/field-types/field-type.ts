// Everything about a field's type; its React part is in views/field-types.
import type { DisplayLocale } from '../values/format-by-locale.js';
import type { ViewClass } from '../values/lazy-view-class.js';
import type { Field } from '../model/specification.js';
import type { Scalar, Value } from '../model/stored-value.js';
import type { ValueReader } from './parse-result.js';

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

export type ValueKind = Pick<Field, 'type' | 'places' | 'currency'>;

/** undefined: missing, erased or of another type. */
export type ToExpressionValue = (stored: unknown) => unknown;

export interface FieldTypeDefinition {
  readonly name: string;
  readonly holds: 'value' | 'rows' | 'files';
  readonly isSeveral?: true;
  /** Type with all values of this one, to which a field with values may change. */
  readonly becomes?: string;
  readonly pointsTo?: 'person' | 'record';
  readonly isYesNo?: true;
  readonly isListed?: true;
  readonly isProse?: true;

  readonly options?: readonly FieldTypeOption[];
  readonly needs?: { readonly option: FieldTypeOption; readonly remedy: string };
  /** `min` and `max` are bytes. */
  readonly inBytes?: true;
  readonly isAmount?: true;
  /** Decimal places. */
  places?(shown: number | undefined): number;
  readonly cannotBeUnique?: true;
  /** A default that is a value; undefined: an expression. */
  literal?(field: Field, shown: unknown, source: string): Value | undefined;

  cel(field: ValueKind, rowType: string | undefined): string;
  toCel(field: ValueKind, row: ViewClass | undefined): ToExpressionValue;
  readonly takes?: readonly string[];
  /** Describes results, instead of the CEL type. */
  readonly wanted?: string;
  /** Throws `NotEvaluable` if a computed text is invalid. */
  mustTake?(field: Pick<Field, 'choices'>, text: string): void;
  /** Stored form of a literal; undefined: of another type. */
  known(field: ValueKind, value: unknown): Scalar | undefined;
  /** Stored values sort as expressions do. */
  readonly isOrdered?: true;
  text?(field: Pick<Field, 'choices'>, stored: string, manner: DisplayLocale): string;

  readonly read: ValueReader;
  readonly isNumber?: true;
  readonly isWhole?: true;
  readonly isDay?: true;
  readonly isMoment?: true;

  readonly filter?: FilterKind;
  readonly isSorted: boolean;
  /** Without case and accents. */
  readonly isFolded?: true;
  readonly isSearched?: true;

  typed?(stored: string, manner: DisplayLocale, field: Partial<Pick<Field, 'multiline'>>): string;
  normalize?(field: Pick<Field, 'multiline'>, text: string): string;
  /** Why no value can be entered. */
  readonly why?: string;

  /** In JSON and CSV, instead of a text. */
  exported?(units: number): Value;
}
