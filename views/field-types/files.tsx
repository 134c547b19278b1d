// Works without scripts.
import {
  InputHelpAndErrors,
  listDescriptionIds,
  inputId,
  RequiredMark,
} from '../controls/input-help-and-errors.js';
import type { FormInput } from '../view-models/form.js';
import type { FieldView } from './field-view.js';
import { useMessages } from '../messages/use-messages.js';

export const file: FieldView = { type: 'file', Field: FilesField, takesFiles: true };
export const files: FieldView = { type: 'files', Field: FilesField, takesFiles: true };

function FilesField({ input }: { input: FormInput }) {
  const t = useMessages();
  const { key, title, required, neededFor, files: { chosen, several, accept, most, upload } = NONE } = input;
  const id = inputId(key);
  const help = `${id}-files`;
  const kinds = accept.length === 0 ? '' : `${accept.map((ending) => ending.slice(1)).join(', ')}, `;
  return (
    <div className="db-field" data-upload={upload} data-several={several || undefined}>
      <label className="form-label" htmlFor={id}>
        {title}
        <RequiredMark required={required} neededFor={neededFor} />
      </label>
      {/* Marks the field as present even with no box checked. */}
      <input type="hidden" name={key} value="" />
      {chosen.map(({ reference, name, size, isNew }, index) => (
        <label key={reference} className="form-check db-chosen-file">
          <input
            className="form-check-input"
            type="checkbox"
            name={`${key}.${index}`}
            value={reference}
            defaultChecked
          />
          <span className="form-check-label">
            {name} <span className="db-file-size">{isNew ? t('form.uploadedNow', { size }) : size}</span>
          </span>
        </label>
      ))}
      <input
        className="form-control"
        type="file"
        id={id}
        name={key}
        multiple={several}
        accept={accept.length === 0 ? undefined : accept.join(',')}
        aria-required={required || undefined}
        aria-invalid={input.errors.length > 0 || undefined}
        aria-describedby={[help, listDescriptionIds(input)].filter(Boolean).join(' ')}
      />
      <div className="form-hint" id={help}>
        {kinds}
        {t(several ? 'form.fileLimits' : 'form.fileLimit', { size: most })}
        {chosen.length > 0 && ` ${several ? t('form.untickFiles') : t('form.untickFile')}`}
      </div>
      <InputHelpAndErrors input={input} />
    </div>
  );
}

const NONE: NonNullable<FormInput['files']> = { chosen: [], several: false, accept: [], most: '' };

export function ChosenFiles({ input: { key, files: { chosen } = NONE } }: { input: FormInput }) {
  return (
    <>
      <input type="hidden" name={key} value="" />
      {chosen.map(({ reference }, index) => (
        <input key={reference} type="hidden" name={`${key}.${index}`} value={reference} />
      ))}
    </>
  );
}
