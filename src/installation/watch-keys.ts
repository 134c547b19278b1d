import {
  getRecordsGeneration,
  createRecordNamesByIdLookup,
} from '#projections/read-models/records/records-read-model.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { RunningProjections } from '#projections/running-projections.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import type { EventStore } from '../event-store/event-store.js';
import type { FileStore } from '../event-store/files/file-store.js';
import { getSealedBlobPrefix } from '../event-store/files/stored-file.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import type { HealthIssues } from '../platform/health-issues.js';
import { createLogErasureFinder } from './create-log-erasure-finder.js';
import { deleteReadMarkersOfErasedPeople } from './delete-read-markers-of-erased-people.js';
import {
  createDamagedValuesIssue,
  listErasedKeyNames,
  findErasures,
  checkKeyConsistency,
  LOST_KEYS_ISSUE_KEY,
  createLostKeysIssues,
  createMissingKeysIssue,
  REVIVED_KEYS_ISSUE_KEY,
  createRevivedKeysIssue,
  type KeyConsistencyFindings,
} from './key-consistency.js';

interface KeyedInstallation {
  readonly configuration: Configuration;
  readonly projections: RunningProjections;
  readonly personal: PersonalData;
  readonly readModels: ReadModels;
  readonly healthIssues: HealthIssues;
  readonly store: EventStore;
  readonly files: FileStore;
}

/** Before anything is decrypted or sealed. */
export async function watchKeys(installation: KeyedInstallation): Promise<void> {
  const { configuration, projections, personal, readModels, healthIssues, store } = installation;
  await deleteReadMarkersOfErasedPeople(projections, readModels);
  const place = describeEngine(configuration.keys);
  personal.onMissingKeys((names) => healthIssues.raise(createMissingKeysIssue(names, place)));
  personal.onDamagedValues((names) => healthIssues.raise(createDamagedValuesIssue(names)));
  const look = async () => {
    const erasures = await findErasures(createTimelineReadModel(projections));
    personal.rememberErased(listErasedKeyNames(erasures));
    const keys = { findKeyStates: personal.findKeyStates, destroyed: personal.listDestroyedKeys };
    return checkKeyConsistency({
      people: createPeopleReadModel(projections),
      keys,
      erasures,
      recorded: createLogErasureFinder(store),
      recordsWithId: createRecordNamesByIdLookup(getRecordsGeneration(projections)),
    });
  };
  const found = await look().catch(() => undefined);
  if (!found) return;
  for (const issue of createLostKeysIssues(found, place)) {
    healthIssues.raise(issue);
    if (issue.key === LOST_KEYS_ISSUE_KEY) personal.forbidNewKeys(issue.adminMessage);
  }
  await destroyRevivedKeys(found, installation);
}

/** A restored copy must not revive erased people; reported even when done at once. */
async function destroyRevivedKeys(
  found: KeyConsistencyFindings,
  { configuration, personal, files, healthIssues }: KeyedInstallation,
) {
  const names = [...found.revived, ...found.unmarked];
  const place = describeEngine(configuration.keys);
  const destroy = async (name: string) => {
    await personal.erase(name);
    await files.removeWithPrefix(getSealedBlobPrefix(name));
  };
  const healed = await Promise.all(names.map(destroy)).then(
    () => true,
    () => false,
  );
  const issue = createRevivedKeysIssue(found, place, { healed });
  if (issue) healthIssues.raise(issue);
  if (healed) healthIssues.resolve(REVIVED_KEYS_ISSUE_KEY);
}
