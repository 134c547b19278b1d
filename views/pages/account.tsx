import { Document } from '../frame/document.js';
import { DEPUTIES_PATH, NOTICES_PATH, SECOND_FACTOR_PATH, TOKENS_PATH } from '../addresses.js';
import { Appearance, Density } from '../controls/appearance.js';
import { inputId } from '../controls/input-help-and-errors.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { LANGUAGES } from '../messages/languages.js';
import { createFormats, type Formats } from '../format.js';
import { LinkedIdentities } from '../parts/linked-identities.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import { PasswordForm, PersonAndSignInName } from '../parts/password-form.js';
import { InputErrors } from '../parts/problem-summary.js';
import { Sessions } from '../parts/sessions.js';
import { Timestamp } from '../parts/timestamp.js';
import type { AccountPage as Props } from '../view-models/account.js';
import { useMessages } from '../messages/use-messages.js';

export function AccountPage(props: Props) {
  const t = useMessages();
  const { frame, name, signInName, hasPassword, mustChange, password, sessions, secondFactor, more } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading={t('frame.account')}
        below={<PersonAndSignInName name={name} signInName={signInName} />}
      />
      <InputErrors errors={password.errors} inputOf={inputId} />
      {mustChange && (
        <div className="alert alert-info" role="note">
          {t('account.mustChange')}
        </div>
      )}
      {more && <Notices {...more.notices} formats={formats} />}
      {more && <Deputies {...more.deputies} formats={formats} />}
      {more?.identities && <LinkedIdentities {...more.identities} />}
      {more && <Looks frame={frame} />}
      {more && <Preferences {...more.preferences} />}
      {more && <Tokens />}
      {hasPassword ? <Password {...props} /> : <NoPassword {...props} />}
      {secondFactor && <SecondFactor {...secondFactor} />}
      <Sessions list={sessions} formats={formats} endAll={t('account.endOtherSessions')} />
    </Document>
  );
}

type More = NonNullable<Props['more']>;
type Formatted = { readonly formats: Formats };

