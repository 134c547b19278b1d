import type { ReactNode } from 'react';
import type { FieldView } from './field-view.js';

// Browsers have no year 0.
const DATE = /^(?!0000)\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

const time = (text: string, value: string): ReactNode => <time dateTime={value}>{text}</time>;

// An invalid date becomes a text input, so that it can be corrected.
export const date: FieldView = {
  type: 'date',
  text: (value, { places = 0 }, formats) =>
    typeof value === 'number' ? formats.number(value, places) : formats.date(value),
  cell: time,
  inputType: (value) => (value === '' || DATE.test(value) ? 'date' : undefined),
  fixed: (value, { formats }) => formats.date(value),
};

export const dateTime: FieldView = {
  type: 'dateTime',
  text: (value, { places = 0 }, formats) =>
    typeof value === 'number' ? formats.number(value, places) : formats.dateTime(value),
  cell: time,
  inputType: (value) => (value === '' || DATE_TIME.test(value) ? 'datetime-local' : undefined),
  fixed: (value, { formats }) => formats.localDateTime(value),
};
