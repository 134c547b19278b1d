import { getFieldView } from '../field-types/get-field-view.js';
import type { Formats } from '../format.js';
import { IconHistory, IconPencil } from '../icons.js';
import type { RecordPage } from '../view-models/record.js';
import { renderCurrentName } from './current-name.js';
import { renderInFull } from './display-value.js';
import { useMessages } from '../messages/use-messages.js';

interface Props extends Pick<RecordPage, 'summary' | 'fields' | 'emptyFields' | 'editFields'> {
  readonly fieldHistory?: RecordPage['fieldHistory'];
  readonly formats: Formats;
}

export function KeyFields({
  summary,
  editFields,
  fieldHistory,
  formats,
}: Pick<Props, 'summary' | 'editFields' | 'fieldHistory' | 'formats'>) {
  if (summary.length === 0) return null;
  return (
    <dl className="db-key-fields">
      {summary.map((field) => (
        <div key={field.key}>
          <FieldTitle field={field} editFields={editFields} fieldHistory={fieldHistory} />
          <dd>{renderInFull(field, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function RecordFields({ fields, emptyFields, ...more }: Omit<Props, 'summary'>) {
  const t = useMessages();
  if (fields.length + emptyFields.length === 0) return null;
  return (
    <section className="card" aria-labelledby="fields">
      <h2 id="fields" className="visually-hidden">
        {t('record.fields')}
      </h2>
      {fields.length > 0 && <FieldList fields={fields} {...more} />}
      {emptyFields.length > 0 && (
        <details className="db-empty-fields">
          <summary>{t('record.emptyFields', { count: emptyFields.length })}</summary>
          <FieldList fields={emptyFields} {...more} />
        </details>
      )}
    </section>
  );
}

function FieldList({
  fields,
  editFields,
  fieldHistory,
  formats,
}: Pick<Props, 'fields' | 'editFields' | 'fieldHistory' | 'formats'>) {
  return (
    <dl className="db-fields">
      {fields.map((field) => (
        <div
          key={field.key}
          className={getFieldView(field).hasRows ? 'db-wide' : undefined}
          data-drop={getFieldView(field).takesFiles && editFields[field.key]}
        >
          <FieldTitle field={field} editFields={editFields} fieldHistory={fieldHistory} />
          <dd>{renderInFull(field, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}

function FieldTitle({
  field: { key, title, titleNow },
  editFields,
  fieldHistory = {},
}: Pick<Props, 'editFields' | 'fieldHistory'> & {
  field: Pick<Props['fields'][number], 'key' | 'title' | 'titleNow'>;
}) {
  const t = useMessages();
  return (
    <dt>
      {title}
      {renderCurrentName(titleNow)}
      {Object.hasOwn(editFields, key) && (
        <a
          className="db-edit-field"
          href={editFields[key]}
          aria-label={t('record.changeField', { field: title })}
        >
          <IconPencil size={14} aria-hidden />
        </a>
      )}
      {Object.hasOwn(fieldHistory, key) && (
        <a
          className="db-field-history"
          href={fieldHistory[key]}
          aria-label={t('record.whoSet', { field: title })}
        >
          <IconHistory size={14} aria-hidden />
        </a>
      )}
    </dt>
  );
}
