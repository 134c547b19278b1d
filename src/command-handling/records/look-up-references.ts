import { foldRecord, type DecisionTarget } from '../pipeline/record-decision-target.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import { toActor } from '#domain/permissions.js';
import type { FoldableEvent } from '#domain/event.js';
import type { DecisionContext, FollowedRecord, LookupResults } from '#domain/record/decision-context.js';
import { listFollowedReferences } from '#domain/record/computed/complete-record.js';
import { collectInputReferences, type InputReferences } from '#domain/record/input/parse-input.js';
import { isOpeningCommand, type RecordCommand } from '#domain/record/record-commands.js';
import { findTimerAssignee } from '#domain/record/timers/fire-timer.js';
import type { RecordState } from '#domain/record/record-state.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Entity } from '#specification/model/specification.js';
import { findPerson } from '../pipeline/acting-person.js';

export async function lookUpReferences(
  ports: CommandDependencies,
  command: RecordCommand,
  { decisionContext, record }: DecisionTarget,
  state: RecordState,
): Promise<LookupResults> {
  const links = linksOf(command, decisionContext, state);
  const application = decisionContext.specification.key;
  const records = new Map<string, ReadonlySet<string>>();
  for (const [entity, ids] of links.records) {
    records.set(entity, await existingRecords(ports, application, entity, [...ids]));
  }
  const followed = await followedRecords(ports, command, decisionContext);
  const brought = peopleIn(followed, decisionContext.entity);
  const people = await pointedTo(ports, command, [...links.people, ...brought]);
  const fromLogs = await peopleFromLogs(ports, command, [...people]);
  const idTaken = isOpeningCommand(command) && !(await ports.ids.reserve(record.id, record.name));
  const commandReused =
    idTaken && (await ports.ids.isTakenByCommand(command.data.context, record.id, record.name));
  return {
    records,
    people,
    fromLogs,
    followed,
    ...(command.type !== 'ImportRecord' && { rolesOf: await rolesOf(ports, decisionContext, people) }),
    ...(idTaken && { idTaken }),
    ...(commandReused && { commandReused }),
  };
}

function linksOf(
  command: RecordCommand,
  decisionContext: DecisionContext,
  state: RecordState,
): InputReferences {
  const { entity, specification } = decisionContext;
  const { rows } = specification.limits;
  switch (command.type) {
    case 'OpenRecord':
    case 'ChangeRecord':
    case 'TakeAction':
    case 'FollowUp':
      return collectInputReferences(entity.fields, command.data.input, rows);
    case 'ImportRecord':
      return together(
        [command.data.input, ...command.data.steps.map(({ input }) => input)].map((input) =>
          collectInputReferences(entity.fields, input, rows),
        ),
      );
    case 'AssignRecord':
      return { records: new Map(), people: new Set(command.data.to ? [command.data.to] : []) };
    case 'FireTimer': {
      const timer = entity.lifecycle.timers.find(({ key }) => key === command.data.timer);
      const to = state.status === 'opened' ? findTimerAssignee(timer, state, decisionContext) : undefined;
      return { records: new Map(), people: new Set(to === undefined ? [] : [to]) };
    }
    default:
      return { records: new Map(), people: new Set() };
  }
}

function together(all: readonly InputReferences[]): InputReferences {
  const records = new Map<string, Set<string>>();
  for (const [entity, ids] of all.flatMap((links) => [...links.records])) {
    records.set(entity, new Set([...(records.get(entity) ?? []), ...ids]));
  }
  return { records, people: new Set(all.flatMap(({ people }) => [...people])) };
}

async function followedRecords(
  { store, personalData }: CommandDependencies,
  command: RecordCommand,
  { entity, specification }: DecisionContext,
): Promise<ReadonlyMap<string, FollowedRecord>> {
  const found = new Map<string, FollowedRecord>();
  if (command.type === 'ImportRecord' || !('input' in command.data)) return found;
  const links = collectInputReferences(listFollowedReferences(entity), command.data.input, 0);
  for (const [key, ids] of links.records)
    for (const id of ids) {
      const ref = RecordRef.from({ application: specification.key, entity: key, id });
      const target = specification.entities[key];
      if (!ref || !target) continue;
      const { events } = await store.read(streams.record(ref));
      const opened = (await personalData.open(events)) as unknown as readonly FoldableEvent<RecordEvent>[];
      const { record } = foldRecord(id, opened);
      if (record.status === 'opened') found.set(id, { entity: target, record });
    }
  return found;
}

function peopleIn(followed: ReadonlyMap<string, FollowedRecord>, { fields }: Entity): readonly string[] {
  const brought = fields.filter((field) => field.follows && getFieldType(field).pointsTo === 'person');
  const all = [...followed.values()].flatMap(({ record }) =>
    brought.map(({ follows }) => record.fields[follows!.field]),
  );
  return all.filter((value) => typeof value === 'string');
}

async function rolesOf(
  ports: CommandDependencies,
  { entity, specification }: DecisionContext,
  people: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = entity.fields.flatMap((field) => [field, ...field.fields]);
  if (!all.some(({ roles }) => roles)) return new Map();
  const found = [...people].map(async (id) => [id, await findPerson(ports, id)] as const);
  const known = (await Promise.all(found)).flatMap(([id, person]) =>
    person ? [[id, toActor(specification, person).roles] as const] : [],
  );
  return new Map(known);
}

/** Read models may lag behind the records' streams. */
async function existingRecords(
  ports: CommandDependencies,
  application: string,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set(await ports.lookups.findExistingRecords(application, entity, ids));
  for (const id of ids) {
    const record = found.has(id) ? undefined : RecordRef.from({ application, entity, id });
    if (record && (await ports.store.read(streams.record(record))).version > 0) found.add(id);
  }
  return found;
}

/** Checks new references only; imports keep theirs. */
async function pointedTo(
  ports: CommandDependencies,
  { type }: RecordCommand,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const isHistory = type === 'ImportRecord';
  const found = new Set(
    await (isHistory ? ports.lookups.findExistingPeople(ids) : ports.lookups.findAvailablePeople(ids)),
  );
  for (const id of ids) {
    const person = found.has(id) ? undefined : await findPerson(ports, id);
    if (person && !person.erased && (isHistory || !person.locked)) found.add(id);
  }
  return found;
}

async function peopleFromLogs(
  { lookups }: CommandDependencies,
  { type }: RecordCommand,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  return type === 'ImportRecord' || people.length === 0 ? new Set() : lookups.findPeopleFromLogs(people);
}
