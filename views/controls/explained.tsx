// What stands around a control, and how it is told to who hears the page: its mark, help and errors.
import { type ReactNode } from 'react';
import type { FormInput } from '../view-models/form.js';
import { IconLock } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

/** Where an error about this field leads. */
export const inputId = (key: string): string => `f-${key}`;

/** Most inputs of a form are optional or most are required: either way the word says it, not a star alone. */
export function Mark({ required, neededFor }: Pick<FormInput, 'required' | 'neededFor'>) {
  const t = useMessages();
  if (required) return <span className="db-required">{t('form.required')}</span>;
  if (neededFor === undefined) return null;
  return <span className="db-required">{t('form.neededFor', { action: neededFor })}</span>;
}

const idOf = (input: FormInput, what: string): string => `${inputId(input.key)}-${what}`;

/** Ids of what explains the input: its errors first. */
export function describedBy(input: FormInput): string | undefined {
  const ids = [
    input.errors.length > 0 && idOf(input, 'errors'),
    hasHelp(input) && idOf(input, 'help'),
  ].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

const hasHelp = ({ help, personal, maxLength }: FormInput): boolean =>
  help !== undefined || personal === true || maxLength !== undefined;

/** Said and not enforced while one types: a browser counts otherwise than the rule, and cuts what is pasted without a word. */
const lengthOf = ({ maxLength }: FormInput, t: Translate): string | undefined =>
  maxLength === undefined ? undefined : t('form.maxLength', { count: maxLength });

export function Below({ input }: { input: FormInput }): ReactNode {
  const t = useMessages();
  return (
    <>
      {input.errors.length > 0 && <Errors id={idOf(input, 'errors')} errors={input.errors} />}
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

export function Errors({ id, errors }: { id: string; errors: readonly string[] }) {
  return (
    <div className="db-errors" id={id}>
      {errors.map((error, index) => (
        <p key={index}>{error}</p>
      ))}
    </div>
  );
}

/** What is posted along with a form without being shown. */
export function HiddenInputs({ values }: { values: Readonly<Record<string, string>> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
