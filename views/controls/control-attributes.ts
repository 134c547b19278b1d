// What every control is told and says about itself.
import type { FormInput } from '../view-models/form.js';

export interface ControlProps {
  readonly input: FormInput;
  readonly id?: string;
  readonly describedBy?: string;
  /** For a cell of a table, which has no label of its own. */
  readonly label?: string;
}

/** What every control says about itself. Nothing here blocks sending: the server explains better than a bubble. */
export function attributesOf({ input, id, describedBy, label }: ControlProps) {
  return {
    id,
    name: input.key,
    'aria-label': label,
    'aria-required': input.required || undefined,
    'aria-invalid': input.errors.length > 0 || undefined,
    'aria-describedby': describedBy,
    autoFocus: input.current,
    'data-personal': input.personal || undefined,
    'data-follows': input.follows,
  };
}
