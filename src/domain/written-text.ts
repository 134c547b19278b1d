// Texts beside the fields (reasons and comments): can they be kept, and are they short enough?
import { reason, type MessageContext } from './reason.js';
import type { Reason } from './refusal.js';
import { longerThan, storableText } from '#specification/field-types/text.js';

export function writtenText(
  decisionContext: MessageContext,
  name: string,
  text: unknown,
  limit: 'reason' | 'comment',
): readonly Reason[] {
  const { limits } = decisionContext.specification;
  if (typeof text !== 'string' || !storableText(text)) {
    const words = { field: name, expected: 'text that can be kept', example: 'some words' };
    return [reason(decisionContext, 'WRONG_TYPE', { with: words })];
  }
  if (!longerThan(text, limits[limit])) return [];
  const words = { field: name, max: limits[limit] };
  return [reason(decisionContext, 'TOO_LONG', { with: words, place: limits.places[limit] })];
}
