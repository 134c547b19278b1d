// Names of people by id: asked for on every page, changed almost never.
import { LRUCache } from 'lru-cache';
import type { PersonDocument } from '../../../projections/people/person-document.js';
import type { PersonalData } from '../../event-store/personal-data/personal-data.js';
import type { Erased } from '../../specification/value.js';
import type { RunningReadModels } from '../ports.js';

export type PersonName = string | Erased;

export interface PeopleNames {
  /** Id → name; unknown ids are left out. */
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, PersonName>>;
  close(): void;
}

const MOST = 20_000;
/** Where another process writes the read models, nobody says that a name changed. */
const FRESH_FOR = 10_000;

/** Remembers names until their person is written again. */
export function peopleNames(
  readModels: Pick<RunningReadModels, 'generation' | 'onWritten'>,
  personal: Pick<PersonalData, 'open'>,
): PeopleNames {
  const known = new LRUCache<string, PersonName>({ max: MOST, ttl: FRESH_FOR });
  const close = readModels.onWritten(({ projection, documents }) => {
    if (projection === 'people') for (const { id } of documents) known.delete(id);
  });

  async function of(ids: Iterable<string>): Promise<ReadonlyMap<string, PersonName>> {
    const names = new Map<string, PersonName>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const name = known.get(id);
      if (name !== undefined) names.set(id, name);
      else if (id !== 'system') missing.push(id);
    }
    if (missing.length > 0) await look(missing, names);
    return names;
  }

  async function look(ids: readonly string[], names: Map<string, PersonName>): Promise<void> {
    const people = readModels.generation('people');
    const filter = { id: { $in: ids } };
    const { documents } = await people.find<PersonDocument>('people', { filter, limit: ids.length });
    const opened = await personal.open(documents.map(({ name }) => name));
    documents.forEach(({ id }, index) => {
      const name = opened[index] as PersonName;
      names.set(id, name);
      known.set(id, name);
    });
  }

  return { of, close };
}
