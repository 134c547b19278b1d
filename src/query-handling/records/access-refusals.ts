import type { Phrase } from '#specification/refusal-words/phrases.js';
import { createUnreadableRefusal as unreadableTo } from '#domain/record/lifecycle/offered-actions.js';
import { createReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { ReadRights } from '../visibility/read-rights.js';

export function createUnreadableRefusal(
  { specification, entity, actor }: ReadRights,
  now: string,
  what: Phrase,
): Refused {
  return unreadableTo({ specification, entity, user: actor, now }, what);
}

export function createNotFoundRefusal({ specification, actor }: ReadRights, now: string): Refused {
  return new Refused([createReason({ specification, user: actor, now }, 'NOT_FOUND')]);
}
