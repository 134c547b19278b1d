import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { CodeField } from '../parts/code-field.js';
import { PageHeading } from '../parts/page-heading.js';
import type { SignInByLinkPage as Props } from '../view-models/account.js';
import { useMessages } from '../messages/use-messages.js';

/** A button, as programs that look into mails open links too. */
export function SignInByLinkPage({ frame, action, hidden, name, asksCode }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={t('register.signInByLink', { name })} />
      <form className="card db-form" method="post" action={action}>
        <HiddenInputs values={hidden} />
        <div className="card-body">
          {asksCode && <CodeField title={t('secondFactor.code')} hint={t('secondFactor.codeHint')} />}
          <p className="form-hint">{t('register.linkUsedUpBySignIn')}</p>
          <button className="btn btn-primary" type="submit">
            {t('signIn.title')}
          </button>
        </div>
      </form>
    </Document>
  );
}
