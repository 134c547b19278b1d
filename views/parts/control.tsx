// The thing one types into or chooses from. What was typed is always shown again, even where it cannot be right.
import { viewOf } from '../field-types/view-of.js';
import type { ChoiceList } from '../view-models/choices.js';
import { Chooser } from './chooser.js';
import { useMessages } from '../messages/use-messages.js';
import { attributesOf, type ControlProps } from '../controls/control-attributes.js';

/** Numbers are typed as text: a number input throws away what it does not understand, and its wheel changes amounts. */
export function Control(props: ControlProps) {
  const { input } = props;
  if (input.options) return <Choice {...props} list={input.options} />;
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

function Choice({ list, ...props }: ControlProps & { list: ChoiceList }) {
  const t = useMessages();
  const { key, title, value, required } = props.input;
  const { name: _name, ...attributes } = attributesOf(props);
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
