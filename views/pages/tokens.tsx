import { Document } from '../frame/document.js';
import { ACCOUNT_PATH } from '../addresses.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { InputErrorList, inputId, RequiredMark } from '../controls/input-help-and-errors.js';
import { createFormats } from '../format.js';
import { PageHeading } from '../parts/page-heading.js';
import { OwnerFields } from '../parts/owner-fields.js';
import { InputErrors } from '../parts/problem-summary.js';
import { TokenList } from '../parts/token-list.js';
import { EXPIRES_ON_DAY, TOKEN_LIFETIMES, type TokensPage as Props } from '../view-models/tokens.js';
import { useMessages } from '../messages/use-messages.js';

export function TokensPage({ frame, tokens, made, form }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  const standing = tokens.filter(({ end }) => end.kind === 'standing');
  const ended = tokens.filter(({ end }) => end.kind !== 'standing');
  return (
    <Document frame={frame} width="narrow">
      <PageHeading
        heading={t('tokens.title')}
        back={{ href: ACCOUNT_PATH, title: t('frame.account') }}
        below={t('tokens.hint')}
      />
      <InputErrors errors={form.errors} inputOf={inputOfToken} />
      {made && <Made {...made} />}
      <TokenList
        title={t('tokens.current')}
        id="tokens"
        tokens={standing}
        empty={t('tokens.none')}
        formats={formats}
      />
      <TokenForm form={form} />
      {ended.length > 0 && (
        <TokenList title={t('tokens.ended')} id="ended" tokens={ended} empty="" formats={formats} />
      )}
    </Document>
  );
}

function Made({ name, secret }: NonNullable<Props['made']>) {
  const t = useMessages();
  return (
    <section className="card db-form" aria-labelledby="made" data-made="">
      <div className="card-body">
        <h2 id="made">{t('tokens.made', { name })}</h2>
        <textarea
          className="form-control db-link"
          rows={2}
          readOnly
          aria-labelledby="made"
          aria-describedby="made-hint"
          defaultValue={secret}
        />
        <p className="form-hint" id="made-hint">
          {t('tokens.copy')} {t('tokens.use')}
        </p>
      </div>
    </section>
  );
}

const inputOfToken = (field: string): string => {
  if (field === 'ownPassword' || field === 'ownCode') return inputId(field);
  return `token-${field === '' || field === 'identity' ? 'name' : field}`;
};

function TokenForm({
  form: { action, commandId, applications, offersAdministration, typed, asked, errors },
}: Pick<Props, 'form'>) {
  const t = useMessages();
  return (
    <form className="card db-form" method="post" action={action} aria-labelledby="make-token" noValidate>
      <HiddenInputs values={{ commandId }} />
      <div className="card-body">
        <h2 id="make-token">{t('tokens.make')}</h2>
        <div className="db-field">
          <label className="form-label" htmlFor="token-name">
            {t('tokens.name')}
            <RequiredMark required />
          </label>
          <input
            className="form-control"
            type="text"
            id="token-name"
            name="name"
            maxLength={60}
            autoComplete="off"
            aria-required
            defaultValue={typed.name}
            {...described('name', errors)}
          />
          <Errors name="name" errors={errors} />
          <p className="form-hint" id="token-name-hint">
            {t('tokens.nameHint')}
          </p>
        </div>
        <Choice
          name="access"
          title={t('tokens.access')}
          value={typed.access}
          options={[
            { value: 'read', title: t('tokens.reads') },
            { value: 'write', title: t('tokens.writes') },
          ]}
          errors={errors}
        />
        <Choice
          name="application"
          title={t('tokens.application')}
          value={typed.application}
          options={[
            { value: '', title: t('tokens.allApplications') },
            ...applications.map(({ key, name }) => ({ value: key, title: name })),
          ]}
          errors={errors}
        />
        {offersAdministration && <Administration isChecked={typed.administration} />}
        <Choice
          name="expires"
          title={t('tokens.lifetime')}
          value={typed.expires}
          options={[
            ...TOKEN_LIFETIMES.map((days) => ({ value: days, title: t('tokens.days', { days }) })),
            { value: EXPIRES_ON_DAY, title: t('tokens.onDay') },
          ]}
          errors={errors}
        />
        <div className="db-field db-token-day">
          <label className="form-label" htmlFor="token-until">
            {t('tokens.day')}
          </label>
          <input
            className="form-control"
            type="date"
            id="token-until"
            name="until"
            defaultValue={typed.until}
            {...described('until', errors)}
          />
          <Errors name="until" errors={errors} />
          <p className="form-hint" id="token-until-hint">
            {t('tokens.dayHint')}
          </p>
        </div>
        <p className="form-hint">{t('tokens.limits')}</p>
        <OwnerFields asked={asked} title={t('tokens.ownPassword')} errors={errors} />
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          {t('tokens.make')}
        </button>
      </div>
    </form>
  );
}

function Administration({ isChecked }: { readonly isChecked: boolean }) {
  const t = useMessages();
  return (
    <div className="db-field">
      <label className="form-check">
        <input
          className="form-check-input"
          type="checkbox"
          id="token-administration"
          name="administration"
          value="true"
          defaultChecked={isChecked}
          aria-describedby="token-administration-hint"
        />
        <span className="form-check-label">{t('tokens.withAdministration')}</span>
      </label>
      <p className="form-hint" id="token-administration-hint">
        {t('tokens.withAdministrationHint')}
      </p>
    </div>
  );
}

type Errors = Props['form']['errors'];

interface ChoiceProps {
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly errors: Errors;
}

function Choice({ name, title, value, options, errors }: ChoiceProps) {
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={`token-${name}`}>
        {title}
      </label>
      <select
        className="form-select"
        id={`token-${name}`}
        name={name}
        defaultValue={value}
        {...(errors[name] && { 'aria-invalid': true, 'aria-describedby': errorsId(name) })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      <Errors name={name} errors={errors} />
    </div>
  );
}

const errorsId = (name: string): string => `token-${name}-errors`;

function Errors({ name, errors }: Pick<ChoiceProps, 'name' | 'errors'>) {
  const ofInput = errors[name];
  return ofInput && <InputErrorList id={errorsId(name)} errors={ofInput} />;
}

const described = (name: string, errors: Errors) => ({
  'aria-describedby': errors[name] ? `${errorsId(name)} token-${name}-hint` : `token-${name}-hint`,
  ...(errors[name] && { 'aria-invalid': true }),
});
