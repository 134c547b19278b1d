import { z } from 'zod';
import { errorCodeShape, wordsShape } from '../common-shapes.js';

const error = z.union([
  z.string(),
  z.strictObject({
    message: wordsShape.optional(),
    remedy: wordsShape.optional(),
    status: z.number().int().min(400).max(599).optional(),
  }),
]);

export const errorsShape = z.strictObject({ errors: z.record(errorCodeShape, error).optional() });
