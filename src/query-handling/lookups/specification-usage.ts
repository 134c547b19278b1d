import type { ActiveGenerations } from '#projections/port/projection.js';
import type { Filter } from '#projections/port/query.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createDeputiesReadModel } from '#projections/read-models/deputies/deputies-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { FieldPath, UsageQuestion } from '#specification/upgrade/upgrade-condition.js';
import type { Value } from '#specification/model/stored-value.js';
import type { RecordsToMigratePage, RecordsToMigrateQuery } from '#ports/lookups.js';

const NO_LIMIT = 1_000_000_000;

/** `day`: YYYY-MM-DD. */
export async function countUsage(
  readModels: ActiveGenerations,
  application: string,
  questions: readonly UsageQuestion[],
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
      return (await records.count(filterOf(question), NO_LIMIT)).count;
    }),
  );
}

function filterOf(question: Exclude<UsageQuestion, { readonly of: 'role' }>): Filter | undefined {
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

/** Reads every record with a table, as rows are no documents. */
async function countInRows(
  readModels: ActiveGenerations,
  application: string,
  questions: readonly UsageQuestion[],
): Promise<readonly number[]> {
  const counts = questions.map(() => 0);
  const uses = questions.flatMap((question, index) =>
    'column' in question && question.column !== undefined ? [{ question, index }] : [],
  );
  for (const entity of new Set(uses.map(({ question }) => question.entity))) {
    const own = uses.filter(({ question }) => question.entity === entity);
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

function fits(value: unknown, question: UsageQuestion): boolean {
  if (value === null) return false;
  if (question.of === 'choice') return value === question.choice;
  return question.of === 'larger' ? typeof value === 'number' && Math.abs(value) > question.than : true;
}

/** Counts holders and current delegators by role. */
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

/** Records that may need migration. */
export async function findRecordsToMigrate(
  readModels: ActiveGenerations,
  { application, entity, before, under, states, actions, hasRounds, known }: RecordsToMigrateQuery,
  limit: number,
  cursor?: string,
): Promise<RecordsToMigratePage> {
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
