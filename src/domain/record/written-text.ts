// Texts beside the fields (reasons and comments): can they be kept, and are they short enough?
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import type { Circumstances } from './environment.js';
import { longerThan, storableText } from './types/text.js';

export function writtenText(
  circumstances: Circumstances,
  name: string,
  text: unknown,
  limit: 'reason' | 'comment',
): readonly Reason[] {
  const { limits } = circumstances.specification;
  if (typeof text !== 'string' || !storableText(text)) {
    const words = { field: name, expected: 'text that can be kept', example: 'some words' };
    return [reason(circumstances, 'WRONG_TYPE', { with: words })];
  }
  if (!longerThan(text, limits[limit])) return [];
  const words = { field: name, max: limits[limit] };
  return [reason(circumstances, 'TOO_LONG', { with: words, place: limits.places[limit] })];
}
