// Two people changed the same field: both values side by side, and a choice.
import type { InputConflict } from '../view-models/form.js';
import { inFull } from './shown-value.js';
import { inputId } from '../controls/explained.js';
import { type Formats } from '../format.js';
import { When } from './when.js';

export function conflictCount(count: number): string {
  return count === 1
    ? 'Not saved: the same field was changed while you were at it'
    : `Not saved: the same ${count} fields were changed while you were at it`;
}

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
  const { field, title, seen, theirs, yours, by, at, wholeHref } = conflict;
  return (
    <fieldset className="db-conflict" id={inputId(field)}>
      <legend>{title}</legend>
      <p className="db-seen">
        <span className="db-label">It was</span> {inFull(seen, formats)}
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
          <span className="db-label">Yours</span>
          {inFull(yours, formats)}
        </span>
      </label>
      {wholeHref !== undefined && (
        <p className="db-seen">
          These are parts of long values: you save all of the one that you choose.{' '}
          <a href={wholeHref} target="_blank" rel="noreferrer">
            Show all of {by}’s
          </a>
        </p>
      )}
    </fieldset>
  );
}
