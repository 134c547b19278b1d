// Who decides or looks: a person with the roles held in one application, or the system itself.
import { BY_ITSELF, INSTALLATION } from './event.js';
import type { Specification, UserInScope } from '../specification/specification.js';

export interface Actor extends UserInScope {
  /** true: asked for no role. Types, rules and lifecycle hold for it all the same. */
  readonly system?: boolean;
  /** true: reads every record of every application, and does nothing with it that no role lets do. */
  readonly auditor?: boolean;
}

export const SYSTEM: Actor = { id: BY_ITSELF, name: 'Daybook', roles: [], system: true };

interface Person {
  readonly id: string;
  readonly name: string;
  /** Application → roles. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** The person with the roles held in this application, those that everybody holds included. */
export function actorIn(specification: Specification, person: Person): Actor {
  const given = Object.hasOwn(person.roles, specification.key) ? person.roles[specification.key]! : [];
  const everyones = Object.values(specification.roles).filter(({ everyone }) => everyone);
  const roles = [...new Set([...given, ...everyones.map(({ key }) => key)])];
  const auditor = person.roles[INSTALLATION]?.includes('auditor') ?? false;
  return { id: person.id, name: person.name, roles, ...(auditor && { auditor }) };
}
