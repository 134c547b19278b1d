// Where name and password are given, at the moment of signing.
import { Errors, inputId, Mark } from '../controls/explained.js';
import type { FormPage } from '../view-models/form.js';
import { PasswordField } from './password-field.js';

type Props = Pick<NonNullable<FormPage['sign']>, 'meaning' | 'names' | 'withoutPassword' | 'errors'>;

export function SignatureFields({ meaning, names, withoutPassword, errors }: Props) {
  return (
    <>
      <p className="db-sign-meaning">“{meaning}”</p>
      {errors.length > 0 && <Errors id={`${inputId('signature')}-errors`} errors={errors} />}
      {withoutPassword ? (
        <p className="form-hint">
          You are of the demo and have no password: here you sign with the button alone.
        </p>
      ) : (
        <>
          <p className="form-hint">
            Your name, the time and the meaning stand with the record for good. The third wrong password signs
            you out.
          </p>
          <div className="db-field">
            <label className="form-label" htmlFor={inputId(names.name)}>
              Your sign-in name
              <Mark required />
            </label>
            <input
              className="form-control"
              id={inputId(names.name)}
              name={names.name}
              autoComplete="username"
              autoCapitalize="none"
              aria-required
            />
          </div>
          <PasswordField
            title="Your password"
            name={names.password}
            autoComplete="current-password"
            errors={[]}
          />
        </>
      )}
    </>
  );
}
