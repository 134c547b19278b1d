import { Document } from '../frame/document.js';
import { inputId } from '../controls/input-help-and-errors.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Field } from '../parts/field.js';
import { createFormats } from '../format.js';
import { PageHeading } from '../parts/page-heading.js';
import { PasswordField } from '../parts/password-field.js';
import type { RegisterPersonPage as Props } from '../view-models/account.js';
import type { FormInput } from '../view-models/form.js';
import { InputErrors } from '../parts/problem-summary.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';
const OF_TEXT = { type: 'text', required: true, multiline: false } as const;

export function RegisterPersonPage({
  frame,
  heading,
  action,
  hidden,
  asksPassword,
  signsInByLink = false,
  note,
  name,
  signInName,
  errors,
}: Props) {
  const t = useMessages();
  return (
    <Document frame={frame} width="narrow">
      <PageHeading heading={heading} />
      <InputErrors errors={errors} inputOf={inputId} />
      <form className="card db-form" method="post" action={action} noValidate data-personal="">
        <HiddenInputs values={hidden} />
        <div className="card-body">
          {inputsOf(t, { name, signInName, errors }).map((input) => (
            <Field key={input.key} input={input} formats={createFormats(frame.locale, frame.timeZone)} />
          ))}
          {asksPassword ? (
            <PasswordField title={t('account.password')} errors={errors['password'] ?? []} />
          ) : (
            <p className="form-hint">
              {t(signsInByLink ? 'register.signInLinkFollows' : 'register.linkFollows')}
            </p>
          )}
          {note !== undefined && <p className="form-hint">{note}</p>}
        </div>
        <div className="card-footer db-form-foot">
          <button className="btn btn-primary" type="submit">
            {heading}
          </button>
        </div>
      </form>
    </Document>
  );
}

const inputsOf = (
  t: Translate,
  { name, signInName, errors }: Pick<Props, 'name' | 'signInName' | 'errors'>,
): readonly FormInput[] => {
  return [
    {
      ...OF_TEXT,
      key: 'name',
      title: t('people.name'),
      help: t('register.nameHelp'),
      value: name,
      errors: errors['name'] ?? [],
    },
    {
      ...OF_TEXT,
      key: 'signInName',
      title: t('signIn.name'),
      help: t('register.signInNameHelp'),
      value: signInName,
      errors: errors['signInName'] ?? [],
    },
  ];
};
