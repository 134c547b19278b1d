// The shape of section 8.
import { z } from 'zod';
import { errorCode, words } from '../common-shapes.js';

const error = z.union([
  z.string(),
  z.strictObject({
    message: words.optional(),
    remedy: words.optional(),
    status: z.number().int().min(400).max(599).optional(),
  }),
]);

export const errorsShape = z.strictObject({ errors: z.record(errorCode, error).optional() });
