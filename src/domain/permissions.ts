// Who may: the only place that reads section 6 of a specification, and who it is that decides or looks. Decisions, pages and
// lists all ask here.
import { phrase, type Words } from '../specification/refusal-words/message-parameters.js';
import type {
  Condition,
  Constant,
  Entity,
  Grant,
  Place,
  RecordInScope,
  Scope,
  Specification,
  UserInScope,
} from '../specification/model/specification.js';
import { evaluateOr } from './evaluate-expressions.js';
import { SYSTEM_ACTOR, INSTALLATION } from './event.js';

/** Who decides or looks: a person with the roles held in one application, or the system itself. */
export interface Actor extends UserInScope {
  /** true: asked for no role. Types, rules and lifecycle hold for it all the same. */
  readonly system?: boolean;
  /** true: reads every record of every application, and does nothing with it that no role lets do. */
  readonly auditor?: boolean;
  /** Of somebody for whom a deputy speaks: the roles this is limited to. Left out: it is not. */
  readonly delegatedRoles?: readonly string[];
}

export const SYSTEM: Actor = { id: SYSTEM_ACTOR, name: 'Daybook', roles: [], system: true };

/** A deputy, as told everywhere: “Ana Sousa for Thomas Okafor”. */
export const formatDeputyName = (deputy: string, principal: string): string => `${deputy} for ${principal}`;

