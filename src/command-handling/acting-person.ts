// Who acts: looked up among the people, or in his own stream where he is so new that the look-up does not know him yet.
import { actorIn, SYSTEM, type Actor } from '../domain/actor.js';
import type { Happened } from '../domain/decider.js';
import { builtInReason } from '../domain/reason.js';
import { Refused } from '../domain/refusal.js';
import type { Operator } from '../domain/installation.js';
import { isPersonId, streams } from '../domain/streams.js';
import { INSTALLATION, type UserEvent } from '../domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '../domain/user/user-state.js';
import type { Specification } from '../specification/specification.js';
import type { KnownPerson } from './ports.js';
import type { WritingPorts } from './writing-ports.js';

/** The person as expressions of this specification see him. Throws `Refused` NOT_SIGNED_IN. */
export async function actingPerson(
  ports: WritingPorts,
  id: string,
  specification: Specification,
): Promise<Actor> {
  return id === SYSTEM.id ? SYSTEM : actorIn(specification, await signedInPerson(ports, id));
}

/** The person as somebody who runs the installation. Throws `Refused` NOT_SIGNED_IN. */
export async function operator(ports: WritingPorts, id: string): Promise<Operator> {
  if (id === SYSTEM.id) return { id, admin: true };
  const { roles } = await signedInPerson(ports, id);
  return { id, admin: roles[INSTALLATION]?.includes('admin') ?? false };
}

async function signedInPerson(ports: WritingPorts, id: string): Promise<KnownPerson> {
  const person = await findPerson(ports, id);
  if (!person || person.erased) throw new Refused([builtInReason('NOT_SIGNED_IN')]);
  return person;
}

export async function findPerson(ports: WritingPorts, id: string): Promise<KnownPerson | undefined> {
  return (await ports.lookups.person(id)) ?? (await fromStream(ports, id));
}

async function fromStream(ports: WritingPorts, id: string): Promise<KnownPerson | undefined> {
  if (!isPersonId(id)) return undefined;
  const { events } = await ports.store.read(streams.user(id));
  if (events.length === 0) return undefined;
  const state = foldUser(
    (await ports.personalData.open(events)) as unknown as readonly Happened<UserEvent>[],
  );
  if (state.status === 'registered') return { id, name: state.name, roles: state.roles, erased: false };
  return { id, name: '', roles: {}, erased: true };
}

export function foldUser(events: readonly Happened<UserEvent>[]): UserState {
  return events.reduce<UserState>(evolveUser, NOT_REGISTERED);
}
