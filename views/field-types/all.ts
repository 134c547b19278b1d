import { boolean } from './boolean.js';
import type { FieldView } from './field-view.js';
import { date, dateTime } from './moments.js';
import { decimal, integer, money } from './numbers.js';
import { file, files } from './files.js';
import { table } from './table.js';
import { text } from './text.js';

export const ALL_FIELD_VIEWS: readonly FieldView[] = [
  text,
  integer,
  decimal,
  money,
  boolean,
  date,
  dateTime,
  table,
  file,
  files,
];
