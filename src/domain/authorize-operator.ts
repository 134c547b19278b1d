// What may be done to the installation as a whole: people, roles, specifications. Admins and the system may.
import { phrase, type TaskId } from '#specification/refusal-words/message-parameters.js';
import { type Reason, Refused } from './refusal.js';
import { builtInReason } from './refusal-reason.js';

/** Who acts on the installation. */
export interface Operator {
  readonly id: string;
  /** Holds `admin` for the whole installation, or is the system itself. */
  readonly admin: boolean;
}

/** Throws `Refused`. */
export function mustBeAdmin(operator: Operator, what: TaskId): void {
  const reasons = adminReasons(operator, what);
  if (reasons.length > 0) throw new Refused(reasons);
}

export function adminReasons(operator: Operator, what: TaskId): readonly Reason[] {
  return operator.admin
    ? []
    : [builtInReason('NOT_PERMITTED', { with: { what: phrase(what), who: phrase('who.admins') } })];
}
