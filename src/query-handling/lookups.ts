// The port Lookups over the read models: what commands have to know besides their own stream.
import type { PersonDocument } from '../../projections/people/person-document.js';
import type { Filter } from '../../projections/read-model.js';
import { recordsCollection } from '../../projections/records/record-document.js';
import type { KnownPerson, Lookups } from '../command-handling/ports.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import type { RunningReadModels } from './ports.js';

/** More than any limit of a day. */

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
    const asked = [...new Set(ids)];
    if (asked.length === 0) return new Set();
    const generation = readModels.generation(projection);
    const query = { filter: { ...filter, id: { $in: asked } }, limit: asked.length };
    const { documents } = await generation.find<{ readonly id: string }>(collection, query);
    return new Set(documents.map((document) => document.id));
  }

  async function existsAny(subjects: readonly string[]): Promise<boolean> {
    const type = { $in: ['record.opened', 'user.registered'] };
    const timeline = readModels.generation('timeline');
    return (await timeline.count('events', { subject: { $in: subjects }, type }, 1)).count > 0;
  }

  return {
    person,
    existingRecords: (application, entity, ids) =>
      existing('records', recordsCollection(application, entity), ids),
    existingPeople: (ids) => existing('people', 'people', ids),
    existsAny,
    peopleFromLogs: (ids) => existing('people', 'people', ids, { fromLog: true }),
  };
}
