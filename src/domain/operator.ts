// What may be done to the installation as a whole: people, roles, specifications. Admins and the system may.
import { type Reason, Refused } from './refusal.js';
import { builtInReason } from './reason.js';

/** Who acts on the installation. */
export interface Operator {
  readonly id: string;
  /** Holds `admin` for the whole installation, or is the system itself. */
  readonly admin: boolean;
}

/** `what`: `give roles`, for "You may not …". Throws `Refused`. */
export function mustBeAdmin(operator: Operator, what: string): void {
  const reasons = adminReasons(operator, what);
  if (reasons.length > 0) throw new Refused(reasons);
}

export function adminReasons(operator: Operator, what: string): readonly Reason[] {
  return operator.admin ? [] : [builtInReason('NOT_PERMITTED', { with: { what, who: 'Admins' } })];
}
