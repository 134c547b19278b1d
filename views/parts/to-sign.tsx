// What somebody signs: everything that goes into the signature, what it means, and where name and password are given.
import { inputId } from '../controls/explained.js';
import { viewOf } from '../field-types/view-of.js';
import type { Formats } from '../format.js';
import type { FormPage } from '../view-models/form.js';
import { SignatureFields } from './signature-fields.js';
import { inFull } from './shown-value.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly sign: NonNullable<FormPage['sign']>;
  readonly formats: Formats;
}

export function ToSign({ sign, formats }: Props) {
  const t = useMessages();
  return (
    <fieldset className="db-sign" id={inputId('signature')}>
      <legend>{t('sign.what')}</legend>
      <Content sign={sign} formats={formats} />
      <SignatureFields {...sign} />
    </fieldset>
  );
}

function Content({ sign: { number, title, state, fields, emptyFields }, formats }: Props) {
  const t = useMessages();
  return (
    <>
      <dl className="db-fields">
        <div>
          <dt>{t('page.record')}</dt>
          <dd>{[number, title].filter(Boolean).join(' ')}</dd>
        </div>
        <div>
          <dt>{t('page.state')}</dt>
          <dd>{state}</dd>
        </div>
        <FieldRows fields={fields} formats={formats} />
      </dl>
      {emptyFields.length > 0 && (
        <details className="db-empty-fields">
          <summary>{t('record.emptyFields', { count: emptyFields.length })}</summary>
          <dl className="db-fields">
            <FieldRows fields={emptyFields} formats={formats} />
          </dl>
        </details>
      )}
    </>
  );
}

function FieldRows({ fields, formats }: Pick<Props['sign'], 'fields'> & Pick<Props, 'formats'>) {
  return fields.map((field) => (
    <div key={field.key} className={viewOf(field).hasRows ? 'db-wide' : undefined}>
      <dt>{field.title}</dt>
      <dd>{inFull(field, formats)}</dd>
    </div>
  ));
}
