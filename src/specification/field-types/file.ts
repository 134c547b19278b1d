// Files can be declared, and are kept by a later version.
import { asText } from './as-text.js';
import type { FieldTypeDefinition } from './field-type.js';
import { wrongType } from './outcome.js';

export const file: FieldTypeDefinition = {
  name: 'file',
  holds: 'nothing yet',
  options: ['max', 'accept'],
  inBytes: true,
  ...asText,
  read: () => wrongType('a file that can be kept: this version of Daybook keeps none', 'nothing'),
  isSorted: false,
  why: 'This version of Daybook cannot keep files yet.',
};
