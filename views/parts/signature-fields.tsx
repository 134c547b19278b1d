import { InputErrorList, inputId, RequiredMark } from '../controls/input-help-and-errors.js';
import type { FormPage } from '../view-models/form.js';
import { CodeField } from './code-field.js';
import { PasswordField } from './password-field.js';
import { useMessages } from '../messages/use-messages.js';

type Props = Pick<NonNullable<FormPage['sign']>, 'meaning' | 'names' | 'withoutPassword' | 'errors'>;

export function SignatureFields({ meaning, names, withoutPassword, errors }: Props) {
  const t = useMessages();
  return (
    <>
      <p className="db-sign-meaning">{t('page.quoted', { text: meaning })}</p>
      {errors.length > 0 && <InputErrorList id={`${inputId('signature')}-errors`} errors={errors} />}
      {withoutPassword ? (
        <p className="form-hint">{t('sign.example')}</p>
      ) : (
        <>
          <p className="form-hint">{t('sign.hint')}</p>
          <div className="db-field">
            <label className="form-label" htmlFor={inputId(names.name)}>
              {t('sign.name')}
              <RequiredMark required />
            </label>
            <input
              className="form-control"
              id={inputId(names.name)}
              name={names.name}
              autoComplete="username"
              autoCapitalize="none"
              aria-required
            />
          </div>
          <PasswordField
            title={t('sign.password')}
            name={names.password}
            autoComplete="current-password"
            errors={[]}
          />
          <CodeField title={t('sign.code')} hint={t('sign.codeHint')} name={names.code} isRequired={false} />
        </>
      )}
    </>
  );
}
