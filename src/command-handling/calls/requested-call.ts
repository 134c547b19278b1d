import { foldRecord } from '../pipeline/record-decision-target.js';
import type { KnownPerson } from '#ports/lookups.js';
import type { PublishedVersion, SpecificationVersions } from '#ports/specifications.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import { toActor, formatDeputyName, SYSTEM, type Actor } from '#domain/permissions.js';
import type { FoldableEvent, RecordedEvent } from '#domain/event.js';
import type { CallCommandTarget } from '#domain/call/call-commands.js';
import type { RecordCallRequested, RecordEvent } from '#domain/record/record-events.js';
import type { OpenedRecord } from '#domain/record/record-state.js';
import { RecordRef } from '#domain/stream-names.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Call, CallParts, Entity, Scope, Specification } from '#specification/model/specification.js';
import { findPerson } from '../pipeline/acting-person.js';

export class InvalidCallError extends Error {
  override readonly name = 'CannotBeMade';
}

export interface RequestedCall {
  readonly request: RecordedEvent<RecordCallRequested>;
  readonly specification: Specification;
  readonly entity: Entity;
  readonly call: Call;
  readonly parts: CallParts;
  readonly ref: RecordRef;
  readonly record: OpenedRecord;
  readonly scope: Scope;
}

export type CallReference = Pick<CallCommandTarget, 'application' | 'entity' | 'record' | 'id'>;

/** Reads only the log, so that attempts are equal. Throws `InvalidCallError` and engine errors. */
export async function findRequestedCall(
  ports: CommandDependencies,
  which: CallReference,
): Promise<RequestedCall> {
  const { application, entity: key, record: id } = which;
  const ref = RecordRef.of({ application, entity: key, id });
  const { events } = await ports.store.read(ref.name);
  const request = events.find((event) => event.id === which.id) as
    RecordedEvent<RecordCallRequested> | undefined;
  if (!request) throw new InvalidCallError('nothing in the log asks for it');
  const { specification } = await publishedOf(ports.specifications, application, request);
  const entity = specification.entities[key];
  const call = specification.calls.find((each) => each.key === request.data.call);
  const parts = call?.parts[key];
  if (!entity || !call || !parts)
    throw new InvalidCallError(`its specification knows no call “${request.data.call}”`);
  const until = events.filter(({ version }) => version <= request.version);
  const opened = (await ports.personalData.open(until)) as unknown as readonly FoldableEvent<RecordEvent>[];
  const { record } = foldRecord(id, opened);
  if (record.status !== 'opened') throw new InvalidCallError('its record is not in the log');
  const scope = await scopeOf(ports, { specification, entity, record, request });
  return { request, specification, entity, call, parts, ref, record, scope };
}

async function publishedOf(
  specifications: SpecificationVersions,
  application: string,
  { metadata }: RecordedEvent,
): Promise<PublishedVersion> {
  const version = metadata.specification?.version;
  const found =
    version === undefined
      ? await specifications.current(application)
      : await specifications.at(application, version);
  if (!found) throw new InvalidCallError(`its specification is not known here`);
  return found;
}

type CallSubject = Pick<RequestedCall, 'specification' | 'entity' | 'record' | 'request'>;

async function scopeOf(ports: CommandDependencies, about: CallSubject): Promise<Scope> {
  const { record, entity, request, specification } = about;
  const { actor: by, onBehalfOf, recordedAt } = request.metadata;
  const known = new Map<string, Promise<KnownPerson | undefined>>();
  const find = async (id: string) => {
    if (!known.has(id)) known.set(id, findPerson(ports, id));
    return known.get(id)!;
  };
  const person = async (id: unknown): Promise<unknown> =>
    typeof id === 'string' ? personOf(id, await find(id)) : null;
  const fields: Record<string, unknown> = { ...record.fields };
  for (const field of entity.fields)
    if (getFieldType(field).pointsTo === 'person') fields[field.key] = await person(fields[field.key]);
  const [openedBy, assignee] = [await person(record.openedBy), await person(record.assignee)];
  const actor = by === SYSTEM.id ? undefined : await find(by);
  const principal = onBehalfOf === undefined ? undefined : await find(onBehalfOf);
  return {
    record: { ...record, fields, openedBy, assignee } as unknown as OpenedRecord,
    user: actor ? named(toActor(specification, actor), principal) : { ...SYSTEM, id: by },
    now: recordedAt,
  };
}

const named = (actor: Actor, principal: KnownPerson | undefined): Actor =>
  principal
    ? { ...actor, name: formatDeputyName(actor.name, principal.erased ? 'erased person' : principal.name) }
    : actor;

function personOf(id: string, known: KnownPerson | undefined): unknown {
  if (!known || known.erased) return { id };
  return { id, name: known.name, ...(known.email !== undefined && { email: known.email }) };
}
