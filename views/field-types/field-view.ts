// What pages show of a type of fields that is not shown as it is stored: its part beside src/specification/field-types.
import type { ComponentType, ReactNode } from 'react';
import type { Formats } from '../format.js';
import type { ControlProps } from '../controls/control-attributes.js';
import type { FormInput } from '../view-models/form.js';
import type { DisplayValue } from '../view-models/shown.js';
import type { Translate } from '../messages/translate.js';

export interface FieldView {
  readonly type: string;
  /** Numbers stand under each other by their last digit. */
  readonly atEnd?: true;
  /** Words take the room that is left. */
  readonly isProse?: true;
  readonly hasRows?: true;
  readonly takesFiles?: true;
  /** A stored value in words. */
  text?(value: string | number, shown: DisplayValue, formats: Formats): string;
  /** The text of a cell, marked as what it is. */
  cell?(text: string, value: string): ReactNode;
  /** Every line of it, on its record. */
  full?(text: string): ReactNode;
  /** What a keyboard on glass shows. */
  readonly inputMode?: 'numeric' | 'decimal';
  /** The type of the input; undefined: what stands in it could not be shown there. */
  inputType?(value: string): 'date' | 'datetime-local' | undefined;
  /** Instead of a line to type into; undefined: a line will do. */
  control?(props: ControlProps): ReactNode | undefined;
  /** Instead of a label above a control. */
  readonly Field?: ComponentType<{ input: FormInput }>;
  /** A value that cannot be changed here, as a form holds it. */
  fixed?(value: string, says: { readonly t: Translate; readonly formats: Formats }): string;
}
