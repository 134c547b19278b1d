import { SIGN_IN_PATH, SIGN_IN_SET_UP_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { inputId } from '../controls/input-help-and-errors.js';
import { useMessages } from '../messages/use-messages.js';
import { PageHeading } from '../parts/page-heading.js';
import { InputErrors } from '../parts/problem-summary.js';
import { SecondFactorSetUp } from '../parts/second-factor-set-up.js';
import type { SignInSetUpPage as Props } from '../view-models/second-factor.js';

export function SignInSetUpPage({ frame, next, errors, setUp: { sealed, ...shown } }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={t('secondFactor.setUpFirst')} />
      <InputErrors errors={errors} inputOf={inputId} />
      <form className="card db-form" method="post" action={SIGN_IN_SET_UP_PATH} noValidate>
        <HiddenInputs values={{ setUp: sealed, next }} />
        <div className="card-body">
          <p>{t('secondFactor.asked')}</p>
          <SecondFactorSetUp {...shown} errors={errors['code'] ?? []} />
        </div>
        <div className="card-footer db-form-foot">
          <a className="btn" href={SIGN_IN_PATH}>
            {t('secondFactor.signInAsAnother')}
          </a>
          <button className="btn btn-primary" type="submit">
            {t('secondFactor.turnOn')}
          </button>
        </div>
      </form>
    </Document>
  );
}
