// What a command is decided with: a record's specification and the fold of its stream, the person who acts, and for whom. People are looked
// up in the read model, or in their own stream where they are so new that it does not know them yet.
import { runningSpecification } from './running-specification.js';
import type { WritingPorts } from './writing-ports.js';
import {
  type Actor,
  actorsIn,
  countsHolders,
  holdersAmong,
  actorIn,
  SYSTEM,
  principalIn,
  mayEnter,
  runsInstallation,
  type PersonWithRoles,
} from '../domain/permissions.js';
import { type FoldableEvent, type Metadata, cameFromLog } from '../domain/event.js';
import { builtInReason, reason } from '../domain/reason.js';
import type { DecisionContext, ImportedEvent } from '../domain/record/decision-context.js';
import { admitToAny } from '../domain/record/record.js';
import type { RecordCommand } from '../domain/record/record-commands.js';
import type { RecordEvent } from '../domain/record/record-events.js';
import { evolve, notOpened, type OpenedRecord, type RecordState } from '../domain/record/record-state.js';
import type { Specification } from '../specification/specification.js';
import { instantOf } from '../specification/field-types/moments.js';
import { Refused } from '../domain/refusal.js';
import { RecordRef, isPersonId, streams } from '../domain/streams.js';
import type { Published, Specifications, KnownPerson } from './ports.js';
import { INSTALLATION, type UserEvent } from '../domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState, rolesHeld } from '../domain/user/user-state.js';
import { lentTo } from '../domain/user/deputies.js';
import { mustBeAdmin, type Operator } from '../domain/operator.js';
import { dayOf } from "../domain/record/calendar.js";
import { mailAddressIn } from "../domain/user/mail-address.js";

export interface DecisionTarget {
  readonly record: RecordRef;
  readonly stream: string;
  readonly decisionContext: DecisionContext;
  /** The version the record runs by. */
  readonly specification: NonNullable<Metadata['specification']>;
}

/** The record a command is about. Throws `Refused` where no record can be called that. */
export async function recordOfCommand(ports: WritingPorts, command: RecordCommand): Promise<RecordRef> {
  const record = RecordRef.from(command.data);
  if (record) return record;
  const { decisionContext } = await decidedBy(ports, command, 0);
  const opens = command.type === 'OpenRecord' || command.type === 'ImportRecord';
  throw opens
    ? badRequest(decisionContext, 'the record’s id is no UUID')
    : new Refused([reason(decisionContext, 'NOT_FOUND')]);
}

/**
 * `record`: as it was read; it says which version it runs by. Throws `Refused`: NOT_PERMITTED, NOT_FOUND, NOT_SIGNED_IN,
 * BAD_REQUEST, UNAVAILABLE.
 */
export async function decisionTarget(
  ports: WritingPorts,
  command: RecordCommand,
  ref: RecordRef,
  record: RecordState,
): Promise<DecisionTarget> {
  const newest = await decidedBy(ports, command, 0);
  const movedTo = record.status === 'opened' ? record.specification : 0;
  const target = { record: ref, stream: ref.name };
  if (movedTo <= newest.specification.version) return { ...target, ...newest };
  // Words of another version, or that it is unknown, would tell whom the newest known one refuses that there is a record.
  admitToAny(command, newest.decisionContext);
  return { ...target, ...(await decidedBy(ports, command, movedTo)) };
}

async function decidedBy(
  ports: WritingPorts,
  command: RecordCommand,
  movedTo: number,
): Promise<Pick<DecisionTarget, 'specification' | 'decisionContext'>> {
  const { application, entity: key, context } = command.data;
  const published = await runningSpecification(ports.specifications, application, movedTo);
  const entities = published?.specification.entities ?? {};
  if (!published || !Object.hasOwn(entities, key)) throw new Refused([builtInReason('NOT_FOUND')]);
  const { specification } = published;
  const acting = await actorOfCommand(ports, command, published);
  const now = context.effectiveAt === undefined ? ports.clock() : instantOf(context.effectiveAt);
  const who = await actingFor(ports, command, { acting, specification, now: now ?? ports.clock() });
  const { afterCalls } = context;
  const entity = entities[key]!;
  const decisionContext = {
    ...(countsHolders(entity) && {
      holders: holdersAmong(actorsIn(specification, await ports.lookups.workers())),
    }),
    ...{ specification, entity, ...who, now: now ?? ports.clock() },
    ...(afterCalls && { afterCalls }),
  };
  if (now === undefined) throw badRequest(decisionContext, 'the time it happened at is not valid');
  const { version, changes } = published;
  const by = { key: specification.key, version, ...(changes !== undefined && { constants: changes }) };
  return { specification: by, decisionContext };
}

