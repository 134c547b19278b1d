import { createPhrase, type MessageParameter } from '../specification/refusal-words/phrases.js';
import type {
  Action,
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
import { SYSTEM_ACTOR_ID, INSTALLATION } from './event.js';

export interface Actor extends UserInScope {
  /** true: needs no role. */
  readonly system?: boolean;
  /** true: reads every record. */
  readonly auditor?: boolean;
  /** The only roles of a principal represented by a deputy. */
  readonly delegatedRoles?: readonly string[];
}

export const SYSTEM: Actor = { id: SYSTEM_ACTOR_ID, name: 'Daybook', roles: [], system: true };

/** “Ana Sousa for Thomas Okafor” */
export const formatDeputyName = (deputy: string, principal: string): string => `${deputy} for ${principal}`;

export interface PersonWithRoles {
  readonly id: string;
  readonly name: string;
  /** Application or `INSTALLATION` → roles. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Set for a program whose API token opens this application alone. */
  readonly onlyApplication?: string;
}

/** Applications without roles grant everything to everyone, so that narrowed roles do not suffice. */
export const isOutsideToken = (
  { key }: Pick<Specification, 'key'>,
  { onlyApplication }: Pick<PersonWithRoles, 'onlyApplication'>,
): boolean => onlyApplication !== undefined && onlyApplication !== key;

export function toActor(specification: Specification, person: PersonWithRoles): Actor {
  const given = Object.hasOwn(person.roles, specification.key) ? person.roles[specification.key]! : [];
  const everyones = Object.values(specification.roles).filter(({ everyone }) => everyone);
  const roles = [...new Set([...given, ...everyones.map(({ key }) => key)])];
  const auditor = person.roles[INSTALLATION]?.includes('auditor') ?? false;
  return { id: person.id, name: person.name, roles, ...(auditor && { auditor }) };
}

export const createActors = (
  specification: Specification,
  people: readonly PersonWithRoles[],
): readonly Actor[] => people.map((person) => toActor(specification, person));

export interface DelegatedRoles {
  readonly roles: readonly string[];
  /** true: excludes the roles of everybody. */
  readonly isExclusive: boolean;
}

export function toPrincipalActor(
  specification: Specification,
  { id, name }: Omit<PersonWithRoles, 'roles'>,
  { roles, isExclusive: only }: DelegatedRoles,
): Actor {
  const actor = toActor(specification, { id, name, roles: { [specification.key]: roles } });
  return only ? { ...actor, delegatedRoles: roles } : actor;
}

export const getApprovingRoles = ({
  roles,
  delegatedRoles,
}: Pick<Actor, 'roles' | 'delegatedRoles'>): readonly string[] => delegatedRoles ?? roles;

/** Whether the person may know that the application exists. */
export function canAccessApplication(specification: Specification, person: PersonWithRoles): boolean {
  if (isOutsideToken(specification, person)) return false;
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

/** Without a grant, every signed-in person is permitted. */
export function isGranted(grant: Grant | undefined, user: Actor, scope: Scope): boolean {
  if (!grant || user.system) return true;
  return user.roles.some((role) => {
    const given = Object.hasOwn(grant.roles, role) ? grant.roles[role] : undefined;
    return given === true || (given !== undefined && evaluateOr(given, scope, false));
  });
}

/** Required for anything else. */
export function canRead(entity: Entity, record: RecordInScope, user: Actor, now: string): boolean {
  return isGranted(entity.permissions.read, user, { record, user, now });
}

export function canReadField(
  entity: Entity,
  field: string,
  record: RecordInScope,
  user: Actor,
  now: string,
): boolean {
  return isGranted(getFieldGrants(entity, field)?.read, user, { record, user, now });
}

export function findHiddenFields(
  entity: Entity,
  record: RecordInScope,
  user: Actor,
  now: string,
): ReadonlySet<string> {
  const restricted = Object.keys(entity.permissions.fields);
  return new Set(restricted.filter((key) => !canReadField(entity, key, record, user, now)));
}

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

/** Ignores conditions, which need a record. */
export const hasGrantedRole = (grant: Grant | undefined, user: Actor): boolean =>
  !grant || user.system === true || user.roles.some((role) => Object.hasOwn(grant.roles, role));

/** Ignores conditions, which need a record. */
export const canTakeAction = ({ by }: Pick<Action, 'by'>, user: Actor): boolean =>
  by.length === 0 || by.some((role) => user.roles.includes(role));

export const canOpen = (entity: Entity, user: Actor): boolean =>
  hasGrantedRole(entity.permissions.open, user);

/** `per record`: only evaluating each record tells. */
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

export const canChangeConstant = ({ changedBy }: Constant, user: Actor): boolean =>
  changedBy !== undefined &&
  (user.system === true || changedBy.roles.some((role) => user.roles.includes(role)));

export const describeRoles = (specification: Specification, roles: readonly string[]): MessageParameter =>
  roles.length > 0 ? roles.map((role) => getRoleTitle(specification, role)) : createPhrase('who.everyone');

export function joinRoleTitles(specification: Specification, roles: readonly string[]): string {
  return roles.map((role) => getRoleTitle(specification, role)).join(', ') || 'everyone';
}

export function getRoleTitle(specification: Specification, role: string): string {
  return Object.hasOwn(specification.roles, role) ? specification.roles[role]!.title : role;
}

export function findGrantLocation(entity: Entity, grant: Grant | undefined): Place | undefined {
  return grant?.place ?? entity.permissions.place;
}

export const hasPercentApprovals = ({ lifecycle }: Entity): boolean =>
  lifecycle.actions.some(({ approvals }) => approvals?.of.some(({ count }) => 'percent' in count));

/** Ids of people with one of the roles, or of all. */
export const createRoleHolderLookup =
  (actors: readonly Actor[]) =>
  (wanted: readonly string[]): readonly string[] =>
    actors
      .filter(({ roles }) => wanted.length === 0 || wanted.some((role) => roles.includes(role)))
      .map(({ id }) => id);
