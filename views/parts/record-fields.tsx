// The fields of a record: what is large under its title, what is filled in, and what is empty, each with the way to change it.
import { viewOf } from '../field-types/view-of.js';
import type { Formats } from '../format.js';
import { IconPencil } from '../icons.js';
import type { RecordPage } from '../view-models/record.js';
import { inFull } from './shown-value.js';
import { useMessages } from '../messages/use-messages.js';

interface Props extends Pick<RecordPage, 'summary' | 'fields' | 'emptyFields' | 'editFields'> {
  readonly formats: Formats;
}

export function KeyFields({
  summary,
  editFields,
  formats,
}: Pick<Props, 'summary' | 'editFields' | 'formats'>) {
  if (summary.length === 0) return null;
  return (
    <dl className="db-key-fields">
      {summary.map((field) => (
        <div key={field.key}>
          <FieldTitle field={field} editFields={editFields} />
          <dd>{inFull(field, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Fields({ fields, emptyFields, editFields, formats }: Props) {
  const t = useMessages();
  if (fields.length + emptyFields.length === 0) return null;
  return (
    <section className="card" aria-labelledby="fields">
      <h2 id="fields" className="visually-hidden">
        {t('record.fields')}
      </h2>
      {fields.length > 0 && <FieldList fields={fields} editFields={editFields} formats={formats} />}
      {emptyFields.length > 0 && (
        <details className="db-empty-fields">
          <summary>{t('record.emptyFields', { count: emptyFields.length })}</summary>
          <FieldList fields={emptyFields} editFields={editFields} formats={formats} />
        </details>
      )}
    </section>
  );
}

function FieldList({ fields, editFields, formats }: Pick<Props, 'fields' | 'editFields' | 'formats'>) {
  return (
    <dl className="db-fields">
      {fields.map((field) => (
        <div
          key={field.key}
          className={viewOf(field).hasRows ? 'db-wide' : undefined}
          data-drop={viewOf(field).takesFiles && editFields[field.key]}
        >
          <FieldTitle field={field} editFields={editFields} />
          <dd>{inFull(field, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}

function FieldTitle({
  field: { key, title },
  editFields,
}: Pick<Props, 'editFields'> & { field: Pick<Props['fields'][number], 'key' | 'title'> }) {
  const t = useMessages();
  return (
    <dt>
      {title}
      {Object.hasOwn(editFields, key) && (
        <a
          className="db-edit-field"
          href={editFields[key]}
          aria-label={t('record.changeField', { field: title })}
        >
          <IconPencil size={14} aria-hidden />
        </a>
      )}
    </dt>
  );
}
