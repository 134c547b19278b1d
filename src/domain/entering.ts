// Which applications there are for a person: of all others nobody learns that they exist.
import type { Specification } from '../specification/specification.js';
import { actorIn } from './actor.js';
import { mayOpen, readableRecords } from './permissions.js';
import { INSTALLATION } from './event.js';

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
