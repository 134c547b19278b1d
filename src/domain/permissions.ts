// Who may: the only place that reads section 6 of a specification. Decisions, pages and lists all ask here.
import type {
  Condition,
  Constant,
  Entity,
  Grant,
  Place,
  RecordInScope,
  Scope,
  Specification,
} from '#specification/specification.js';
import type { Actor } from './actor.js';
import { answers } from './expressions.js';

/** Whether a grant gives it. No grant: every signed-in person. The system is asked for no role. */
export function granted(grant: Grant | undefined, user: Actor, scope: Scope): boolean {
  if (!grant || user.system) return true;
  return user.roles.some((role) => {
    const given = Object.hasOwn(grant.roles, role) ? grant.roles[role] : undefined;
    return given === true || (given !== undefined && answers(given, scope, false));
  });
}

/** Whether the person may see the record at all. Whoever may not, may do nothing else with it either. */
export function mayRead(entity: Entity, record: RecordInScope, user: Actor, now: string): boolean {
  return granted(entity.permissions.read, user, { record, user, now });
}

/** Whether the person may see this field of a record that they may read. */
export function mayReadField(
  entity: Entity,
  field: string,
  record: RecordInScope,
  user: Actor,
  now: string,
): boolean {
  return granted(fieldGrants(entity, field)?.read, user, { record, user, now });
}

/** Fields whose values this person does not learn, of a record that they may read. */
export function hiddenFields(
  entity: Entity,
  record: RecordInScope,
  user: Actor,
  now: string,
): ReadonlySet<string> {
  const restricted = Object.keys(entity.permissions.fields);
  return new Set(restricted.filter((key) => !mayReadField(entity, key, record, user, now)));
}

/** Whether the person may change this field of a record that they may edit (or open). */
export function mayEditField(
  entity: Entity,
  field: string,
  record: RecordInScope,
  user: Actor,
  now: string,
): boolean {
  return granted(fieldGrants(entity, field)?.edit, user, { record, user, now });
}

export function fieldGrants(
  entity: Entity,
  field: string,
): { readonly read?: Grant; readonly edit?: Grant } | undefined {
  const { fields } = entity.permissions;
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** Whether some role of the person is given it; conditions are asked once there is something to look at. */
export const mayEver = (grant: Grant | undefined, user: Actor): boolean =>
  !grant || user.system === true || user.roles.some((role) => Object.hasOwn(grant.roles, role));

export const mayOpen = (entity: Entity, user: Actor): boolean => mayEver(entity.permissions.open, user);

/**
 * Which records of a list the person may read: all (`true`), none (`false`), those a condition holds for,
 * or `per record` where no condition can say it and each record has to be asked.
 */
export function readableRecords(entity: Entity, user: Actor): Condition | boolean | 'per record' {
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

/** Without a new version of the document. */
export const mayChangeConstant = ({ changedBy }: Constant, user: Actor): boolean =>
  changedBy !== undefined &&
  (user.system === true || changedBy.roles.some((role) => user.roles.includes(role)));

/** For people: whom it is open to. `Finance, Staff (where record.requestedBy == user.id)` */
export function whoMay(specification: Specification, grant: Grant): string {
  const each = Object.entries(grant.roles).map(([role, given]) => {
    const title = roleTitle(specification, role);
    return given === true ? title : `${title} (where ${given.source})`;
  });
  return each.join(', ') || 'nobody';
}

export function roleTitles(specification: Specification, roles: readonly string[]): string {
  return roles.map((role) => roleTitle(specification, role)).join(', ') || 'everyone';
}

function roleTitle(specification: Specification, role: string): string {
  return Object.hasOwn(specification.roles, role) ? specification.roles[role]!.title : role;
}

/** The line of the document that gives it, or at least the one that keeps it. */
export function grantPlace(entity: Entity, grant: Grant | undefined): Place | undefined {
  return grant?.place ?? entity.permissions.place;
}
