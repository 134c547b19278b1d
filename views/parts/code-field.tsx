// Password managers and phones offer the code by its autocomplete hint.
import { InputErrorList, inputId, RequiredMark } from '../controls/input-help-and-errors.js';

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly errors?: readonly string[];
  readonly name?: string;
  readonly isRequired?: boolean;
}

export function CodeField({ title, hint, errors = [], name = 'code', isRequired = true }: Props) {
  const id = inputId(name);
  const wrong = errors.length > 0;
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {title}
        <RequiredMark required={isRequired} />
      </label>
      <input
        className="form-control"
        id={id}
        name={name}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        aria-required={isRequired || undefined}
        aria-invalid={wrong || undefined}
        aria-describedby={[wrong && `${id}-errors`, `${id}-help`].filter(Boolean).join(' ')}
      />
      {wrong && <InputErrorList id={`${id}-errors`} errors={errors} />}
      <div className="form-hint" id={`${id}-help`}>
        {hint}
      </div>
    </div>
  );
}
