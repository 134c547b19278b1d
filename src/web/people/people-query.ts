import { z } from 'zod';

export const PEOPLE_QUERY = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, 200)),
  page: z
    .string()
    .optional()
    .transform((text) => Math.max(1, Math.trunc(Number(text ?? 1)) || 1)),
});
