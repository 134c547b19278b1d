import { createPhrase, type TaskPhraseId } from '#specification/refusal-words/phrases.js';
import { type Reason, Refused } from './refusal.js';
import { createBuiltInReason } from './create-reason.js';

export interface Operator {
  readonly id: string;
  readonly admin: boolean;
}

/** Throws `Refused`. */
export function assertAdmin(operator: Operator, what: TaskPhraseId): void {
  const reasons = checkAdmin(operator, what);
  if (reasons.length > 0) throw new Refused(reasons);
}

export function checkAdmin(operator: Operator, what: TaskPhraseId): readonly Reason[] {
  return operator.admin
    ? []
    : [
        createBuiltInReason('NOT_PERMITTED', {
          with: { what: createPhrase(what), who: createPhrase('who.admins') },
        }),
      ];
}
