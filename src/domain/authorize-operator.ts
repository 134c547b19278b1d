// Authorizes actions on the whole installation: people, roles, specifications.
import { createPhrase, type TaskId } from '#specification/refusal-words/message-parameters.js';
import { type Reason, Refused } from './refusal.js';
import { createBuiltInReason } from './refusal-reason.js';

export interface Operator {
  readonly id: string;
  /** An admin of the whole installation, or the system itself. */
  readonly admin: boolean;
}

/** Throws `Refused`. */
export function assertAdmin(operator: Operator, what: TaskId): void {
  const reasons = checkAdmin(operator, what);
  if (reasons.length > 0) throw new Refused(reasons);
}

export function checkAdmin(operator: Operator, what: TaskId): readonly Reason[] {
  return operator.admin
    ? []
    : [
        createBuiltInReason('NOT_PERMITTED', {
          with: { what: createPhrase(what), who: createPhrase('who.admins') },
        }),
      ];
}
