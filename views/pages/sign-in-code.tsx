import { SIGN_IN_CODE_PATH, SIGN_IN_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { useMessages } from '../messages/use-messages.js';
import { CodeField } from '../parts/code-field.js';
import { ProblemSummary } from '../parts/problem-summary.js';
import type { SignInCodePage as Props } from '../view-models/second-factor.js';

export function SignInCodePage({ frame, next, errors, rememberDays }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <div className="db-sign-in">
        <h1>{t('secondFactor.enterCode')}</h1>
        {errors.length > 0 && (
          <ProblemSummary title={t('signIn.failed')}>
            {errors.map((error, index) => (
              <p key={index}>{error}</p>
            ))}
          </ProblemSummary>
        )}
        <form className="card" method="post" action={SIGN_IN_CODE_PATH}>
          <HiddenInputs values={{ next }} />
          <div className="card-body">
            <CodeField title={t('secondFactor.code')} hint={t('secondFactor.codeHint')} />
            {rememberDays > 0 && (
              <label className="form-check">
                <input className="form-check-input" type="checkbox" name="remember" value="true" />
                <span className="form-check-label">{t('secondFactor.remember', { days: rememberDays })}</span>
              </label>
            )}
            <button className="btn btn-primary w-100" type="submit">
              {t('signIn.title')}
            </button>
          </div>
        </form>
        <p>
          <a href={SIGN_IN_PATH}>{t('secondFactor.signInAsAnother')}</a>
        </p>
      </div>
    </Document>
  );
}
