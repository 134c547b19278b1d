import type { FieldView } from './field-view.js';

export const integer: FieldView = { type: 'integer', atEnd: true, inputMode: 'numeric' };

export const decimal: FieldView = { type: 'decimal', atEnd: true, inputMode: 'decimal' };

export const money: FieldView = {
  type: 'money',
  atEnd: true,
  inputMode: 'decimal',
  text: (value, { places = 0, currency = '' }, formats) =>
    typeof value === 'number' ? formats.money(value, places, currency) : value,
};
