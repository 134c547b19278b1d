import { inputId } from '../controls/input-help-and-errors.js';
import { getFieldView } from '../field-types/get-field-view.js';
import type { Formats } from '../format.js';
import type { FormPage, RecordToSign } from '../view-models/form.js';
import { SignatureFields } from './signature-fields.js';
import { renderInFull } from './display-value.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly sign: NonNullable<FormPage['sign']>;
  readonly formats: Formats;
}

export function SignatureFieldset({ sign, formats }: Props) {
  const t = useMessages();
  return (
    <fieldset className="db-sign" id={inputId('signature')}>
      <legend>{t('sign.what')}</legend>
      {sign.records.length === 1 ? (
        <Content record={sign.records[0]!} formats={formats} />
      ) : (
        sign.records.map((record, index) => (
          <details className="db-sign-record" key={index}>
            <summary>{nameOf(record)}</summary>
            <Content record={record} formats={formats} />
          </details>
        ))
      )}
      <SignatureFields {...sign} />
    </fieldset>
  );
}

const nameOf = ({ number, title }: RecordToSign): string => [number, title].filter(Boolean).join(' ');

interface ContentProps {
  readonly record: RecordToSign;
  readonly formats: Formats;
}

function Content({ record, formats }: ContentProps) {
  const { state, fields, emptyFields } = record;
  const t = useMessages();
  return (
    <>
      <dl className="db-fields">
        <div>
          <dt>{t('page.record')}</dt>
          <dd>{nameOf(record)}</dd>
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

function FieldRows({ fields, formats }: Pick<RecordToSign, 'fields'> & Pick<Props, 'formats'>) {
  return fields.map((field) => (
    <div key={field.key} className={getFieldView(field).hasRows ? 'db-wide' : undefined}>
      <dt>{field.title}</dt>
      <dd>{renderInFull(field, formats)}</dd>
    </div>
  ));
}
