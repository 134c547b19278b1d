// What may be done to the installation as a whole: people, roles, specifications. Admins and the system may.
import { phrase, type TaskId } from '#specification/refusal-words/message-parameters.js';
import { type Reason, Refused } from './refusal.js';
import { createBuiltInReason } from './refusal-reason.js';

/** Who acts on the installation. */
export interface Operator {
  readonly id: string;
  /** Holds `admin` for the whole installation, or is the system itself. */
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
    : [createBuiltInReason('NOT_PERMITTED', { with: { what: phrase(what), who: phrase('who.admins') } })];
}