/** Histories come from elsewhere, with their own people: only who runs the installation takes them over. */
async function actorOfCommand(
  ports: WritingPorts,
  command: RecordCommand,
  { specification }: Published,
): Promise<Actor> {
  const { actor } = command.data.context;
  if (command.type === 'ImportRecord') mustBeAdmin(await operator(ports, actor), 'import histories');
  const isSigned = 'signing' in command.data && command.data.signing !== undefined;
  return (isSigned ? signingPerson : actingPerson)(ports, actor, specification);
}

/** Nobody acts for somebody else unasked. Throws `Refused` NO_DEPUTY. */
async function actingFor(
  ports: WritingPorts,
  { data }: RecordCommand,
  {
    acting,
    ...asked
  }: { readonly acting: Actor; readonly specification: Specification; readonly now: string },
): Promise<Pick<DecisionContext, 'user' | 'deputy'>> {
  const principal = 'onBehalfOf' in data ? data.onBehalfOf : undefined;
  return principal === undefined
    ? { user: acting }
    : standingIn(ports, { deputy: acting, principal, ...asked });
}

interface StandIn {
  readonly deputy: Actor;
  /** Id of the person for whom they act. */
  readonly principal: string;
  readonly specification: Specification;
  readonly now: string;
}

/** Asked of the log itself, so that nobody acts for somebody who has ended it a moment ago. Throws `Refused` NO_DEPUTY. */
async function standingIn(
  ports: WritingPorts,
  { deputy, principal, specification, now }: StandIn,
): Promise<{ readonly user: Actor; readonly deputy: Actor }> {
  const person = isPersonId(principal) ? await readUser(ports, principal) : undefined;
  if (person?.status !== 'registered') throw new Refused([builtInReason('NO_DEPUTY')]);
  const { key, timeZone } = specification;
  const query = { deputy: deputy.id, application: key, day: dayOf(now, timeZone) };
  const lent = lentTo(person.deputies, rolesHeld(person, key), query);
  if (!lent) throw new Refused([builtInReason('NO_DEPUTY')]);
  return {
    user: principalIn(specification, { id: principal, name: person.name }, lent),
    deputy,
  };
}

export function badRequest(decisionContext: DecisionContext, why: string): Refused {
  return new Refused([reason(decisionContext, 'BAD_REQUEST', { with: { why } })]);
}

export interface FoldedRecord {
  readonly record: RecordState;
  /** The record as it was at the version asked for. */
  readonly seen?: OpenedRecord;
  /** Its events that came from a log. */
  readonly imported: readonly ImportedEvent[];
}

/** `seen`: a version of the stream; one that never was is answered with no `seen`. */
export function foldRecord(
  id: string,
  events: readonly FoldableEvent<RecordEvent>[],
  seen?: number,
): FoldedRecord {
  let record: RecordState = notOpened(id);
  let before: RecordState | undefined;
  let version = 0;
  for (const event of events) {
    record = evolve(record, event);
    if (++version === seen) before = record;
  }
  const imported = events.filter(cameFromLog);
  return before?.status === 'opened' ? { record, imported, seen: before } : { record, imported };
}

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
async function signingPerson(ports: WritingPorts, id: string, specification: Specification): Promise<Actor> {
  return id === SYSTEM.id ? SYSTEM : actorIn(specification, mustBeThere(await personInStream(ports, id)));
}

/** The person as somebody who runs the installation. Throws `Refused` NOT_SIGNED_IN. */
export async function operator(ports: WritingPorts, id: string): Promise<Operator> {
  if (id === SYSTEM.id) return { id, admin: true };
  const { roles } = await signedInPerson(ports, id);
  return { id, admin: roles[INSTALLATION]?.includes('admin') ?? false };
}

async function signedInPerson(ports: WritingPorts, id: string): Promise<KnownPerson> {
  return mustBeThere(await findPerson(ports, id));
}

function mustBeThere(person: KnownPerson | undefined): KnownPerson {
  if (!person || person.erased) throw new Refused([builtInReason('NOT_SIGNED_IN')]);
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
    return published && mayEnter(published.specification, person) ? published : undefined;
  } catch (error) {
    // What was published cannot be read any more: only who certainly may enter learns that it is there.
    const certain = runsInstallation(person) || Object.hasOwn(person.roles, key);
    if (error instanceof Refused && !certain) return undefined;
    throw error;
  }
}
