// A field type that Daybook does not have, without its React part.
import { TEXT_CEL_CONVERSIONS } from '#specification/field-types/text.js';
import type { FieldTypeDefinition } from '#specification/field-types/field-type.js';
import { acceptValue, rejectType } from '#specification/field-types/parse-result.js';

const COLOUR = /^#[0-9a-f]{6}$/;

export const colour: FieldTypeDefinition = {
  name: 'colour',
  holds: 'value',
  ...TEXT_CEL_CONVERSIONS,
  read(_, raw) {
    const said = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
    return COLOUR.test(said) ? acceptValue(said) : rejectType('a colour', '#1a2b3c');
  },
  literal: (_, __, source) => (COLOUR.test(source) ? source : undefined),
  text: (_, stored) => `colour ${stored}`,
  filter: 'text',
  isSorted: true,
};
