import { createPhrase } from '#specification/refusal-words/phrases.js';
import { createReason, type MessageContext } from './create-reason.js';
import type { Reason } from './refusal.js';
import { isLongerThan, isStorableText } from '#specification/field-types/text.js';

const TEXTS = {
  reason: { title: createPhrase('the.reason'), input: 'reason' },
  comment: { title: createPhrase('the.comment'), input: 'text' },
} as const;

export function checkWrittenText(
  context: MessageContext,
  kind: keyof typeof TEXTS,
  text: unknown,
): readonly Reason[] {
  const { limits } = context.specification;
  const { title, input } = TEXTS[kind];
  const fields = [input];
  if (typeof text !== 'string' || !isStorableText(text)) {
    const words = {
      field: title,
      expected: createPhrase('type.storable-text'),
      example: createPhrase('example.words'),
    };
    return [createReason(context, 'WRONG_TYPE', { with: words, fields })];
  }
  if (!isLongerThan(text, limits[kind])) return [];
  const words = { field: title, max: limits[kind] };
  return [createReason(context, 'TOO_LONG', { with: words, fields, place: limits.places[kind] })];
}
