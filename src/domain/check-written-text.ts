// Checks reasons and comments: storable characters and maximum length.
import { phrase } from '#specification/refusal-words/message-parameters.js';
import { createReason, type MessageContext } from './refusal-reason.js';
import type { Reason } from './refusal.js';
import { isLongerThan, isStorableText } from '#specification/field-types/text.js';

const TEXTS = {
  reason: { title: phrase('the.reason'), input: 'reason' },
  comment: { title: phrase('the.comment'), input: 'text' },
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
    const words = { field: title, expected: phrase('type.storable-text'), example: phrase('example.words') };
    return [createReason(context, 'WRONG_TYPE', { with: words, fields })];
  }
  if (!isLongerThan(text, limits[kind])) return [];
  const words = { field: title, max: limits[kind] };
  return [createReason(context, 'TOO_LONG', { with: words, fields, place: limits.places[kind] })];
}
