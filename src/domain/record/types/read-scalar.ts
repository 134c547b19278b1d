// One typed value of any type but a table: which reader reads it.
import type { Field, FieldType } from '#specification/specification.js';
import { readBoolean } from './boolean.js';
import { readChoice } from './choice.js';
import { readDate, readDateTime } from './date.js';
import { readReference, readUser } from './link.js';
import { readNumber } from './number.js';
import { EMPTY, wrongType, type Outcome, type Reader, type Reading } from './outcome.js';
import { readText } from './text.js';

const noFilesYet: Reader = () =>
  wrongType('a file that can be kept: this version of Daybook keeps none', 'nothing');
const noTable: Reader = () => wrongType('a single value', 'some words');

const READERS: Readonly<Record<FieldType, Reader>> = {
  text: readText,
  integer: readNumber,
  decimal: readNumber,
  money: readNumber,
  boolean: readBoolean,
  date: readDate,
  dateTime: readDateTime,
  choice: readChoice,
  reference: readReference,
  user: readUser,
  file: noFilesYet,
  table: noTable,
};

export function readScalar(field: Field, raw: unknown, reading: Reading): Outcome {
  if (raw === null || raw === undefined || raw === '') return EMPTY;
  return READERS[field.type](field, raw, reading);
}
