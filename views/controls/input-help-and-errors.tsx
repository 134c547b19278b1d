import { type ReactNode } from 'react';
import type { FormInput } from '../view-models/form.js';
import { IconLock } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

/** Target of error links. */
export const inputId = (key: string): string => `f-${key}`;

/** Marks the minority: required or optional. */
export function RequiredMark({ required, neededFor }: Pick<FormInput, 'required' | 'neededFor'>) {
  const t = useMessages();
  if (required) return <span className="db-required">{t('form.required')}</span>;
  if (neededFor === undefined) return null;
  return <span className="db-required">{t('form.neededFor', { action: neededFor })}</span>;
}

const idOf = (input: FormInput, what: string): string => `${inputId(input.key)}-${what}`;

/** Ids of descriptions, errors first. */
export function listDescriptionIds(input: FormInput): string | undefined {
  const ids = [
    input.errors.length > 0 && idOf(input, 'errors'),
    hasHelp(input) && idOf(input, 'help'),
  ].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

const hasHelp = ({ help, personal, maxLength }: FormInput): boolean =>
  help !== undefined || personal === true || maxLength !== undefined;

/** Not enforced by `maxlength`: browsers count differently and truncate pasted text silently. */
const lengthOf = ({ maxLength }: FormInput, t: Translate): string | undefined =>
  maxLength === undefined ? undefined : t('form.maxLength', { count: maxLength });

export function InputHelpAndErrors({ input }: { input: FormInput }): ReactNode {
  const t = useMessages();
  return (
    <>
      {input.errors.length > 0 && <InputErrorList id={idOf(input, 'errors')} errors={input.errors} />}
      {hasHelp(input) && (
        <div className="form-hint" id={idOf(input, 'help')}>
          {[input.help, lengthOf(input, t)].filter(Boolean).join(' ')}
          {input.personal && (
            <span className="db-personal">
              <IconLock size={14} aria-hidden /> {t('form.personal')}
            </span>
          )}
        </div>
      )}
    </>
  );
}

export function InputErrorList({ id, errors }: { id: string; errors: readonly string[] }) {
  return (
    <div className="db-errors" id={id}>
      {errors.map((error, index) => (
        <p key={index}>{error}</p>
      ))}
    </div>
  );
}
