import { getControlAttributes } from '../controls/control-attributes.js';
import type { FieldView } from './field-view.js';

export const text: FieldView = {
  type: 'text',
  isProse: true,
  full: (shown) => <span className="db-text">{shown}</span>,
  control(props) {
    const { multiline, value } = props.input;
    if (!multiline) return undefined;
    return (
      <textarea
        {...getControlAttributes(props)}
        className="form-control"
        rows={rowsFor(value)}
        defaultValue={value}
      />
    );
  },
};

function rowsFor(text: string): number {
  return Math.min(16, Math.max(3, text.split('\n').length + Math.floor(text.length / 90)));
}
