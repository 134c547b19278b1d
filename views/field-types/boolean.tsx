// Yes and no: where there is a default, a box to tick, and else a list with a third answer. An unticked box is not sent at all; what is sent last counts.
import { Below, describedBy, inputId, Mark } from '../controls/explained.js';
import type { FormInput } from '../view-models/form.js';
import type { FieldView } from './field-view.js';
import type { MessageId } from '../messages/en/all.js';

function Tick({ input }: { input: FormInput }) {
  const id = inputId(input.key);
  return (
    <div className="db-field">
      <input type="hidden" name={input.key} value="false" />
      <div className="form-check">
        <input
          className="form-check-input"
          type="checkbox"
          id={id}
          name={input.key}
          value="true"
          defaultChecked={input.value === 'true'}
          aria-invalid={input.errors.length > 0 || undefined}
          aria-describedby={describedBy(input)}
        />
        <label className="form-check-label" htmlFor={id}>
          {input.title}
          <Mark required={input.required} neededFor={input.neededFor} />
        </label>
      </div>
      <Below input={input} />
    </div>
  );
}

const WORDS: ReadonlyMap<string, MessageId> = new Map([
  ['true', 'value.yes'],
  ['false', 'value.no'],
]);

export const boolean: FieldView = {
  type: 'boolean',
  Field: Tick,
  fixed(value, { t }) {
    const answer = WORDS.get(value);
    return answer === undefined ? value : t(answer);
  },
};
