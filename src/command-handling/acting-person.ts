// Who acts: looked up among the people, or in their own stream where they are so new that the look-up does not know them yet.
import { actorIn, SYSTEM, type Actor } from '../domain/actor.js';
import type { FoldableEvent } from '../domain/event.js';
import { builtInReason } from '../domain/reason.js';
import { Refused } from '../domain/refusal.js';
import type { Operator } from '../domain/entering.js';
import { isPersonId, streams } from '../domain/streams.js';
import { INSTALLATION, type UserEvent } from '../domain/user/user-events.js';
import { mailAddressIn } from '../domain/user/mail-address.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '../domain/user/user-state.js';
import type { Specification } from '../specification/specification.js';
import type { KnownPerson } from './ports.js';
import type { WritingPorts } from './writing-ports.js';

/** The person as expressions of this specification see them. Throws `Refused` NOT_SIGNED_IN. */
export async function actingPerson(
  ports: WritingPorts,
  id: string,
  specification: Specification,
): Promise<Actor> {
  return id === SYSTEM.id ? SYSTEM : actorIn(specification, await signedInPerson(ports, id));
}

/**
 * The same, as the log has them now: another process may have taken a role away that this one has not heard of yet. Throws
 * `Refused` NOT_SIGNED_IN.
 */
export async function signingPerson(
  ports: WritingPorts,
  id: string,
  specification: Specification,
): Promise<Actor> {
  return id === SYSTEM.id ? SYSTEM : actorIn(specification, present(await fromStream(ports, id)));
}

/** The person as somebody who runs the installation. Throws `Refused` NOT_SIGNED_IN. */
export async function operator(ports: WritingPorts, id: string): Promise<Operator> {
  if (id === SYSTEM.id) return { id, admin: true };
  const { roles } = await signedInPerson(ports, id);
  return { id, admin: roles[INSTALLATION]?.includes('admin') ?? false };
}

async function signedInPerson(ports: WritingPorts, id: string): Promise<KnownPerson> {
  return present(await findPerson(ports, id));
}

function present(person: KnownPerson | undefined): KnownPerson {
  if (!person || person.erased) throw new Refused([builtInReason('NOT_SIGNED_IN')]);
  return person;
}

export async function findPerson(ports: WritingPorts, id: string): Promise<KnownPerson | undefined> {
  return (await ports.lookups.person(id)) ?? (await fromStream(ports, id));
}

async function fromStream(ports: WritingPorts, id: string): Promise<KnownPerson | undefined> {
  if (!isPersonId(id)) return undefined;
  const state = await readUser(ports, id);
  if (state.status === 'not registered') return undefined;
  if (state.status === 'registered') {
    const email = mailAddressIn(state.signInName);
    const known = { id, name: state.name, roles: state.roles, erased: false };
    return { ...known, ...(email !== undefined && { email }) };
  }
  return { id, name: '', roles: {}, erased: true };
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
