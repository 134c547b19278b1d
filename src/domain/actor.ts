// Who decides or looks: a person with the roles held in one application, or the system itself.
import { BY_ITSELF, INSTALLATION } from './event.js';
import type { Specification, UserInScope, Entity } from '../specification/specification.js';

export interface Actor extends UserInScope {
  /** true: asked for no role. Types, rules and lifecycle hold for it all the same. */
  readonly system?: boolean;
  /** true: reads every record of every application, and does nothing with it that no role lets do. */
  readonly auditor?: boolean;
  /** Of somebody for whom a deputy speaks: the roles this is limited to. Left out: it is not. */
  readonly lent?: readonly string[];
}

export const SYSTEM: Actor = { id: BY_ITSELF, name: 'Daybook', roles: [], system: true };

/** What of somebody's roles a deputy stands for. */
export interface LentRoles {
  /** Of those that were given to the person in the application. */
  readonly roles: readonly string[];
  /** Nothing else: neither what everybody may, nor what everybody's roles let do. */
  readonly only: boolean;
}

export interface PersonWithRoles {
  readonly id: string;
  readonly name: string;
  /** Application → roles. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** The person for whom a deputy speaks, with what of their roles that lends. */
export function principalIn(
  specification: Specification,
  { id, name }: Omit<PersonWithRoles, 'roles'>,
  { roles, only }: LentRoles,
): Actor {
  const actor = actorIn(specification, { id, name, roles: { [specification.key]: roles } });
  return only ? { ...actor, lent: roles } : actor;
}

/** The roles in which somebody approves. */
export const approvingRoles = ({ roles, lent }: Pick<Actor, 'roles' | 'lent'>): readonly string[] =>
  lent ?? roles;

/** The person with the roles held in this application, those that everybody holds included. */
export function actorIn(specification: Specification, person: PersonWithRoles): Actor {
  const given = Object.hasOwn(person.roles, specification.key) ? person.roles[specification.key]! : [];
  const everyones = Object.values(specification.roles).filter(({ everyone }) => everyone);
  const roles = [...new Set([...given, ...everyones.map(({ key }) => key)])];
  const auditor = person.roles[INSTALLATION]?.includes('auditor') ?? false;
  return { id: person.id, name: person.name, roles, ...(auditor && { auditor }) };
}

// Who holds which roles: asked where a share of them has to approve, and to say who is waited for.
/** Whether how many have to approve depends on how many there are. */
export const countsHolders = ({ lifecycle }: Entity): boolean =>
  lifecycle.actions.some(({ approvals }) => approvals?.of.some(({ count }) => 'percent' in count));

export const actorsIn = (
  specification: Specification,
  people: readonly PersonWithRoles[],
): readonly Actor[] => people.map((person) => actorIn(specification, person));

/** Ids of those who hold one of these roles; of no role: of everybody. */
export const holdersAmong =
  (actors: readonly Actor[]) =>
  (wanted: readonly string[]): readonly string[] =>
    actors
      .filter(({ roles }) => wanted.length === 0 || wanted.some((role) => roles.includes(role)))
      .map(({ id }) => id);
