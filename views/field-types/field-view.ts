import type { ComponentType, ReactNode } from 'react';
import type { Formats } from '../format.js';
import type { ControlProps } from '../controls/control-attributes.js';
import type { FormInput } from '../view-models/form.js';
import type { DisplayValue } from '../view-models/display-value.js';
import type { Translate } from '../messages/translate.js';

export interface FieldView {
  readonly type: string;
  /** Right-aligned. */
  readonly atEnd?: true;
  /** Takes the remaining width. */
  readonly isProse?: true;
  readonly hasRows?: true;
  readonly takesFiles?: true;
  text?(value: string | number, shown: DisplayValue, formats: Formats): string;
  cell?(text: string, value: string): ReactNode;
  full?(text: string): ReactNode;
  /** On-screen keyboard. */
  readonly inputMode?: 'numeric' | 'decimal';
  /** undefined: the value does not fit a date input. */
  inputType?(value: string): 'date' | 'datetime-local' | undefined;
  /** undefined: text input. */
  control?(props: ControlProps): ReactNode | undefined;
  readonly Field?: ComponentType<{ input: FormInput }>;
  fixed?(value: string, words: { readonly t: Translate; readonly formats: Formats }): string;
}
