// Names of people by id: asked for on every page, changed almost never.
import { LRUCache } from 'lru-cache';
import { atMost } from '#platform/at-most.js';
import { isReservedPersonName } from '#domain/user/names.js';
import { peopleIn } from '#projections/read-models/people/people-read-model.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import type { Unreadable } from '#specification/value.js';
import type { RunningReadModels } from './running-read-models.js';

export type PersonName = string | Unreadable;

export interface PeopleNames {
  /** Id → name; unknown ids are left out. */
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, PersonName>>;
  /** Those to give work to, by name. A list longer than `MOST_LISTED` is cut. */
  listed(): Promise<readonly ListedPerson[]>;
  /** Those known from imported logs only, by name, cut likewise. */
  fromLogs(): Promise<readonly ListedPerson[]>;
  /** Of these ids, those that are known from imported logs only. */
  whoFromLogs(ids: readonly string[]): Promise<ReadonlySet<string>>;
  close(): void;
}

export interface ListedPerson {
  readonly id: string;
  readonly name: string;
}

/** Logs call people what they like, “Daybook” too: nobody is taken for what bears that name here. */
const unmistakable = (name: PersonName): PersonName =>
  typeof name === 'string' && isReservedPersonName(name) ? `a person called “${name}”` : name;

export const MOST_LISTED = 500;

const MOST = 20_000;
/** Where another process writes the read models, nobody says that a name changed. */
const FRESH_FOR = 10_000;

/** Remembers names until their person is written again. */
export function peopleNames(
  readModels: Pick<RunningReadModels, 'generation' | 'onWritten'>,
  personal: Pick<PersonalData, 'show'>,
): PeopleNames {
  const known = new LRUCache<string, PersonName>({ ...atMost(MOST), ttl: FRESH_FOR });
  // Counts what was written, so that an answer read before is not remembered after.
  let written = 0;
  const lists = new LRUCache<string, readonly ListedPerson[]>({ max: 2, ttl: FRESH_FOR });
  const close = readModels.onWritten(({ projection, documents }) => {
    if (projection !== 'people') return;
    written += 1;
    lists.clear();
    for (const { id } of documents) known.delete(id);
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
    const before = written;
    const documents = await peopleIn(readModels).byIds(ids);
    const opened = await personal.show(documents.map(({ name }) => name));
    documents.forEach(({ id }, index) => {
      const name = unmistakable(opened[index] as PersonName);
      names.set(id, name);
      if (before === written) known.set(id, name);
    });
  }

  async function list(fromLog: boolean): Promise<readonly ListedPerson[]> {
    const remembered = lists.get(String(fromLog));
    if (remembered) return remembered;
    const before = written;
    const documents = await peopleIn(readModels).listed(fromLog, MOST_LISTED);
    const names = await of(documents.map(({ id }) => id));
    const found = documents.flatMap(({ id }) => {
      const name = names.get(id);
      return typeof name === 'string' ? [{ id, name }] : [];
    });
    const sorted = found.sort((one, other) => one.name.localeCompare(other.name));
    if (before === written) lists.set(String(fromLog), sorted);
    return sorted;
  }

  async function whoFromLogs(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const documents = await peopleIn(readModels).fromLogs(ids);
    return new Set(documents.map(({ id }) => id));
  }

  return { of, whoFromLogs, listed: () => list(false), fromLogs: () => list(true), close };
}
