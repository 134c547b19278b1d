import type { z } from 'zod';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

/** Throws `Refused` BAD_REQUEST. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const found = schema.safeParse(body);
  if (found.success) return found.data;
  throw createBuiltInRefusal('BAD_REQUEST', { why: found.error.issues[0]!.message });
}
