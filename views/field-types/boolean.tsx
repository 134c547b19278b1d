// Unchecked boxes send nothing, so a hidden input precedes them; without a default, a list offers “unanswered”.
import {
  InputHelpAndErrors,
  listDescriptionIds,
  inputId,
  RequiredMark,
} from '../controls/input-help-and-errors.js';
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
          aria-describedby={listDescriptionIds(input)}
        />
        <label className="form-check-label" htmlFor={id}>
          {input.title}
          <RequiredMark required={input.required} neededFor={input.neededFor} />
        </label>
      </div>
      <InputHelpAndErrors input={input} />
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
