// Looks up what a decision needs to know besides the record: whether what it points to exists, and whether its id is free.
import type { DecisionTarget } from '../decision-target.js';
import { findPerson } from '../acting-person.js';
import type { WritingPorts } from '../writing-ports.js';
import type { DecisionContext, Known } from '#domain/record/decision-context.js';
import { linksIn, type Links } from '#domain/record/parse-input.js';
import type { RecordCommand } from '#domain/record/record-commands.js';
import { RecordRef, streams } from '#domain/streams.js';

export async function lookUp(
  ports: WritingPorts,
  command: RecordCommand,
  { decisionContext, record }: DecisionTarget,
): Promise<Known> {
  const links = linksOf(command, decisionContext);
  const application = decisionContext.specification.key;
  const records = new Map<string, ReadonlySet<string>>();
  for (const [entity, ids] of links.records) {
    records.set(entity, await existingRecords(ports, application, entity, [...ids]));
  }
  const people = await existingPeople(ports, [...links.people]);
  const fromLogs = await peopleFromLogs(ports, command, [...people]);
  const idTaken = opensRecord(command) && !(await ports.ids.take(record.id, record.name));
  const commandReused = idTaken && (await ports.ids.isOf(command.data.context, record.id, record.name));
  return {
    ...{ records, people, fromLogs },
    ...(idTaken && { idTaken }),
    ...(commandReused && { commandReused }),
  };
}

export const opensRecord = ({ type }: RecordCommand): boolean =>
  type === 'OpenRecord' || type === 'ImportRecord';

function linksOf(command: RecordCommand, { entity, specification }: DecisionContext): Links {
  const { rows } = specification.limits;
  switch (command.type) {
    case 'OpenRecord':
    case 'ChangeRecord':
    case 'TakeAction':
      return linksIn(entity.fields, command.data.input, rows);
    case 'ImportRecord':
      return together(
        [command.data.input, ...command.data.steps.map(({ input }) => input)].map((input) =>
          linksIn(entity.fields, input, rows),
        ),
      );
    case 'AssignRecord':
      return { records: new Map(), people: new Set(command.data.to ? [command.data.to] : []) };
    case 'CommentRecord':
    case 'RefuseApproval':
    case 'TakeBackApproval':
    case 'EraseDueRecord':
      return { records: new Map(), people: new Set() };
  }
}

function together(all: readonly Links[]): Links {
  const records = new Map<string, Set<string>>();
  for (const [entity, ids] of all.flatMap((links) => [...links.records])) {
    records.set(entity, new Set([...(records.get(entity) ?? []), ...ids]));
  }
  return { records, people: new Set(all.flatMap(({ people }) => [...people])) };
}

/** The read model may be a moment behind: what it does not have is looked for in its own stream. */
async function existingRecords(
  ports: WritingPorts,
  application: string,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set(await ports.lookups.existingRecords(application, entity, ids));
  for (const id of ids) {
    const record = found.has(id) ? undefined : RecordRef.from({ application, entity, id });
    if (record && (await ports.store.read(streams.record(record))).version > 0) found.add(id);
  }
  return found;
}

async function existingPeople(ports: WritingPorts, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = new Set(await ports.lookups.existingPeople(ids));
  for (const id of ids) {
    const person = found.has(id) ? undefined : await findPerson(ports, id);
    if (person && !person.erased) found.add(id);
  }
  return found;
}

/** An imported history may point to them: there they were somebody to work with. */
async function peopleFromLogs(
  { lookups }: WritingPorts,
  { type }: RecordCommand,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  return type === 'ImportRecord' || people.length === 0 ? new Set() : lookups.peopleFromLogs(people);
}
