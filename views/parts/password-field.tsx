// Autocomplete hints for password managers; the value is never rendered.
import { InputErrorList, inputId, RequiredMark } from '../controls/input-help-and-errors.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly title: string;
  readonly errors: readonly string[];
  readonly name?: string;
  readonly autoComplete?: 'new-password' | 'current-password';
}

export function PasswordField({ title, errors, name = 'password', autoComplete = 'new-password' }: Props) {
  const t = useMessages();
  const id = inputId(name);
  const chosen = autoComplete === 'new-password';
  const wrong = errors.length > 0;
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {title}
        <RequiredMark required />
      </label>
      <input
        className="form-control"
        id={id}
        name={name}
        type="password"
        autoComplete={autoComplete}
        aria-required
        aria-invalid={wrong || undefined}
        aria-describedby={
          [wrong && `${id}-errors`, chosen && `${id}-help`].filter(Boolean).join(' ') || undefined
        }
      />
      {wrong && <InputErrorList id={`${id}-errors`} errors={errors} />}
      {chosen && (
        <div className="form-hint" id={`${id}-help`}>
          {t('account.passwordHelp')}
        </div>
      )}
    </div>
  );
}
