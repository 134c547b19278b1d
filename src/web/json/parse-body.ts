// A body as its schema says, or what is wrong with it.
import type { z } from 'zod';
import { builtInRefusal } from '../built-in-refusal.js';

/** Throws `Refused` BAD_REQUEST. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const found = schema.safeParse(body);
  if (found.success) return found.data;
  throw builtInRefusal('BAD_REQUEST', { why: found.error.issues[0]!.message });
}
