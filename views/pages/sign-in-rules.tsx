import { PEOPLE_PATH, SIGN_IN_RULES_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { InputErrorList, inputId } from '../controls/input-help-and-errors.js';
import type { MessageId } from '../messages/en/all.js';
import { useMessages } from '../messages/use-messages.js';
import { PageHeading } from '../parts/page-heading.js';
import { InputErrors } from '../parts/problem-summary.js';
import type { SignInRulesPage as Props } from '../view-models/second-factor.js';

const CHOICES = [
  ['nobody', 'signInRules.nobody'],
  ['admins', 'signInRules.admins'],
  ['roles', 'signInRules.roles'],
  ['all', 'signInRules.all'],
] as const satisfies readonly (readonly [string, MessageId])[];

export function SignInRulesPage({ frame, commandId, rules, groups, errors }: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={t('signInRules.title')} back={{ href: PEOPLE_PATH, title: t('frame.people') }} />
      <InputErrors errors={errors} inputOf={inputId} />
      <form className="card db-form" method="post" action={SIGN_IN_RULES_PATH} noValidate>
        <HiddenInputs values={{ commandId }} />
        <div className="card-body">
          <fieldset className="db-field">
            <legend className="form-label">{t('signInRules.whoIsAsked')}</legend>
            {CHOICES.map(([value, title], index) => (
              <label className="form-check" key={value}>
                <input
                  className="form-check-input"
                  type="radio"
                  id={index === 0 ? inputId('secondFactor') : undefined}
                  name="secondFactor"
                  value={value}
                  defaultChecked={rules.secondFactor === value}
                />
                <span className="form-check-label">{t(title)}</span>
              </label>
            ))}
            <p className="form-hint">{t('signInRules.askedHint')}</p>
          </fieldset>
          <RoleChoices groups={groups} chosen={rules.roles} />
          <div className="db-field">
            <label className="form-check">
              <input
                className="form-check-input"
                type="checkbox"
                name="atProviders"
                value="true"
                defaultChecked={rules.atProviders}
                aria-describedby={`${inputId('atProviders')}-help`}
              />
              <span className="form-check-label">{t('signInRules.atProviders')}</span>
            </label>
            <p className="form-hint" id={`${inputId('atProviders')}-help`}>
              {t('signInRules.atProvidersHint')}
            </p>
          </div>
          <NumberField
            name="rememberDays"
            title={t('signInRules.rememberDays')}
            hint={t('signInRules.rememberHint')}
            value={rules.rememberDays}
            errors={errors['rememberDays']}
          />
          <NumberField
            name="adminMinutes"
            title={t('signInRules.adminMinutes')}
            hint={t('signInRules.minutesHint')}
            value={rules.inactivity.admins}
            errors={errors['adminMinutes']}
          />
          <NumberField
            name="otherMinutes"
            title={t('signInRules.otherMinutes')}
            hint={t('signInRules.minutesHint')}
            value={rules.inactivity.others}
            errors={errors['otherMinutes']}
          />
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn btn-primary" type="submit">
            {t('signInRules.save')}
          </button>
        </div>
      </form>
    </Document>
  );
}

interface RoleChoicesProps {
  readonly groups: Props['groups'];
  readonly chosen: Props['rules']['roles'];
}

function RoleChoices({ groups, chosen }: RoleChoicesProps) {
  const withRoles = groups.filter(({ roles }) => roles.length > 0);
  return withRoles.map(({ name, roles }) => (
    <fieldset className="db-roles db-second-factor-roles" key={name}>
      <legend>{name}</legend>
      {roles.map(({ key, title }) => (
        <label className="form-check" key={key}>
          <input
            className="form-check-input"
            type="checkbox"
            name={`role.${key}`}
            value="true"
            defaultChecked={chosen.includes(key)}
          />
          <span className="form-check-label">{title}</span>
        </label>
      ))}
    </fieldset>
  ));
}

interface NumberFieldProps {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  /** Negative: what was typed is no number. */
  readonly value: number;
  readonly errors: readonly string[] | undefined;
}

function NumberField({ name, title, hint, value, errors = [] }: NumberFieldProps) {
  const id = inputId(name);
  const wrong = errors.length > 0;
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {title}
      </label>
      <input
        className="form-control"
        id={id}
        name={name}
        inputMode="numeric"
        defaultValue={value < 0 ? '' : value}
        aria-invalid={wrong || undefined}
        aria-describedby={[wrong && `${id}-errors`, `${id}-help`].filter(Boolean).join(' ')}
      />
      {wrong && <InputErrorList id={`${id}-errors`} errors={errors} />}
      <p className="form-hint" id={`${id}-help`}>
        {hint}
      </p>
    </div>
  );
}
