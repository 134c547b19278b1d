// The parts of pages for types of fields; what is not here is shown as it is stored, and typed into a line.
import { boolean } from './boolean.js';
import type { FieldView } from './field-view.js';
import { date, dateTime } from './moments.js';
import { decimal, integer, money } from './numbers.js';
import { file, files } from './files.js';
import { table } from './table.js';
import { text } from './text.js';

export const ALL: readonly FieldView[] = [
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
