// Every type of fields there is, in the order documents and messages name them. A new one is a file beside this one, named here.
import { boolean } from './boolean.js';
import { choice } from './choice.js';
import type { FieldTypeDefinition } from './field-type.js';
import { file, files } from './file.js';
import { reference, user } from './links.js';
import { date, dateTime } from './moments.js';
import { decimal, integer, money } from './numbers.js';
import { table } from './table.js';
import { text } from './text.js';

export const ALL: readonly FieldTypeDefinition[] = [
  ...[text, integer, decimal, money, boolean, date, dateTime],
  ...[choice, reference, user, table, file, files],
];
