import { ACCOUNT_PATH } from '../addresses.js';
import { InputErrorList, inputId, RequiredMark } from '../controls/input-help-and-errors.js';
import type { FormPage } from '../view-models/form.js';
import { CodeField } from './code-field.js';
import { PasswordField } from './password-field.js';
import { useMessages } from '../messages/use-messages.js';

type Props = Pick<
  NonNullable<FormPage['sign']>,
  'meaning' | 'names' | 'withoutPassword' | 'confirmHref' | 'before' | 'errors'
>;

export function SignatureFields({ meaning, names, withoutPassword, confirmHref, before, errors }: Props) {
  const t = useMessages();
  return (
    <>
      <p className="db-sign-meaning">{t('page.quoted', { text: meaning })}</p>
      {errors.length > 0 && <InputErrorList id={`${inputId('signature')}-errors`} errors={errors} />}
      {withoutPassword ? (
        <p className="form-hint">{t('sign.example')}</p>
      ) : before !== undefined ? (
        <p className="form-hint">
          {before === 'link'
            ? t.rich('sign.linkFirst', { account: <a href={ACCOUNT_PATH}>{t('frame.account')}</a> })
            : t('sign.askFirst')}
        </p>
      ) : confirmHref !== undefined ? (
        <>
          <Confirm href={confirmHref} />
          <CodeField title={t('sign.code')} hint={t('sign.codeHint')} name={names.code} isRequired={false} />
        </>
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

/** In another tab, so that what was typed here stays. */
function Confirm({ href }: { readonly href: string }) {
  const t = useMessages();
  return (
    <>
      <p className="form-hint">{t('sign.confirmHint')}</p>
      <p>
        <a className="btn" href={href} target="_blank" rel="noopener">
          {t('sign.confirm')}
        </a>
      </p>
    </>
  );
}
