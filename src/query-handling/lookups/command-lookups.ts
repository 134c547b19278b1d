// The port Lookups over the read models: what commands have to know besides their own stream.
import { AVAILABLE, createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import {
  createRecordsReadModel,
  type EntityKey,
} from '#projections/read-models/records/records-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { KnownPerson, Lookups } from '#ports/lookups.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { countRecordedUse, findPeopleWithRoles, findRecordsHolding } from './recorded-use.js';
import { batchLookups, type ExistenceLookup } from './batched-lookups.js';
import type { RunningReadModels } from '../running-read-models.js';
import { toMailAddress } from '#domain/user/mail-address.js';

type LookupReadModels = Pick<RunningReadModels, 'generation' | 'isCurrent' | 'waitFor'>;

/** Longer nobody waits for read models that are behind the log. */
const PATIENCE = 10_000;

export function createLookups(
  readModels: LookupReadModels,
  personal: Pick<PersonalData, 'open'>,
  log: { head(): Promise<number> },
): Lookups {
  /** undefined also where people are behind the log: then their own stream says who they are, and a role taken away is away. */
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

  /** Nearly always none: then one question is enough. */
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
    idsOf(createPeopleReadModel(readModels).byIds(ids, AVAILABLE)),
  );
  const subjects = batchLookups(existingSubjects);
  return {
    person,
    existingRecords: (application, entity, ids) => existingIn({ application, entity })(ids),
    existingPeople: batchLookups(async (ids) => idsOf(createPeopleReadModel(readModels).byIds(ids))),
    // Where people are behind the log, their own streams say who is locked or erased.
    availablePeople: async (ids) => (readModels.isCurrent('people') ? available(ids) : new Set<string>()),
    existsAny: async (any) => (await subjects(any)).size > 0,
    workers: async () =>
      (await createPeopleReadModel(readModels).listWorkers()).map(({ id, roles }) => ({
        id,
        name: '',
        roles,
        erased: false,
        locked: false,
      })),
    ...useLookups(readModels, log),
    peopleFromLogs: batchLookups(async (ids) => idsOf(createPeopleReadModel(readModels).filterImported(ids))),
  };
}

const idsOf = async (found: Promise<readonly { readonly id: string }[]>): Promise<ReadonlySet<string>> =>
  new Set((await found).map(({ id }) => id));

type UseLookups = Pick<Lookups, 'recordedUse' | 'recordsHolding' | 'peopleWithRoles'>;

const useLookups = (readModels: LookupReadModels, log: { head(): Promise<number> }): UseLookups => ({
  async recordedUse(application, questions, day) {
    const position = await log.head();
    if (!(await readModels.waitFor(position, PATIENCE, ['records', 'people', 'deputies'])))
      throw new Refused([createBuiltInReason('UNAVAILABLE')]);
    return { counts: await countRecordedUse(readModels, application, questions, day), position };
  },
  recordsHolding: (holding, limit, cursor) => findRecordsHolding(readModels, holding, limit, cursor),
  peopleWithRoles: (application, roles) => findPeopleWithRoles(readModels, application, roles),
});
