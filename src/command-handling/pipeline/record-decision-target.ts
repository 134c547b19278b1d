import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import { findRunningSpecification } from '#ports/running-specification.js';
import type { CommandDependencies } from './command-dependencies.js';
import {
  type Actor,
  createActors,
  hasPercentApprovals,
  createRoleHolderLookup,
  toPrincipalActor,
} from '#domain/permissions.js';
import { type FoldableEvent, type Metadata, isImportedEvent } from '#domain/event.js';
import { createBuiltInReason, createReason } from '#domain/create-reason.js';
import type { DecisionContext, ImportedEvent } from '#domain/record/decision-context.js';
import { authorizeEntityAccess } from '#domain/record/decide-record.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import {
  evolveRecord,
  createUnopenedRecord,
  type OpenedRecord,
  type RecordState,
} from '#domain/record/record-state.js';
import type { Specification } from '#specification/model/specification.js';
import { parseInstant } from '#specification/field-types/moments.js';
import { Refused } from '#domain/refusal.js';
import { RecordRef, isPersonId } from '#domain/stream-names.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { getRoles } from '#domain/user/user-state.js';
import { findDelegatedRoles } from '#domain/user/appoint-deputy.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { toLocalDay } from '#domain/record/local-date.js';
import { findActor, findActorInLog, findOperator, readUser } from './acting-person.js';

export interface DecisionTarget {
  readonly record: RecordRef;
  readonly stream: string;
  readonly decisionContext: DecisionContext;
  readonly specification: NonNullable<Metadata['specification']>;
}

/** Throws `Refused` for an invalid id. */
export async function requireRecordRef(
  ports: CommandDependencies,
  command: RecordCommand,
): Promise<RecordRef> {
  const record = RecordRef.from(command.data);
  if (record) return record;
  const { decisionContext } = await decidedBy(ports, command, 0);
  const opens = command.type === 'OpenRecord' || command.type === 'ImportRecord';
  throw opens
    ? createBadRequestRefusal(decisionContext, createPhrase('why.id'))
    : new Refused([createReason(decisionContext, 'NOT_FOUND')]);
}

/** Throws `Refused` NOT_PERMITTED, NOT_FOUND, NOT_SIGNED_IN, BAD_REQUEST, UNAVAILABLE. */
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
  // Another version's words would reveal the record.
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
  const who = await resolveActor(ports, command, { acting, specification, now: now ?? ports.clock() });
  const { afterCalls } = context;
  const entity = entities[key]!;
  const decisionContext = {
    ...(hasPercentApprovals(entity) && {
      holders: createRoleHolderLookup(createActors(specification, await ports.lookups.listWorkers())),
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

/** Throws `Refused` NO_DEPUTY. */
async function resolveActor(
  ports: CommandDependencies,
  { data }: RecordCommand,
  {
    acting,
    ...query
  }: { readonly acting: Actor; readonly specification: Specification; readonly now: string },
): Promise<Pick<DecisionContext, 'user' | 'deputy'>> {
  const principal = 'onBehalfOf' in data ? data.onBehalfOf : undefined;
  return principal === undefined
    ? { user: acting }
    : resolveDeputy(ports, { deputy: acting, principal, ...query });
}

interface DeputyQuery {
  readonly deputy: Actor;
  readonly principal: string;
  readonly specification: Specification;
  readonly now: string;
}

/** Reads the log, so that ended delegations do not count. Throws `Refused` NO_DEPUTY. */
async function resolveDeputy(
  ports: CommandDependencies,
  { deputy, principal, specification, now }: DeputyQuery,
): Promise<{ readonly user: Actor; readonly deputy: Actor }> {
  const person = isPersonId(principal) ? await readUser(ports, principal) : undefined;
  if (person?.status !== 'registered' || person.locked) throw new Refused([createBuiltInReason('NO_DEPUTY')]);
  const { key, timeZone } = specification;
  const query = { deputy: deputy.id, application: key, day: toLocalDay(now, timeZone) };
  const delegatedRoles = findDelegatedRoles(person.deputies, getRoles(person, key), query);
  if (!delegatedRoles) throw new Refused([createBuiltInReason('NO_DEPUTY')]);
  return {
    user: toPrincipalActor(specification, { id: principal, name: person.name }, delegatedRoles),
    deputy,
  };
}

export function createBadRequestRefusal(decisionContext: DecisionContext, why: Phrase): Refused {
  return new Refused([createReason(decisionContext, 'BAD_REQUEST', { with: { why } })]);
}

export interface FoldedRecord {
  readonly record: RecordState;
  readonly baseState?: OpenedRecord;
  readonly formState?: OpenedRecord;
  readonly imported: readonly ImportedEvent[];
}

export function foldRecord(
  id: string,
  events: readonly FoldableEvent<RecordEvent>[],
  versions: { readonly baseVersion?: number; readonly formVersion?: number } = {},
): FoldedRecord {
  let record: RecordState = createUnopenedRecord(id);
  let baseState: RecordState | undefined;
  let formState: RecordState | undefined;
  let version = 0;
  for (const event of events) {
    record = evolveRecord(record, event);
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
