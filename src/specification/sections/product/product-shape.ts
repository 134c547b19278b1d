import { z } from 'zod';
import { APPLICATION_KEY_PATTERN, isReservedApplication } from '#specification/document/key-grammar.js';
import { wordsShape } from '../common-shapes.js';

export const productShape = z.strictObject({
  key: z
    .string()
    .regex(APPLICATION_KEY_PATTERN, 'a key is made of small letters, digits and `-`, a letter first')
    .refine((key) => !isReservedApplication(key), 'Daybook uses that name itself: choose another')
    .optional()
    .meta({ description: 'Stands in addresses and names the streams. It cannot change later.' }),
  name: wordsShape.optional(),
  locale: z.string().optional().meta({ description: 'Such as `en` or `de-AT`. Default: `en`.' }),
  timeZone: z.string().optional().meta({ description: 'Such as `Europe/Berlin`. Default: `UTC`.' }),
  currency: z
    .string()
    .optional()
    .meta({ description: 'Of money fields without one of their own. Default: `EUR`.' }),
});
