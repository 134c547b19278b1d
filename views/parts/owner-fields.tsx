import { useMessages } from '../messages/use-messages.js';
import type { AskedOfOwner } from '../view-models/identities.js';
import { CodeField } from './code-field.js';
import { PasswordField } from './password-field.js';

interface Props {
  readonly asked: AskedOfOwner;
  /** Of the password: what it is asked for. */
  readonly title: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** By which an account's owner confirms that it is them. */
export function OwnerFields({ asked, title, errors = {} }: Props) {
  const t = useMessages();
  return (
    <>
      {asked.password && (
        <PasswordField
          title={title}
          name="ownPassword"
          errors={errors['ownPassword'] ?? []}
          autoComplete="current-password"
        />
      )}
      {asked.code && (
        <CodeField
          title={t('secondFactor.code')}
          hint={t('secondFactor.codeHint')}
          name="ownCode"
          errors={errors['ownCode'] ?? []}
        />
      )}
    </>
  );
}
