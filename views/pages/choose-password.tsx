// Page: behind a one-time link, a person chooses a password.
import { Document } from '../frame/document.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { PasswordForm, WhoSignsIn } from '../parts/password-form.js';
import type { ChoosePasswordPage as Props } from '../view-models/account.js';

export function ChoosePasswordPage({ frame, action, hidden, name, signInName, errors }: Props) {
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading="Choose your password"
        below={<WhoSignsIn name={name} signInName={signInName} />}
      />
      <PasswordForm
        action={action}
        hidden={hidden}
        signInName={signInName}
        submit="Choose this password"
        hint="The link is used up with it."
      >
        <PasswordField title="Password" errors={errors} />
      </PasswordForm>
    </Document>
  );
}
