// The thing one types into or chooses from. What was typed is always shown again, even where it cannot be right.
import { viewOf } from '../field-types/view-of.js';
import { attributesOf, type ControlProps } from '../controls/control-attributes.js';

/** Numbers are typed as text: a number input throws away what it does not understand, and its wheel changes amounts. */
export function Control(props: ControlProps) {
  const { input } = props;
  if (input.options) return <Choice {...props} />;
  const control = viewOf(input).control?.(props);
  if (control !== undefined) return control;
  return input.currency === undefined ? <Line {...props} /> : <Amount {...props} />;
}

function Line(props: ControlProps) {
  const { input } = props;
  const { inputMode, inputType } = viewOf(input);
  return (
    <input
      {...attributesOf(props)}
      type={inputType?.(input.value) ?? 'text'}
      inputMode={inputMode}
      className={`form-control${inputMode ? ' db-digits' : ''}`}
      min={input.min}
      max={input.max}
      defaultValue={input.value}
      autoComplete="off"
    />
  );
}

function Amount(props: ControlProps) {
  return (
    <div className="input-group db-amount">
      <Line {...props} />
      <span className="input-group-text">{props.input.currency}</span>
    </div>
  );
}

function Choice(props: ControlProps) {
  const { options = [], value, required } = props.input;
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <select {...attributesOf(props)} className="form-select" defaultValue={value}>
      <option value="">{required ? 'Choose…' : '–'}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </select>
  );
}
