// Which applications there are for a person: of all others nobody learns that they exist.
import type { Specification } from '../specification/specification.js';
import { actorIn } from './actor.js';
import { mayOpen, readableRecords } from './permissions.js';
import { INSTALLATION } from './event.js';
import { type Reason, Refused } from './refusal.js';
import { builtInReason } from './reason.js';

export interface NewPerson {
  readonly id: string;
  readonly name: string;
  /** Application → roles; '-' is the whole installation. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/**
 * Admins and auditors enter all of them; everybody else where they hold a role, where something is open to everyone, or
 * where there are no roles: then everybody may do everything.
 */
export function mayEnter(specification: Specification, person: NewPerson): boolean {
  if (runsInstallation(person)) return true;
  if (Object.keys(specification.roles).length === 0) return true;
  const actor = actorIn(specification, person);
  if (actor.roles.some((role) => Object.hasOwn(specification.roles, role))) return true;
  const entities = Object.values(specification.entities);
  return entities.some((entity) => readableRecords(entity, actor) !== false || mayOpen(entity, actor));
}

export function runsInstallation({ roles }: Pick<NewPerson, 'roles'>): boolean {
  const held = roles[INSTALLATION] ?? [];
  return held.includes('admin') || held.includes('auditor');
}

// What may be done to the installation as a whole: people, roles, specifications. Admins and the system may.
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
