// A new password: never shown again, and known to password managers as new.
import { Errors, inputId, Mark } from './explained.js';

export function PasswordField({ title, errors }: { title: string; errors: readonly string[] }) {
  const id = inputId('password');
  const wrong = errors.length > 0;
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {title}
        <Mark required />
      </label>
      <input
        className="form-control"
        id={id}
        name="password"
        type="password"
        autoComplete="new-password"
        aria-required
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-errors ${id}-help` : `${id}-help`}
      />
      {wrong && <Errors id={`${id}-errors`} errors={errors} />}
      <div className="form-hint" id={`${id}-help`}>
        Long is better than odd: a sentence is fine.
      </div>
    </div>
  );
}
