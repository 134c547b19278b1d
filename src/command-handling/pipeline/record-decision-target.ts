// What a command on a record is decided with: specification, person and look-ups, and the fold of its stream; and for whom a deputy acts,
// asked of the log itself.
import { createPhrase, type Phrase } from '#specification/refusal-words/message-parameters.js';
import { findRunningSpecification } from '#ports/running-specification.js';
import type { CommandDependencies } from './command-dependencies.js';
import {
  type Actor,
  createActors,
  hasPercentApprovals,
  createHolderLookup,
  toPrincipal,
} from '#domain/permissions.js';
import { type FoldableEvent, type Metadata, isImportedEvent } from '#domain/event.js';
import { createBuiltInReason, createReason } from '#domain/refusal-reason.js';
import type { DecisionContext, ImportedEvent } from '#domain/record/decision-context.js';
import { authorizeEntityAccess } from '#domain/record/decide-record.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import {
  evolveRecord,
  createNotOpened,
  type OpenedRecord,
  type RecordState,
} from '#domain/record/record-state.js';
import type { Specification } from '#specification/model/specification.js';
import { parseInstant } from '#specification/field-types/moments.js';
import { Refused } from '#domain/refusal.js';
import { RecordRef, isPersonId } from '#domain/stream-names.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { getRoles } from '#domain/user/user-state.js';
import { findDelegatedRoles } from '#domain/user/name-deputy.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { toLocalDay } from '#domain/record/local-date.js';
import { findActor, findActorInLog, findOperator, readUser } from './acting-person.js';

export interface DecisionTarget {
  readonly record: RecordRef;
  readonly stream: string;
  readonly decisionContext: DecisionContext;
  /** The version the record runs by. */
  readonly specification: NonNullable<Metadata['specification']>;
}

/** The record a command is about. Throws `Refused` where no record can be called that. */
export async function resolveRecord(ports: CommandDependencies, command: RecordCommand): Promise<RecordRef> {
  const record = RecordRef.from(command.data);
  if (record) return record;
  const { decisionContext } = await decidedBy(ports, command, 0);
  const opens = command.type === 'OpenRecord' || command.type === 'ImportRecord';
  throw opens
    ? createBadRequestRefusal(decisionContext, createPhrase('why.id'))
    : new Refused([createReason(decisionContext, 'NOT_FOUND')]);
}

/**
 * `record`: as it was read; it says which version it runs by. Throws `Refused`: NOT_PERMITTED, NOT_FOUND, NOT_SIGNED_IN,
 * BAD_REQUEST, UNAVAILABLE.
 */
export async function findDecisionTarget(
  ports: CommandDependencies,
  command: RecordCommand,
  ref: RecordRef,
  record: RecordState,
): Promise<DecisionTarget> {
  const newest = await decidedBy(ports, command, 0);
  const movedTo = record.status === 'opened' ? record.specification : 0;
  const target = { record: ref, stream: ref.name };
  if (movedTo <= newest.specification.version) return { ...target, ...newest };
  // Words of another version, or that it is unknown, would tell whom the newest known one refuses that there is a record.
  authorizeEntityAccess(command, newest.decisionContext);
  return { ...target, ...(await decidedBy(ports, command, movedTo)) };
}

async function decidedBy(
  ports: CommandDependencies,
  command: RecordCommand,
  movedTo: number,
): Promise<Pick<DecisionTarget, 'specification' | 'decisionContext'>> {
  const { application, entity: key, context } = command.data;
  const published = await findRunningSpecification(ports.specifications, application, movedTo);
  const entities = published?.specification.entities ?? {};
  if (!published || !Object.hasOwn(entities, key)) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  const { specification } = published;
  const acting = await actorOfCommand(ports, command, published);
  const now = context.effectiveAt === undefined ? ports.clock() : parseInstant(context.effectiveAt);
  const who = await actingFor(ports, command, { acting, specification, now: now ?? ports.clock() });
  const { afterCalls } = context;
  const entity = entities[key]!;
  const decisionContext = {
    ...(hasPercentApprovals(entity) && {
      holders: createHolderLookup(createActors(specification, await ports.lookups.workers())),
    }),
    specification,
    entity,
    ...who,
    now: now ?? ports.clock(),
    ...(afterCalls && { afterCalls }),
  };
  if (now === undefined) throw createBadRequestRefusal(decisionContext, createPhrase('why.bad-time'));
  const { version, changes } = published;
  const by = { key: specification.key, version, ...(changes !== undefined && { constants: changes }) };
  return { specification: by, decisionContext };
}

/** Histories come from elsewhere, with their own people: only who runs the installation takes them over. */
async function actorOfCommand(
  ports: CommandDependencies,
  command: RecordCommand,
  { specification }: PublishedVersion,
): Promise<Actor> {
  const { context } = command.data;
  if (command.type === 'ImportRecord') assertAdmin(await findOperator(ports, context), 'to.import-histories');
  const isSigned = 'signing' in command.data && command.data.signing !== undefined;
  return (isSigned ? findActorInLog : findActor)(ports, context, specification);
}

/** Nobody acts for somebody else unasked. Throws `Refused` NO_DEPUTY. */
async function actingFor(
  ports: CommandDependencies,
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
  ports: CommandDependencies,
  { deputy, principal, specification, now }: StandIn,
): Promise<{ readonly user: Actor; readonly deputy: Actor }> {
  const person = isPersonId(principal) ? await readUser(ports, principal) : undefined;
  if (person?.status !== 'registered' || person.locked) throw new Refused([createBuiltInReason('NO_DEPUTY')]);
  const { key, timeZone } = specification;
  const query = { deputy: deputy.id, application: key, day: toLocalDay(now, timeZone) };
  const lent = findDelegatedRoles(person.deputies, getRoles(person, key), query);
  if (!lent) throw new Refused([createBuiltInReason('NO_DEPUTY')]);
  return {
    user: toPrincipal(specification, { id: principal, name: person.name }, lent),
    deputy,
  };
}

export function createBadRequestRefusal(decisionContext: DecisionContext, why: Phrase): Refused {
  return new Refused([createReason(decisionContext, 'BAD_REQUEST', { with: { why } })]);
}

export interface FoldedRecord {
  readonly record: RecordState;
  /** The record as it was at the version asked for. */
  readonly baseState?: OpenedRecord;
  /** The same at the version that the form was filled from. */
  readonly formState?: OpenedRecord;
  /** Its events that came from a log. */
  readonly imported: readonly ImportedEvent[];
}

/** `versions`: of the stream; one that never was is answered with no record. */
export function foldRecord(
  id: string,
  events: readonly FoldableEvent<RecordEvent>[],
  versions: { readonly baseVersion?: number; readonly formVersion?: number } = {},
): FoldedRecord {
  let record: RecordState = createNotOpened(id);
  let baseState: RecordState | undefined;
  let formState: RecordState | undefined;
  let version = 0;
  for (const event of events) {
    record = evolveRecord(record, event);
    // The base is compared with what is: both under the names of now.
    if (event.type === 'record.migrated') {
      baseState = baseState && evolveRecord(baseState, event);
      formState = formState && evolveRecord(formState, event);
    }
    if (++version === versions.baseVersion) baseState = record;
    if (version === versions.formVersion) formState = record;
  }
  const imported = events.filter(isImportedEvent);
  return {
    record,
    imported,
    ...(baseState?.status === 'opened' && { baseState }),
    ...(formState?.status === 'opened' && { formState }),
  };
}
