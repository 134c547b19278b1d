// Page: one's own account: the password, and where one is signed in.
import { Document } from '../document.js';
import { formatsFor } from '../parts/format.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { Sessions } from '../parts/sessions.js';
import { type AccountPage as Props } from '../view-models.js';

export function AccountPage(props: Props) {
  const { frame, name, signInName, hasPassword, mustChange, sessions } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading="Your account"
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
      {mustChange && (
        <div className="alert alert-info" role="note">
          Somebody else chose your password, so they know it. Choose one of your own to go on.
        </div>
      )}
      {hasPassword ? <Password {...props} /> : <NoPassword />}
      <Sessions list={sessions} formats={formats} endAll="End all other sessions" />
    </Document>
  );
}

function NoPassword() {
  return (
    <p className="form-hint">
      You have no password. To get one, ask an admin for a one-time link. People of the examples need none.
    </p>
  );
}

function Password({ password: { action, errors }, signInName }: Props) {
  return (
    <form className="card db-form" method="post" action={action} aria-labelledby="password" noValidate>
      <div className="card-body">
        <h2 id="password">Password</h2>
        <input type="hidden" name="name" autoComplete="username" value={signInName ?? ''} readOnly />
        <PasswordField
          name="oldPassword"
          title="Old password"
          errors={errors['oldPassword'] ?? []}
          autoComplete="current-password"
        />
        <PasswordField title="New password" errors={errors['password'] ?? []} />
        <p className="form-hint">With a new password, every other session of yours ends.</p>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          Change the password
        </button>
      </div>
    </form>
  );
}

export { account as sample } from '../samples/account.js';
