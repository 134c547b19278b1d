// Rejected input is rendered again, even if invalid.
import { getFieldView } from '../field-types/get-field-view.js';
import type { ChoiceList } from '../view-models/choices.js';
import { Chooser } from './chooser.js';
import { useMessages } from '../messages/use-messages.js';
import { getControlAttributes, type ControlProps } from '../controls/control-attributes.js';

/** Text inputs for numbers: number inputs discard invalid text, and their wheel changes amounts. */
export function Control(props: ControlProps) {
  const { input } = props;
  if (input.options) return <Choice {...props} list={input.options} />;
  const control = getFieldView(input).control?.(props);
  if (control !== undefined) return control;
  return input.currency === undefined ? <Line {...props} /> : <Amount {...props} />;
}

function Line(props: ControlProps) {
  const { input } = props;
  const { inputMode, inputType, atEnd } = getFieldView(input);
  return (
    <input
      {...getControlAttributes(props)}
      type={inputType?.(input.value) ?? 'text'}
      inputMode={inputMode}
      className={`form-control${atEnd ? ' db-digits' : ''}`}
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

function Choice({ list, ...props }: ControlProps & { list: ChoiceList }) {
  const t = useMessages();
  const { key, title, value, required } = props.input;
  const { name: _name, ...attributes } = getControlAttributes(props);
  return (
    <Chooser
      name={key}
      list={list}
      value={value}
      blank={required ? t('form.choose') : '–'}
      title={props.label ?? title}
      attributes={attributes}
    />
  );
}
