import {
  AVAILABLE_PERSON_FILTER,
  createPeopleReadModel,
} from '#projections/read-models/people/people-read-model.js';
import {
  createRecordsReadModel,
  type EntityKey,
} from '#projections/read-models/records/records-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { KnownPerson, Lookups } from '#ports/lookups.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { countUsage, findPeopleWithRoles, findRecordsToMigrate } from './specification-usage.js';
import { batchLookups, type ExistenceLookup } from './batch-lookups.js';
import type { ProjectionProgress } from '../projection-progress.js';
import { toMailAddress } from '#domain/user/mail-address.js';

type LookupReadModels = Pick<ProjectionProgress, 'generation' | 'isCurrent' | 'waitFor'>;

const MAX_WAIT_MS = 10_000;

export function createCommandLookups(
  readModels: LookupReadModels,
  personal: Pick<PersonalData, 'open'>,
  log: { head(): Promise<number> },
): Lookups {
  /** undefined also while people lag: the person's stream then decides, so that revoked roles end at once. */
  async function person(id: string): Promise<KnownPerson | undefined> {
    if (!readModels.isCurrent('people')) return undefined;
    const found = await createPeopleReadModel(readModels).get(id);
    if (!found) return undefined;
    const [name, signInName] = await personal.open<readonly unknown[]>([found.name, found.signInName]);
    const erased = found.erasedAt !== null || typeof name !== 'string';
    const email = erased ? undefined : toMailAddress(signInName);
    return {
      id,
      name: typeof name === 'string' ? name : '',
      roles: found.roles,
      erased,
      locked: found.lockedAt !== null,
      ...(email !== undefined && { email }),
    };
  }

  /** Nearly always empty. */
  async function existingSubjects(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const isAny = await createTimelineReadModel(readModels).hasAnyBegun(subjects);
    if (!isAny || subjects.length === 1) return new Set(isAny ? subjects : []);
    const middle = subjects.length >> 1;
    const halves = [subjects.slice(0, middle), subjects.slice(middle)].map(existingSubjects);
    return new Set((await Promise.all(halves)).flatMap((half) => [...half]));
  }

  const records = new Map<string, ExistenceLookup>();
  function existingIn(of: EntityKey): ExistenceLookup {
    const key = JSON.stringify(of);
    let asking = records.get(key);
    if (!asking)
      records.set(
        key,
        (asking = batchLookups(async (ids) => idsOf(createRecordsReadModel(readModels, of).byIds(ids)))),
      );
    return asking;
  }

  const available = batchLookups(async (ids) =>
    idsOf(createPeopleReadModel(readModels).byIds(ids, AVAILABLE_PERSON_FILTER)),
  );
  const subjects = batchLookups(existingSubjects);
  return {
    findPerson: person,
    findExistingRecords: (application, entity, ids) => existingIn({ application, entity })(ids),
    findExistingPeople: batchLookups(async (ids) => idsOf(createPeopleReadModel(readModels).byIds(ids))),
    // While people lag, their streams tell who is locked or erased.
    findAvailablePeople: async (ids) => (readModels.isCurrent('people') ? available(ids) : new Set<string>()),
    existsAny: async (any) => (await subjects(any)).size > 0,
    listWorkers: async () =>
      (await createPeopleReadModel(readModels).listWorkers()).map(({ id, roles }) => ({
        id,
        name: '',
        roles,
        erased: false,
        locked: false,
      })),
    ...createUsageLookups(readModels, log),
    findPeopleFromLogs: batchLookups(async (ids) =>
      idsOf(createPeopleReadModel(readModels).filterImported(ids)),
    ),
  };
}

const idsOf = async (found: Promise<readonly { readonly id: string }[]>): Promise<ReadonlySet<string>> =>
  new Set((await found).map(({ id }) => id));

type UsageLookups = Pick<Lookups, 'countUsage' | 'findRecordsToMigrate' | 'findPeopleWithRoles'>;

const createUsageLookups = (
  readModels: LookupReadModels,
  log: { head(): Promise<number> },
): UsageLookups => ({
  async countUsage(application, questions, day) {
    const position = await log.head();
    if (!(await readModels.waitFor(position, MAX_WAIT_MS, ['records', 'people', 'deputies'])))
      throw new Refused([createBuiltInReason('UNAVAILABLE')]);
    return { counts: await countUsage(readModels, application, questions, day), position };
  },
  findRecordsToMigrate: (holding, limit, cursor) => findRecordsToMigrate(readModels, holding, limit, cursor),
  findPeopleWithRoles: (application, roles) => findPeopleWithRoles(readModels, application, roles),
});
