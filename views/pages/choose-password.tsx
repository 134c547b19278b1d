import { Document } from '../frame/document.js';
import { inputId } from '../controls/input-help-and-errors.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { PasswordForm, PersonAndSignInName } from '../parts/password-form.js';
import { InputErrors } from '../parts/problem-summary.js';
import type { ChoosePasswordPage as Props } from '../view-models/account.js';
import { useMessages } from '../messages/use-messages.js';

export function ChoosePasswordPage({ frame, action, hidden, name, signInName, errors }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading={t('register.choosePassword')}
        below={<PersonAndSignInName name={name} signInName={signInName} />}
      />
      <InputErrors errors={{ password: errors }} inputOf={inputId} />
      <PasswordForm
        action={action}
        hidden={hidden}
        signInName={signInName}
        submit={t('register.chooseThis')}
        hint={t('register.linkUsedUp')}
      >
        <PasswordField title={t('account.password')} errors={errors} />
      </PasswordForm>
    </Document>
  );
}
