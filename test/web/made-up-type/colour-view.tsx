import type { FieldView } from '#views/field-types/field-view.js';

export const colourView: FieldView = {
  type: 'colour',
  cell: (text, stored) => <i className={`swatch-${stored.slice(1)}`}>{text}</i>,
  control: ({ input }) => <input className="wheel" name={input.key} defaultValue={input.value} />,
};
