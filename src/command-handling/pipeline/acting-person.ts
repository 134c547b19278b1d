// Who acts: looked up among the people, or in their own stream where they are so new that the look-up does not know them yet; and
// which applications there are for them.
import type { WritingPorts } from './command-dependencies.js';
import {
  type Actor,
  toActor,
  SYSTEM,
  canAccessApplication,
  isAdminOrAuditor,
  type PersonWithRoles,
} from '#domain/permissions.js';
import type { CommandContext } from '#domain/command.js';
import type { FoldableEvent } from '#domain/event.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import type { Specification } from '#specification/model/specification.js';
import { Refused } from '#domain/refusal.js';
import { isPersonId, streams } from '#domain/stream-names.js';
import type { Published, Specifications } from '#ports/specifications.js';
import type { KnownPerson } from '#ports/lookups.js';
import { INSTALLATION, type UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';
import type { Operator } from '#domain/authorize-operator.js';
import { toMailAddress } from '#domain/user/mail-address.js';

type ActingContext = Pick<CommandContext, 'actor' | 'commandLine'>;

/** By whose rights a command is decided. `--as` says who sits at the command line: it neither gives rights nor takes any. */
const authorityOf = ({ actor, commandLine }: ActingContext): string => (commandLine ? SYSTEM.id : actor);

/** The person as expressions of this specification see them. Throws `Refused` NOT_SIGNED_IN. */
export async function actingPerson(
  ports: WritingPorts,
  context: ActingContext,
  specification: Specification,
): Promise<Actor> {
  const id = authorityOf(context);
  return id === SYSTEM.id ? SYSTEM : toActor(specification, await signedInPerson(ports, id));
}

/**
 * The same, as the log has them now: another process may have taken a role away that this one has not heard of yet. Throws
 * `Refused` NOT_SIGNED_IN.
 */
export async function signingPerson(
  ports: WritingPorts,
  context: ActingContext,
  specification: Specification,
): Promise<Actor> {
  const id = authorityOf(context);
  return id === SYSTEM.id ? SYSTEM : toActor(specification, mustBeThere(await personInStream(ports, id)));
}

/** The person as somebody who runs the installation. Throws `Refused` NOT_SIGNED_IN. */
export async function operator(ports: WritingPorts, context: ActingContext): Promise<Operator> {
  const id = authorityOf(context);
  if (id === SYSTEM.id) return { id, admin: true };
  return operatorOf(await signedInPerson(ports, id));
}

/** The same, as the log has them now: a lock or a role that was taken away may not be known to the look-ups yet. */
export async function operatorInLog(ports: WritingPorts, context: ActingContext): Promise<Operator> {
  return operatorOf(mustBeThere(await personInStream(ports, authorityOf(context))));
}

const operatorOf = ({ id, roles }: KnownPerson): Operator => ({
  id,
  admin: roles[INSTALLATION]?.includes('admin') ?? false,
});

async function signedInPerson(ports: WritingPorts, id: string): Promise<KnownPerson> {
  return mustBeThere(await findPerson(ports, id));
}

function mustBeThere(person: KnownPerson | undefined): KnownPerson {
  if (!person || person.erased || person.locked) throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
  return person;
}

export async function findPerson(ports: WritingPorts, id: string): Promise<KnownPerson | undefined> {
  return (await ports.lookups.person(id)) ?? (await personInStream(ports, id));
}

async function personInStream(ports: WritingPorts, id: string): Promise<KnownPerson | undefined> {
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

/** As the log has them now. */
export async function readUser(
  { store, personalData }: Pick<WritingPorts, 'store' | 'personalData'>,
  id: string,
): Promise<UserState> {
  const { events } = await store.read(streams.user(id));
  return foldUser((await personalData.open(events)) as unknown as readonly FoldableEvent<UserEvent>[]);
}

export function foldUser(events: readonly FoldableEvent<UserEvent>[]): UserState {
  return events.reduce<UserState>(evolveUser, NOT_REGISTERED);
}

/**
 * The application as it is there for the person. undefined: there is none of that key, or it is not theirs to enter. Throws
 * `Refused` where it cannot be read any more, to who may.
 */
export async function enterNow(
  specifications: Pick<Specifications, 'current'>,
  key: string,
  person: PersonWithRoles,
): Promise<Published | undefined> {
  try {
    const published = await specifications.current(key);
    return published && canAccessApplication(published.specification, person) ? published : undefined;
  } catch (error) {
    // What was published cannot be read any more: only who certainly may enter learns that it is there.
    const certain = isAdminOrAuditor(person) || Object.hasOwn(person.roles, key);
    if (error instanceof Refused && !certain) return undefined;
    throw error;
  }
}