function Notices({ unread, latest, formats }: More['notices'] & Formatted) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="notices">
      <div className="card-body">
        <h2 id="notices">
          {t('frame.notices')}
          {unread !== undefined && <span className="db-tag">{t('account.unread', { count: unread })}</span>}
        </h2>
        {latest.length === 0 ? (
          <p className="form-hint">{t(unread === undefined ? 'account.noNotices' : 'account.onlyChanges')}</p>
        ) : (
          <ul className="db-sessions">
            {latest.map(({ id, title, at }) => (
              <li key={id}>
                <span>
                  <b>{title}</b>
                  <span className="form-hint">
                    <Timestamp at={at} formats={formats} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="card-footer db-form-foot">
        <a className="btn" href={NOTICES_PATH}>
          {t('account.allNotices')}
        </a>
      </div>
    </section>
  );
}

function Deputies({ named, forWhom, formats }: More['deputies'] & Formatted) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="deputies">
      <div className="card-body">
        <h2 id="deputies">{t('frame.deputies')}</h2>
        {named.length + forWhom.length === 0 ? (
          <p className="form-hint">{t('account.noDeputies')}</p>
        ) : (
          <ul className="db-sessions">
            {[...named, ...forWhom].map(({ id, deputy, person, scope, from, until }) => (
              <li key={id}>
                <span>
                  <b>{t('account.deputyFor', { deputy, person })}</b>
                  <span className="form-hint">
                    {scope}, {formats.date(from)} – {formats.date(until)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="card-footer db-form-foot">
        <a className="btn" href={DEPUTIES_PATH}>
          {t('deputies.nameOrEnd')}
        </a>
      </div>
    </section>
  );
}

function Tokens() {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="tokens">
      <div className="card-body">
        <h2 id="tokens">{t('tokens.title')}</h2>
        <p className="form-hint">{t('tokens.hint')}</p>
      </div>
      <div className="card-footer db-form-foot">
        <a className="btn" href={TOKENS_PATH}>
          {t('tokens.manage')}
        </a>
      </div>
    </section>
  );
}

function Looks({ frame }: Pick<Props, 'frame'>) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="looks">
      <div className="card-body">
        <h2 id="looks">{t('account.looks')}</h2>
        <div className="db-looks">
          <Appearance frame={frame} />
          <Density frame={frame} />
        </div>
      </div>
    </section>
  );
}

function Preferences({
  action,
  commandId,
  language,
  timeZone,
  timeZones,
  hasSingleKeys,
}: More['preferences']) {
  const t = useMessages();
  return (
    <form className="card db-form" method="post" action={action} aria-labelledby="preferences">
      <HiddenInputs values={{ commandId }} />
      <div className="card-body">
        <h2 id="preferences">{t('account.preferences')}</h2>
        <div className="db-field">
          <label className="form-label" htmlFor="language">
            {t('account.language')}
          </label>
          <select
            className="form-select"
            id="language"
            name="language"
            defaultValue={language ?? ''}
            aria-describedby="language-hint"
          >
            <option value="">{t('account.automaticLanguage')}</option>
            {Object.entries(LANGUAGES).map(([key, name]) => (
              <option key={key} value={key} lang={key}>
                {name}
              </option>
            ))}
          </select>
          <p className="form-hint" id="language-hint">
            {t('account.automaticLanguageHint')}
          </p>
        </div>
        <div className="db-field">
          <label className="form-label" htmlFor="time-zone">
            {t('account.timeZone')}
          </label>
          <select className="form-select" id="time-zone" name="timeZone" defaultValue={timeZone ?? ''}>
            <option value="">{t('account.automaticZone')}</option>
            {timeZones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </div>
        <SingleKeys hasSingleKeys={hasSingleKeys} />
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn" type="submit">
          {t('account.savePreferences')}
        </button>
      </div>
    </form>
  );
}

function SingleKeys({ hasSingleKeys }: Pick<More['preferences'], 'hasSingleKeys'>) {
  const t = useMessages();
  return (
    <fieldset className="db-field">
      <legend className="form-label">{t('account.keyboard')}</legend>
      <label className="form-check">
        <input
          className="form-check-input"
          type="checkbox"
          name="singleKeys"
          value="off"
          defaultChecked={!hasSingleKeys}
          aria-describedby="single-keys-hint"
        />
        <span className="form-check-label">{t('account.noSingleKeys')}</span>
      </label>
      <p className="form-hint" id="single-keys-hint">
        {t('account.singleKeysHint')}
      </p>
    </fieldset>
  );
}

function SecondFactor({ isOn, isAtProvider = false }: NonNullable<Props['secondFactor']>) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="second-factor">
      <div className="card-body">
        <h2 id="second-factor">{t('secondFactor.title')}</h2>
        <p className="form-hint">{t(SECOND_FACTOR_STATE[`${isOn} ${isAtProvider}`])}</p>
      </div>
      <div className="card-footer db-form-foot">
        <a className="btn" href={SECOND_FACTOR_PATH}>
          {t(isOn ? 'secondFactor.manage' : 'secondFactor.setUp')}
        </a>
      </div>
    </section>
  );
}

const SECOND_FACTOR_STATE = {
  'true false': 'secondFactor.accountOn',
  'false false': 'secondFactor.accountOff',
  'true true': 'secondFactor.accountOnAtProvider',
  'false true': 'secondFactor.accountOffAtProvider',
} as const;

function NoPassword({ canHavePassword }: Props) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="password">
      <div className="card-body">
        <h2 id="password">{t('account.password')}</h2>
        <p className="form-hint">{t(canHavePassword ? 'account.noPassword' : 'account.needsNoPassword')}</p>
      </div>
    </section>
  );
}

function Password({ password: { action, errors }, signInName }: Props) {
  const t = useMessages();
  return (
    <PasswordForm
      action={action}
      signInName={signInName}
      submit={t('account.changePassword')}
      heading={t('account.password')}
      hint={t('account.changeHint')}
    >
      <PasswordField
        name="oldPassword"
        title={t('account.oldPassword')}
        errors={errors['oldPassword'] ?? []}
        autoComplete="current-password"
      />
      <PasswordField title={t('account.newPassword')} errors={errors['password'] ?? []} />
    </PasswordForm>
  );
}
