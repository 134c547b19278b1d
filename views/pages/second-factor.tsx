import { ACCOUNT_PATH, SECOND_FACTOR_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { inputId } from '../controls/input-help-and-errors.js';
import { useMessages } from '../messages/use-messages.js';
import { CodeField } from '../parts/code-field.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { InputErrors } from '../parts/problem-summary.js';
import { SecondFactorSetUp } from '../parts/second-factor-set-up.js';
import type { SecondFactorPage as Props } from '../view-models/second-factor.js';

export function SecondFactorPage(props: Props) {
  const t = useMessages();
  const { frame, errors, setUp } = props;
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading={t('secondFactor.title')}
        back={{ href: ACCOUNT_PATH, title: t('frame.account') }}
      />
      <InputErrors errors={errors} inputOf={inputId} />
      {setUp ? <SetUp {...props} setUp={setUp} /> : <TurnOff {...props} />}
    </Document>
  );
}

function SetUp({
  errors,
  signInName,
  confirm,
  setUp: { sealed, ...shown },
}: Props & Required<Pick<Props, 'setUp'>>) {
  const t = useMessages();
  return (
    <form className="card db-form" method="post" action={SECOND_FACTOR_PATH} noValidate>
      <HiddenInputs values={{ setUp: sealed }} />
      <UserName signInName={signInName} />
      <div className="card-body">
        <p>{t(confirm ? 'secondFactor.whatAtProvider' : 'secondFactor.what')}</p>
        <SecondFactorSetUp {...shown} errors={errors['code'] ?? []} />
        <Owner errors={errors} confirm={confirm} />
        <p className="form-hint">{t('secondFactor.setUpEnds')}</p>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          {t('secondFactor.turnOn')}
        </button>
      </div>
    </form>
  );
}

function TurnOff({ errors, signInName, confirm, unusedCodes = 0 }: Props) {
  const t = useMessages();
  return (
    <form className="card db-form" method="post" action={`${SECOND_FACTOR_PATH}/off`} noValidate>
      <UserName signInName={signInName} />
      <div className="card-body">
        <p>{t('secondFactor.on', { count: unusedCodes })}</p>
        <p>{t('secondFactor.turnOffHint')}</p>
        <Owner errors={errors} confirm={confirm} />
        <CodeField
          title={t('secondFactor.code')}
          hint={t('secondFactor.codeHint')}
          errors={errors['code'] ?? []}
        />
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          {t('secondFactor.turnOff')}
        </button>
      </div>
    </form>
  );
}

/** By which people confirm that it is them. */
function Owner({ errors, confirm }: Pick<Props, 'errors' | 'confirm'>) {
  const t = useMessages();
  if (!confirm)
    return (
      <PasswordField
        title={t('secondFactor.password')}
        errors={errors['password'] ?? []}
        autoComplete="current-password"
      />
    );
  return (
    <>
      <HiddenInputs values={{ commandId: confirm.commandId }} />
      <p className="form-hint">{t('secondFactor.confirmOwner')}</p>
      <p>
        <a id={inputId('confirmed')} className="btn" href={confirm.href} target="_blank" rel="noopener">
          {t('sign.confirm')}
        </a>
      </p>
    </>
  );
}

/** For password managers. */
const UserName = ({ signInName }: Pick<Props, 'signInName'>) => (
  <input type="hidden" name="name" autoComplete="username" value={signInName} readOnly />
);
