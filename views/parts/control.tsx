// The thing one types into or chooses from. What was typed is always shown again, even where it cannot be right.
import type { Input } from '../view-models/form.js';

interface Props {
  readonly input: Input;
  readonly id?: string;
  readonly describedBy?: string;
  /** For a cell of a table, which has no label of its own. */
  readonly label?: string;
}

/** Numbers are typed as text: a number input throws away what it does not understand, and its wheel changes amounts. */
const MODES = { integer: 'numeric', decimal: 'decimal', money: 'decimal' } as const;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

export function Control(props: Props) {
  const { input } = props;
  if (input.type === 'boolean') return <TickOnly {...props} />;
  if (input.options) return <Choice {...props} />;
  if (input.type === 'text' && input.multiline) {
    return (
      <textarea
        {...shared(props)}
        className="form-control"
        rows={rowsFor(input.value)}
        maxLength={input.maxLength}
        defaultValue={input.value}
      />
    );
  }
  return input.currency === undefined ? <Line {...props} /> : <Amount {...props} />;
}

/** What every control says about itself. Nothing here blocks sending: the server explains better than a bubble. */
function shared({ input, id, describedBy, label }: Props) {
  return {
    id,
    name: input.key,
    'aria-label': label,
    'aria-required': input.required || undefined,
    'aria-invalid': input.errors.length > 0 || undefined,
    'aria-describedby': describedBy,
  };
}

function Line(props: Props) {
  const { input } = props;
  return (
    <input
      {...shared(props)}
      {...typeOf(input)}
      className={`form-control${input.type in MODES ? ' db-digits' : ''}`}
      maxLength={input.maxLength}
      min={input.min}
      max={input.max}
      defaultValue={input.value}
      autoComplete="off"
    />
  );
}

function typeOf({ type, value }: Input) {
  // A date input would show nothing for what is no date; then it is text, so that it can be mended.
  if (type === 'date' && (value === '' || DATE.test(value))) return { type: 'date' };
  if (type === 'dateTime' && (value === '' || DATE_TIME.test(value))) return { type: 'datetime-local' };
  const inputMode = MODES[type as keyof typeof MODES];
  return { type: 'text', inputMode };
}

function Amount(props: Props) {
  return (
    <div className="input-group db-amount">
      <Line {...props} />
      <span className="input-group-text">{props.input.currency}</span>
    </div>
  );
}

function Choice(props: Props) {
  const { options = [], value, required } = props.input;
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <select {...shared(props)} className="form-select" defaultValue={value}>
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

function TickOnly(props: Props) {
  const { input } = props;
  return (
    <>
      <input type="hidden" name={input.key} value="false" />
      <input
        {...shared(props)}
        className="form-check-input"
        type="checkbox"
        value="true"
        defaultChecked={input.value === 'true'}
      />
    </>
  );
}

/** Tall enough for what is in it, within reason. */
export function rowsFor(text: string): number {
  return Math.min(16, Math.max(3, text.split('\n').length + Math.floor(text.length / 90)));
}
