// Read models may lag behind a new actor's stream.
import type { CommandDependencies } from './command-dependencies.js';
import {
  type Actor,
  toActor,
  SYSTEM,
  canAccessApplication,
  isAdminOrAuditor,
  isOutsideToken,
  type PersonWithRoles,
} from '#domain/permissions.js';
import { limitToProgram } from '#domain/acting-program.js';
import type { CommandContext } from '#domain/command.js';
import type { FoldableEvent } from '#domain/event.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import type { Specification } from '#specification/model/specification.js';
import { Refused } from '#domain/refusal.js';
import { isPersonId, streams } from '#domain/stream-names.js';
import type { PublishedVersion, SpecificationVersions } from '#ports/specifications.js';
import type { KnownPerson } from '#ports/lookups.js';
import { INSTALLATION, type UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';
import type { Operator } from '#domain/authorize-operator.js';
import { toMailAddress } from '#domain/user/mail-address.js';

type ActingContext = Pick<CommandContext, 'actor' | 'commandLine' | 'program'>;

/** `--as` only names the operator; it grants no rights. */
const getAuthority = ({ actor, commandLine }: ActingContext): string => (commandLine ? SYSTEM.id : actor);

/** Throws `Refused` NOT_SIGNED_IN. */
export async function findActor(
  ports: CommandDependencies,
  context: ActingContext,
  specification: Specification,
): Promise<Actor> {
  const id = getAuthority(context);
  if (id === SYSTEM.id) return SYSTEM;
  return toLimitedActor(specification, await requirePerson(ports, id), context);
}

/** Another process may have revoked a role. Throws `Refused` NOT_SIGNED_IN. */
export async function findActorInLog(
  ports: CommandDependencies,
  context: ActingContext,
  specification: Specification,
): Promise<Actor> {
  const id = getAuthority(context);
  if (id === SYSTEM.id) return SYSTEM;
  return toLimitedActor(specification, assertActive(await readPerson(ports, id)), context);
}

/** Throws `Refused` NOT_FOUND outside the application of an API token. */
function toLimitedActor(
  specification: Specification,
  person: KnownPerson,
  { program }: ActingContext,
): Actor {
  if (!program) return toActor(specification, person);
  const limited = limitToProgram(person, program);
  if (isOutsideToken(specification, limited)) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  return toActor(specification, limited);
}

/** Throws `Refused` NOT_SIGNED_IN. */
export async function findOperator(ports: CommandDependencies, context: ActingContext): Promise<Operator> {
  const id = getAuthority(context);
  if (id === SYSTEM.id) return { id, admin: true };
  return toOperator(await requirePerson(ports, id), context);
}

/** Read models may lag behind locks and revoked roles. */
export async function findOperatorInLog(
  ports: CommandDependencies,
  context: ActingContext,
): Promise<Operator> {
  return toOperator(assertActive(await readPerson(ports, getAuthority(context))), context);
}

function toOperator(person: KnownPerson, { program }: ActingContext): Operator {
  const { id, roles } = program ? limitToProgram(person, program) : person;
  return { id, admin: roles[INSTALLATION]?.includes('admin') ?? false };
}

async function requirePerson(ports: CommandDependencies, id: string): Promise<KnownPerson> {
  return assertActive(await findPerson(ports, id));
}

function assertActive(person: KnownPerson | undefined): KnownPerson {
  if (!person || person.erased || person.locked) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
  return person;
}

export async function findPerson(ports: CommandDependencies, id: string): Promise<KnownPerson | undefined> {
  return (await ports.lookups.findPerson(id)) ?? (await readPerson(ports, id));
}

async function readPerson(ports: CommandDependencies, id: string): Promise<KnownPerson | undefined> {
  if (!isPersonId(id)) return undefined;
  const state = await readUser(ports, id);
  if (state.status === 'not registered') return undefined;
  if (state.status === 'registered') {
    const email = toMailAddress(state.signInName);
    const known = { id, name: state.name, roles: state.roles, erased: false, locked: state.locked };
    return { ...known, ...(email !== undefined && { email }) };
  }
  return { id, name: '', roles: {}, erased: true, locked: false };
}

export async function readUser(
  { store, personalData }: Pick<CommandDependencies, 'store' | 'personalData'>,
  id: string,
): Promise<UserState> {
  const { events } = await store.read(streams.user(id));
  return foldUser((await personalData.open(events)) as unknown as readonly FoldableEvent<UserEvent>[]);
}

export function foldUser(events: readonly FoldableEvent<UserEvent>[]): UserState {
  return events.reduce<UserState>(evolveUser, NOT_REGISTERED);
}

/** undefined: unknown or no access. Throws `Refused` if unreadable, but only with access. */
export async function findAccessibleVersion(
  specifications: Pick<SpecificationVersions, 'current'>,
  key: string,
  person: PersonWithRoles,
): Promise<PublishedVersion | undefined> {
  try {
    const published = await specifications.current(key);
    return published && canAccessApplication(published.specification, person) ? published : undefined;
  } catch (error) {
    const certain = isAdminOrAuditor(person) || Object.hasOwn(person.roles, key);
    if (error instanceof Refused && !certain) return undefined;
    throw error;
  }
}
