import type { FormInput } from '../view-models/form.js';

export interface ControlProps {
  readonly input: FormInput;
  readonly id?: string;
  readonly describedBy?: string;
  /** For table cells, which have no visible label. */
  readonly label?: string;
}

/** Without native validation: the server explains better. */
export function getControlAttributes({ input, id, describedBy, label }: ControlProps) {
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
