import { z } from 'zod';
import { expressionShape, nameShape, namesShape } from '../common-shapes.js';

const ruleShape = z.strictObject({
  on: z.string().meta({ description: 'The entity.' }),
  in: namesShape.optional().meta({ description: 'States it has to hold in. Left out: all.' }),
  check: expressionShape,
  error: z.string().optional(),
  fields: namesShape.optional(),
});

export const rulesShape = z.strictObject({ rules: z.record(nameShape, ruleShape).optional() });
