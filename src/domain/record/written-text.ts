// Texts beside the fields (reasons and comments): can they be kept, and are they short enough?
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import type { DecisionContext } from './decision-context.js';
import { longerThan, storableText } from '#specification/field-types/text.js';

export function writtenText(
  decisionContext: DecisionContext,
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
