// Page: behind a one-time link, a person chooses a password.
import { Document } from '../document.js';
import { HiddenInputs } from '../parts/hidden-inputs.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { type ChoosePasswordPage as Props } from '../view-models.js';

export function ChoosePasswordPage({ frame, action, hidden, name, signInName, errors }: Props) {
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading="Choose your password"
        below={
          <span className="db-dotted">
            <span>{name}</span>
            {signInName !== null && (
              <span>
                signs in as <code>{signInName}</code>
              </span>
            )}
          </span>
        }
      />
      <form className="card db-form" method="post" action={action} noValidate>
        <HiddenInputs values={hidden} />
        <input type="hidden" name="name" autoComplete="username" value={signInName ?? ''} readOnly />
        <div className="card-body">
          <PasswordField title="Password" errors={errors} />
          <p className="form-hint">The link is used up with it.</p>
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn btn-primary" type="submit">
            Choose this password
          </button>
        </div>
      </form>
    </Document>
  );
}

export { choosePassword as sample } from '../samples/choose-password.js';
