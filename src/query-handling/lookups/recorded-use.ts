// How much of what a version declares is in use: asked before another one is published, and by what brings records under it.
import type { ActiveGenerations } from '#projections/port/projection.js';
import type { Filter } from '#projections/port/query.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createDeputiesReadModel } from '#projections/read-models/deputies/deputies-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { FieldPath, UseQuestion } from '#specification/upgrade/upgrade-condition.js';
import type { Value } from '#specification/model/stored-value.js';
import type { HoldingPage, HoldingRecords } from '#ports/lookups.js';

/** Nobody has so many. */
const EVERY = 1_000_000_000;

/** One answer for each question. `day`: today, as YYYY-MM-DD. */
export async function countRecordedUse(
  readModels: ActiveGenerations,
  application: string,
  questions: readonly UseQuestion[],
  day: string,
): Promise<readonly number[]> {
  const inRows = await countInRows(readModels, application, questions);
  const holders = questions.some(({ of }) => of === 'role')
    ? await countHolders(readModels, application, day)
    : new Map<string, number>();
  return Promise.all(
    questions.map(async (question, index) => {
      if (question.of === 'role') return holders.get(question.role) ?? 0;
      if ('column' in question) return inRows[index]!;
      const records = createRecordsReadModel(readModels, { application, entity: question.entity });
      return (await records.count(filterOf(question), EVERY)).count;
    }),
  );
}

function filterOf(question: Exclude<UseQuestion, { readonly of: 'role' }>): Filter | undefined {
  switch (question.of) {
    case 'records':
      return undefined;
    case 'state':
      return { state: question.state };
    case 'round':
      return {
        [`rounds.${question.action}`]: { $ne: null },
        $nor: [{ state: { $in: question.moved } }],
      };
    case 'values':
      return { [`fields.${question.field}`]: { $ne: null } };
    case 'choice':
      return { [`fields.${question.field}`]: question.choice };
    case 'larger': {
      const path = `fields.${question.field}`;
      return { $or: [{ [path]: { $gt: question.than } }, { [path]: { $lt: -question.than } }] };
    }
  }
}

/** Rows are no documents: whoever asks about a column has every record with a table in it read once. */
async function countInRows(
  readModels: ActiveGenerations,
  application: string,
  questions: readonly UseQuestion[],
): Promise<readonly number[]> {
  const counts = questions.map(() => 0);
  const asked = questions.flatMap((question, index) =>
    'column' in question && question.column !== undefined ? [{ question, index }] : [],
  );
  for (const entity of new Set(asked.map(({ question }) => question.entity))) {
    const own = asked.filter(({ question }) => question.entity === entity);
    for await (const { fields } of createRecordsReadModel(readModels, { application, entity }).all()) {
      const found = own.filter(({ question }) =>
        columnOf(fields[question.field], question).some((value) => fits(value, question)),
      );
      found.forEach(({ index }) => (counts[index]! += 1));
    }
  }
  return counts;
}

function columnOf(table: Value | undefined, { column }: FieldPath): readonly unknown[] {
  if (!Array.isArray(table)) return [];
  return (table as readonly Readonly<Record<string, unknown>>[]).map((row) => row[column!] ?? null);
}

function fits(value: unknown, question: UseQuestion): boolean {
  if (value === null) return false;
  if (question.of === 'choice') return value === question.choice;
  return question.of === 'larger' ? typeof value === 'number' && Math.abs(value) > question.than : true;
}

/** Role → how many people hold it, or have lent it to somebody who is a deputy on that day or later. */
async function countHolders(
  readModels: ActiveGenerations,
  application: string,
  day: string,
): Promise<ReadonlyMap<string, number>> {
  const holders = new Map<string, Set<string>>();
  const count = (role: string, person: string) => {
    const known = holders.get(role) ?? new Set();
    holders.set(role, known.add(person));
  };
  for await (const { id, roles } of createPeopleReadModel(readModels).all())
    for (const role of roles[application] ?? []) count(role, id);
  for await (const { person, application: of, role, until, ended } of createDeputiesReadModel(
    readModels,
  ).all())
    if (of === application && role !== null && ended === null && until >= day) count(role, person);
  return new Map([...holders].map(([role, people]) => [role, people.size]));
}

/** A page of those that may hold what a later version calls otherwise, or whose state it does not have. */
export async function findRecordsHolding(
  readModels: ActiveGenerations,
  { application, entity, before, under, states, actions, hasRounds, known }: HoldingRecords,
  limit: number,
  cursor?: string,
): Promise<HoldingPage> {
  const isSet = (path: string): Filter => ({ [path]: { $ne: null } });
  const holds: Filter[] = [
    ...(under.length > 0 ? [{ specification: { $in: under } }] : []),
    ...(states.length > 0 ? [{ state: { $in: states } }] : []),
    ...actions.map((action) => isSet(`rounds.${action}`)),
    ...(hasRounds ? [isSet('rounds')] : []),
    { $nor: [{ state: { $in: known } }] },
  ];
  const filter: Filter = { specification: { $lt: before }, $or: holds };
  const query = { filter, limit, onwardOnly: true, ...(cursor !== undefined && { cursor }) };
  const { documents, next } = await createRecordsReadModel(readModels, { application, entity }).find(query);
  return {
    records: documents.map(({ id, version }: RecordDocument) => ({ id, version })),
    ...(next !== undefined && { next }),
  };
}

/** Those who hold one of the roles, or have lent it to a deputy. */
export async function findPeopleWithRoles(
  readModels: ActiveGenerations,
  application: string,
  roles: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const person of createPeopleReadModel(readModels).all())
    if ((person.roles[application] ?? []).some((role) => roles.includes(role))) found.add(person.id);
  for await (const { person, application: of, role } of createDeputiesReadModel(readModels).all())
    if (of === application && role !== null && roles.includes(role)) found.add(person);
  return [...found];
}
