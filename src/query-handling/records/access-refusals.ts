// Refusals of looking, in the words of the gate that commands pass.
import type { Phrase } from '#specification/refusal-words/message-parameters.js';
import { createUnreadableRefusal as unreadableTo } from '#domain/record/lifecycle/offered-actions.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import type { ReadRights } from '../visibility/read-rights.js';

/** NOT_PERMITTED, with the line of section 6 that says so. */
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
