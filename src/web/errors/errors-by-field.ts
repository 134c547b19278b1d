import type { Reason } from '#domain/refusal.js';

/** Reasons without a field go to `otherwise`. */
export function groupErrorsByField(
  reasons: readonly Reason[],
  otherwise: string,
): Readonly<Record<string, readonly string[]>> {
  const errors = new Map<string, string[]>();
  for (const reason of reasons)
    for (const field of reason.fields.length > 0 ? reason.fields : [otherwise])
      errors.set(field, [...(errors.get(field) ?? []), sentenceOf(reason)]);
  return Object.fromEntries(errors);
}

export const getErrorsAt = (reasons: readonly Reason[], field: string): readonly string[] =>
  reasons.filter(({ fields }) => fields.includes(field)).map(sentenceOf);

const sentenceOf = ({ message, remedy }: Reason): string =>
  remedy === undefined ? message : `${message} ${remedy}`;
