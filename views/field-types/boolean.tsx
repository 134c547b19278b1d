// Yes and no: a box to tick. An unticked one is not sent at all; what is sent last counts.
import { attributesOf, type ControlProps } from '../controls/control-attributes.js';
import { Below, describedBy, inputId, Mark } from '../controls/explained.js';
import type { FormInput } from '../view-models/form.js';
import type { FieldView } from './field-view.js';

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
          <Mark required={input.required} />
        </label>
      </div>
      <Below input={input} />
    </div>
  );
}

function TickOnly(props: ControlProps) {
  const { input } = props;
  return (
    <>
      <input type="hidden" name={input.key} value="false" />
      <input
        {...attributesOf(props)}
        className="form-check-input"
        type="checkbox"
        value="true"
        defaultChecked={input.value === 'true'}
      />
    </>
  );
}

export const boolean: FieldView = {
  type: 'boolean',
  control: (props) => <TickOnly {...props} />,
  Field: Tick,
  fixed: (value) => (value === 'true' ? 'Yes' : 'No'),
};
