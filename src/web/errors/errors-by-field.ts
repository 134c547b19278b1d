// Reasons sorted to the inputs they point at.
import type { Reason } from '#domain/refusal.js';

/** Input → what to say there. Reasons that point nowhere go to `otherwise`. */
export function errorsByField(
  reasons: readonly Reason[],
  otherwise: string,
): Readonly<Record<string, readonly string[]>> {
  const errors = new Map<string, string[]>();
  for (const reason of reasons)
    for (const field of reason.fields.length > 0 ? reason.fields : [otherwise])
      errors.set(field, [...(errors.get(field) ?? []), sentenceOf(reason)]);
  return Object.fromEntries(errors);
}

/** What to say at one input. */
export const errorsAt = (reasons: readonly Reason[], field: string): readonly string[] =>
  reasons.filter(({ fields }) => fields.includes(field)).map(sentenceOf);

const sentenceOf = ({ message, remedy }: Reason): string =>
  remedy === undefined ? message : `${message} ${remedy}`;
