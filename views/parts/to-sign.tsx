// What somebody signs: everything that goes into the signature, what it means, and where name and password are given.
import { Errors, inputId, Mark } from '../controls/explained.js';
import { viewOf } from '../field-types/view-of.js';
import type { Formats } from '../format.js';
import type { FormPage } from '../view-models/form.js';
import { PasswordField } from './password-field.js';
import { inFull } from './shown-value.js';

interface Props {
  readonly sign: NonNullable<FormPage['sign']>;
  readonly formats: Formats;
}

export function ToSign({ sign, formats }: Props) {
  const { meaning, names, withoutPassword, errors } = sign;
  return (
    <fieldset className="db-sign" id={inputId('signature')}>
      <legend>What you sign</legend>
      <Content sign={sign} formats={formats} />
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
    </fieldset>
  );
}

function Content({ sign: { number, title, state, fields }, formats }: Props) {
  return (
    <dl className="db-fields">
      <div>
        <dt>Record</dt>
        <dd>{[number, title].filter(Boolean).join(' ')}</dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>{state}</dd>
      </div>
      {fields.map((field) => (
        <div key={field.key} className={viewOf(field).hasRows ? 'db-wide' : undefined}>
          <dt>{field.title}</dt>
          <dd>{inFull(field, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}
