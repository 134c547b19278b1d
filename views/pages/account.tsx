// Page: one's own account: the password, and where one is signed in.
import { Document } from '../frame/document.js';
import { formatsFor } from '../format.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { PasswordForm, WhoSignsIn } from '../parts/password-form.js';
import { Sessions } from '../parts/sessions.js';
import type { AccountPage as Props } from '../view-models/account.js';

export function AccountPage(props: Props) {
  const { frame, name, signInName, hasPassword, mustChange, sessions } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading="Your account" below={<WhoSignsIn name={name} signInName={signInName} />} />
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
    <p>
      You have no password. To get one, ask an admin for a one-time link. People of the examples need none.
    </p>
  );
}

function Password({ password: { action, errors }, signInName }: Props) {
  return (
    <PasswordForm
      action={action}
      signInName={signInName}
      submit="Change the password"
      heading="Password"
      hint="With a new password, every other session of yours ends."
    >
      <PasswordField
        name="oldPassword"
        title="Old password"
        errors={errors['oldPassword'] ?? []}
        autoComplete="current-password"
      />
      <PasswordField title="New password" errors={errors['password'] ?? []} />
    </PasswordForm>
  );
}
