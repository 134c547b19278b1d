// The shape of section 5.
import { z } from 'zod';
import { expression, name, names } from '../common-shapes.js';

const ruleShape = z.strictObject({
  on: z.string().meta({ description: 'The entity.' }),
  in: names.optional().meta({ description: 'States it has to hold in. Left out: all.' }),
  check: expression,
  error: z.string().optional(),
  fields: names.optional(),
});

export const rulesShape = z.strictObject({ rules: z.record(name, ruleShape).optional() });