export interface PersonWithRoles {
  readonly id: string;
  readonly name: string;
  /** Application → roles; `INSTALLATION` is the whole installation. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** The person with the roles held in this application, those that everybody holds included. */
export function toActor(specification: Specification, person: PersonWithRoles): Actor {
  const given = Object.hasOwn(person.roles, specification.key) ? person.roles[specification.key]! : [];
  const everyones = Object.values(specification.roles).filter(({ everyone }) => everyone);
  const roles = [...new Set([...given, ...everyones.map(({ key }) => key)])];
  const auditor = person.roles[INSTALLATION]?.includes('auditor') ?? false;
  return { id: person.id, name: person.name, roles, ...(auditor && { auditor }) };
}

export const toActors = (
  specification: Specification,
  people: readonly PersonWithRoles[],
): readonly Actor[] => people.map((person) => toActor(specification, person));

/** What of somebody's roles a deputy stands for. */
export interface DelegatedRoles {
  /** Of those that were given to the person in the application. */
  readonly roles: readonly string[];
  /** Nothing else: neither what everybody may, nor what everybody's roles let do. */
  readonly isExclusive: boolean;
}

/** The person for whom a deputy speaks, with what of their roles that lends. */
export function toPrincipal(
  specification: Specification,
  { id, name }: Omit<PersonWithRoles, 'roles'>,
  { roles, isExclusive: only }: DelegatedRoles,
): Actor {
  const actor = toActor(specification, { id, name, roles: { [specification.key]: roles } });
  return only ? { ...actor, delegatedRoles: roles } : actor;
}

/** The roles in which somebody approves. */
export const getApprovingRoles = ({
  roles,
  delegatedRoles,
}: Pick<Actor, 'roles' | 'delegatedRoles'>): readonly string[] => delegatedRoles ?? roles;

/**
 * Whether somebody enters an application: of all others they do not learn that they exist. Admins and auditors enter all of
 * them; everybody else where they hold a role, where something is open to everyone, or where there are no roles: then
 * everybody may do everything.
 */
export function canAccessApplication(specification: Specification, person: PersonWithRoles): boolean {
  if (isAdminOrAuditor(person)) return true;
  if (Object.keys(specification.roles).length === 0) return true;
  const actor = toActor(specification, person);
  if (actor.roles.some((role) => Object.hasOwn(specification.roles, role))) return true;
  const entities = Object.values(specification.entities);
  return entities.some((entity) => deriveReadCondition(entity, actor) !== false || canOpen(entity, actor));
}

export function isAdminOrAuditor({ roles }: Pick<PersonWithRoles, 'roles'>): boolean {
  const held = roles[INSTALLATION] ?? [];
  return held.includes('admin') || held.includes('auditor');
}

/** Whether a grant gives it. No grant: every signed-in person. The system is asked for no role. */
export function isGranted(grant: Grant | undefined, user: Actor, scope: Scope): boolean {
  if (!grant || user.system) return true;
  return user.roles.some((role) => {
    const given = Object.hasOwn(grant.roles, role) ? grant.roles[role] : undefined;
    return given === true || (given !== undefined && evaluateOr(given, scope, false));
  });
}

/** Whether the person may see the record at all. Whoever may not, may do nothing else with it either. */
export function canRead(entity: Entity, record: RecordInScope, user: Actor, now: string): boolean {
  return isGranted(entity.permissions.read, user, { record, user, now });
}

/** Whether the person may see this field of a record that they may read. */
export function canReadField(
  entity: Entity,
  field: string,
  record: RecordInScope,
  user: Actor,
  now: string,
): boolean {
  return isGranted(getFieldGrants(entity, field)?.read, user, { record, user, now });
}

/** Fields whose values this person does not learn, of a record that they may read. */
export function findHiddenFields(
  entity: Entity,
  record: RecordInScope,
  user: Actor,
  now: string,
): ReadonlySet<string> {
  const restricted = Object.keys(entity.permissions.fields);
  return new Set(restricted.filter((key) => !canReadField(entity, key, record, user, now)));
}

/** Whether the person may change this field of a record that they may edit (or open). */
export function canEditField(
  entity: Entity,
  field: string,
  record: RecordInScope,
  user: Actor,
  now: string,
): boolean {
  return isGranted(getFieldGrants(entity, field)?.edit, user, { record, user, now });
}

export function getFieldGrants(
  entity: Entity,
  field: string,
): { readonly read?: Grant; readonly edit?: Grant } | undefined {
  const { fields } = entity.permissions;
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** Whether some role of the person is given it; conditions are asked once there is something to look at. */
export const hasGrantedRole = (grant: Grant | undefined, user: Actor): boolean =>
  !grant || user.system === true || user.roles.some((role) => Object.hasOwn(grant.roles, role));

export const canOpen = (entity: Entity, user: Actor): boolean =>
  hasGrantedRole(entity.permissions.open, user);

/**
 * Which records of a list the person may read: all (`true`), none (`false`), those a condition holds for,
 * or `per record` where no condition can say it and each record has to be asked.
 */
export function deriveReadCondition(entity: Entity, user: Actor): Condition | boolean | 'per record' {
  const grant = entity.permissions.read;
  if (!grant || user.system) return true;
  const held = user.roles
    .filter((role) => Object.hasOwn(grant.roles, role))
    .map((role) => grant.roles[role]!);
  if (held.includes(true)) return true;
  const conditions = held.map((given) => (given === true ? undefined : given.condition));
  if (conditions.includes(undefined)) return 'per record';
  const any = conditions as Condition[];
  if (any.length === 0) return false;
  return any.length === 1 ? any[0]! : { any };
}

/** Whether the person may give a constant another value without a new version of the document. */
export const canChangeConstant = ({ changedBy }: Constant, user: Actor): boolean =>
  changedBy !== undefined &&
  (user.system === true || changedBy.roles.some((role) => user.roles.includes(role)));

export const describeRoles = (specification: Specification, roles: readonly string[]): Words =>
  roles.length > 0 ? roles.map((role) => getRoleTitle(specification, role)) : phrase('who.everyone');

export function listRoleTitles(specification: Specification, roles: readonly string[]): string {
  return roles.map((role) => getRoleTitle(specification, role)).join(', ') || 'everyone';
}

export function getRoleTitle(specification: Specification, role: string): string {
  return Object.hasOwn(specification.roles, role) ? specification.roles[role]!.title : role;
}

/** The line of the document that gives it, or at least the one that keeps it. */
export function locateGrant(entity: Entity, grant: Grant | undefined): Place | undefined {
  return grant?.place ?? entity.permissions.place;
}

/** Whether how many have to approve depends on how many hold a role. */
export const hasPercentApprovals = ({ lifecycle }: Entity): boolean =>
  lifecycle.actions.some(({ approvals }) => approvals?.of.some(({ count }) => 'percent' in count));

/** Ids of those who hold one of these roles; of no role: of everybody. */
export const createHolderLookup =
  (actors: readonly Actor[]) =>
  (wanted: readonly string[]): readonly string[] =>
    actors
      .filter(({ roles }) => wanted.length === 0 || wanted.some((role) => roles.includes(role)))
      .map(({ id }) => id);
