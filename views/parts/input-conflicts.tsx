import type { InputConflict } from '../view-models/form.js';
import { renderInFull } from './display-value.js';
import { inputId } from '../controls/input-help-and-errors.js';
import { type Formats } from '../format.js';
import { Timestamp } from './timestamp.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

export const formatConflictCount = (t: Translate, count: number): string => t('form.conflicts', { count });

export function InputConflicts({
  conflicts,
  formats,
}: {
  conflicts: readonly InputConflict[];
  formats: Formats;
}) {
  return (
    <div className="db-conflicts">
      {conflicts.map((conflict) => (
        <Chooser key={conflict.field} conflict={conflict} formats={formats} />
      ))}
    </div>
  );
}

function Chooser({ conflict, formats }: { conflict: InputConflict; formats: Formats }) {
  const t = useMessages();
  const { field, title, base, theirs, yours, by, at, wholeHref } = conflict;
  return (
    <fieldset className="db-conflict" id={inputId(field)}>
      <legend>{title}</legend>
      <p className="db-seen">
        <span className="db-label">{t('form.before')}</span> {renderInFull(base, formats)}
      </p>
      <label className="db-side">
        <input className="form-check-input" type="radio" name={`choose.${field}`} value="theirs" />
        <span>
          <span className="db-label">
            {by}, <Timestamp at={at} formats={formats} />
          </span>
          {renderInFull(theirs, formats)}
        </span>
      </label>
      <label className="db-side">
        <input className="form-check-input" type="radio" name={`choose.${field}`} value="yours" />
        <span>
          <span className="db-label">{t('form.yours')}</span>
          {renderInFull(yours, formats)}
        </span>
      </label>
      {wholeHref !== undefined && (
        <p className="db-seen">
          {t.rich('form.partOfLong', {
            name: by,
            link: (words) => (
              <a href={wholeHref} target="_blank" rel="noreferrer">
                {words}
              </a>
            ),
          })}
        </p>
      )}
    </fieldset>
  );
}
