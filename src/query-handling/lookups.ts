// The port Lookups over the read models: what commands have to know besides their own stream.
import type { PersonDocument } from '../../projections/people/person-document.js';
import type { Filter } from '../../projections/read-model.js';
import { recordsCollection } from '../../projections/records/record-document.js';
import type { KnownPerson, Lookups } from '../command-handling/ports.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { gathered, type Existing } from './gathered.js';
import type { RunningReadModels } from './ports.js';

type ReadModels = Pick<RunningReadModels, 'generation' | 'isCurrent'>;

export function lookups(readModels: ReadModels, personal: Pick<PersonalData, 'open'>): Lookups {
  /** undefined also where people are behind the log: then his own stream says who he is, and a role taken away is away. */
  async function person(id: string): Promise<KnownPerson | undefined> {
    if (!readModels.isCurrent('people')) return undefined;
    const people = readModels.generation('people');
    const found = await people.get<PersonDocument>('people', id);
    if (!found) return undefined;
    const name = await personal.open<unknown>(found.name);
    const erased = found.erasedAt !== null || typeof name !== 'string';
    return { id, name: typeof name === 'string' ? name : '', roles: found.roles, erased };
  }

  async function existing(
    projection: string,
    collection: string,
    ids: readonly string[],
    filter: Filter = {},
  ): Promise<ReadonlySet<string>> {
    const generation = readModels.generation(projection);
    const query = { filter: { ...filter, id: { $in: ids } }, limit: ids.length };
    const { documents } = await generation.find<{ readonly id: string }>(collection, query);
    return new Set(documents.map((document) => document.id));
  }

  /** Nearly always none: then one question is enough. */
  async function existingSubjects(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const type = { $in: ['record.opened', 'user.registered'] };
    const timeline = readModels.generation('timeline');
    const { count } = await timeline.count('events', { subject: { $in: subjects }, type }, 1);
    if (count === 0 || subjects.length === 1) return new Set(count === 0 ? [] : subjects);
    const middle = subjects.length >> 1;
    const halves = [subjects.slice(0, middle), subjects.slice(middle)].map(existingSubjects);
    return new Set((await Promise.all(halves)).flatMap((half) => [...half]));
  }

  const records = new Map<string, Existing>();
  function existingIn(collection: string): Existing {
    let asking = records.get(collection);
    if (!asking) records.set(collection, (asking = gathered((ids) => existing('records', collection, ids))));
    return asking;
  }

  const subjects = gathered(existingSubjects);
  return {
    person,
    existingRecords: (application, entity, ids) => existingIn(recordsCollection(application, entity))(ids),
    existingPeople: gathered((ids) => existing('people', 'people', ids)),
    existsAny: async (any) => (await subjects(any)).size > 0,
    peopleFromLogs: gathered((ids) => existing('people', 'people', ids, { fromLog: true })),
  };
}
