// Two people changed the same field: both values side by side, and a choice.
import type { InputConflict } from '../view-models/form.js';
import { inFull } from './shown-value.js';
import { inputId } from '../controls/explained.js';
import { type Formats } from '../format.js';
import { When } from './when.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

export const conflictCount = (t: Translate, count: number): string => t('form.conflicts', { count });

export function Conflicts({ conflicts, formats }: { conflicts: readonly InputConflict[]; formats: Formats }) {
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
  const { field, title, seen, theirs, yours, by, at, wholeHref } = conflict;
  return (
    <fieldset className="db-conflict" id={inputId(field)}>
      <legend>{title}</legend>
      <p className="db-seen">
        <span className="db-label">{t('form.before')}</span> {inFull(seen, formats)}
      </p>
      <label className="db-side">
        <input className="form-check-input" type="radio" name={`choose.${field}`} value="theirs" />
        <span>
          <span className="db-label">
            {by}, <When at={at} formats={formats} />
          </span>
          {inFull(theirs, formats)}
        </span>
      </label>
      <label className="db-side">
        <input className="form-check-input" type="radio" name={`choose.${field}`} value="yours" />
        <span>
          <span className="db-label">{t('form.yours')}</span>
          {inFull(yours, formats)}
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
