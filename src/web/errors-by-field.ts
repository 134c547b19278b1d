// Reasons sorted to the inputs they point at.
import type { Reason } from '../domain/refusal.js';

/** Input → what to say there. Reasons that point nowhere go to `otherwise`. */
export function errorsByField(
  reasons: readonly Reason[],
  otherwise: string,
): Readonly<Record<string, readonly string[]>> {
  const errors = new Map<string, string[]>();
  for (const { message, remedy, fields } of reasons) {
    const error = remedy === undefined ? message : `${message} ${remedy}`;
    for (const field of fields.length > 0 ? fields : [otherwise])
      errors.set(field, [...(errors.get(field) ?? []), error]);
  }
  return Object.fromEntries(errors);
}
