// In the order of messages. A new type is a file here.
import { booleanType } from './boolean.js';
import { choiceType } from './choice.js';
import type { FieldTypeDefinition } from './field-type.js';
import { fileType, filesType } from './file.js';
import { referenceType, userType } from './reference-and-user.js';
import { dateType, dateTimeType } from './moments.js';
import { decimalType, integerType, moneyType } from './numbers.js';
import { tableType } from './table.js';
import { textType } from './text.js';

export const ALL_FIELD_TYPES: readonly FieldTypeDefinition[] = [
  ...[textType, integerType, decimalType, moneyType, booleanType, dateType, dateTimeType],
  ...[choiceType, referenceType, userType, tableType, fileType, filesType],
];
