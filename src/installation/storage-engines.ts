// The only module that knows the adapters; unused drivers are not loaded.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import type { EventCodec } from '../event-store/event-codec.js';
import type { EventStore } from '../event-store/event-store.js';
import type { FileStore } from '../event-store/files/file-store.js';
import { openFolderFileStore } from '../event-store/files/folder/folder-file-store.js';
import type { PersonKeysStore } from '../event-store/personal-data/person-keys-store.js';
import { openPersonalData } from '../event-store/personal-data/open-personal-data.js';
import { assertLogNeedsNoKeys } from '../event-store/personal-data/assert-log-needs-no-keys.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { HealthIssues } from '../platform/health-issues.js';
import { inMemoryRateLimiters, type RateLimiters } from '../platform/rate-limiters.js';
import { openSqliteEventStore } from '../event-store/sqlite/sqlite-event-store.js';
import { startUnusedUploadCleanup } from './unused-upload-cleanup.js';
import { createLogErasureFinder } from './create-log-erasure-finder.js';
import { assertNoNewerVersion } from './newest-version.js';
import { assertReadModelsOfThisLog } from './read-models-of-this-log.js';
import { makePrivateFolder } from '../platform/private-files.js';
import { openPersonKeysFile } from '../event-store/personal-data/person-keys-file.js';

export interface StorageEngines {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly personal: PersonalData;
  readonly files: FileStore;
  readonly rateLimiters: RateLimiters;
  readonly healthIssues: HealthIssues;
  close(): Promise<void>;
}

/** All or none. Throws engine errors; `AggregateError` for several. */
export async function openStorageEngines(configuration: Configuration): Promise<StorageEngines> {
  const healthIssues = new HealthIssues();
  const opening = openEventStore(configuration, { healthIssues, isForWriting: true });
  const openingReads = openReadModels(configuration, healthIssues);
  const [store, readModels, personal, files, rateLimiters] = await openAllOrNone([
    opening,
    openingReads,
    openInstallationPersonalData(configuration, opening),
    openInstallationFileStore(configuration),
    openRateLimiters(configuration, openingReads),
  ]);
  const close = async () => {
    await readModels.close();
    await store.close();
    await personal.close();
    await files.close();
    await rateLimiters.close();
  };
  const stop = await bindEngines(configuration, { store, readModels, close });
  const stopLooking = startUnusedUploadCleanup(files);
  return {
    store,
    readModels,
    personal,
    files,
    rateLimiters,
    healthIssues,
    async close() {
      stop();
      stopLooking();
      await close();
    },
  };
}

export interface EventStoreAndReadModels {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly healthIssues: HealthIssues;
  close(): Promise<void>;
}

/** Without keys. `ofOneLog`: refuses read models of another log. */
export async function openEventStoreAndReadModels(
  { events, reads }: Pick<Configuration, 'events' | 'reads'>,
  { ofOneLog = false } = {},
): Promise<EventStoreAndReadModels> {
  const healthIssues = new HealthIssues();
  const [store, readModels] = await openAllOrNone([
    openEventStore({ events }, { healthIssues }),
    openReadModels({ reads }, healthIssues),
  ]);
  const close = async () => {
    await readModels.close();
    await store.close();
  };
  const stop = ofOneLog ? await bindEngines({ events, reads }, { store, readModels, close }) : () => {};
  return {
    store,
    readModels,
    healthIssues,
    async close() {
      stop();
      await close();
    },
  };
}

/** Refuses read models of another log or of a newer Daybook. Returns what stops watching for the first event. */
async function bindEngines(
  { events, reads }: Pick<Configuration, 'events' | 'reads'>,
  { store, readModels, close }: Omit<EventStoreAndReadModels, 'healthIssues'>,
): Promise<() => void> {
  try {
    await assertNoNewerVersion(readModels);
    return await assertReadModelsOfThisLog({
      store,
      readModels,
      log: describeEngine(events),
      reads: describeEngine(reads),
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Without the master key. */
export async function openKeysReadOnly({ keys }: Pick<Configuration, 'keys'>): Promise<PersonKeysStore> {
  if (keys.engine === 'sqlite') return openPersonKeysFile(keys.path, { isReadOnly: true });
  const { openMongoPersonKeysStore } =
    await import('../event-store/personal-data/mongodb/mongo-person-keys-store.js');
  return openMongoPersonKeysStore(keys.url);
}

/** `isReadOnly`: creates nothing. Throws `EventStoreUnusable`, `EventStoreUnavailable`. */
export async function openEventStore(
  { events }: Pick<Configuration, 'events'>,
  settings: {
    readonly codec?: EventCodec;
    readonly healthIssues?: HealthIssues;
    readonly onForeign?: (event: { readonly position: number }) => void;
    readonly isReadOnly?: boolean;
    /** Also checks write permission. */
    readonly isForWriting?: boolean;
  } = {},
): Promise<EventStore> {
  if (events.engine === 'eventstoredb') {
    const { openEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb-event-store.js');
    return openEventStoreDb(events.url, settings);
  }
  if (!settings.isReadOnly) makePrivateFolder(dirname(events.path));
  return openSqliteEventStore(events.path, settings);
}

/** `readers`: SQLite threads. `isReadOnly`: creates nothing. Throws `ReadModelsUnusable`, `ReadModelsUnavailable`. */
export async function openReadModels(
  { reads, readers }: Pick<Configuration, 'reads'> & Partial<Pick<Configuration, 'readers'>>,
  healthIssues?: HealthIssues,
  { isReadOnly = false } = {},
): Promise<ReadModels> {
  if (reads.engine === 'mongodb') {
    const { openMongoReadModels } = await import('#projections/engines/mongo/mongo-read-models.js');
    return openMongoReadModels(reads.url);
  }
  if (!isReadOnly) makePrivateFolder(reads.folder);
  try {
    const reading = readers === undefined ? undefined : { threads: readers };
    return openSqliteReadModels(reads.folder, reading, { healthIssues, isReadOnly });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    throw new ReadModelsUnusable(
      `The list of read models in ${reads.folder} cannot be used (${(error as Error).message}). ` +
        'Stop Daybook and remove that folder: at the next start they are rebuilt from the log.',
      { cause: error },
    );
  }
}

/** Refuses new keys where `log` has personal data. Throws `PersonalDataUnreadable`, `UnusableDatabaseFile`, `EventStoreUnavailable`. */
export async function openInstallationPersonalData(
  {
    data,
    keys,
    masterKey,
    givenMasterKey,
  }: Pick<Configuration, 'data' | 'keys' | 'masterKey' | 'givenMasterKey'>,
  log?: EventStore | Promise<EventStore>,
): Promise<PersonalData> {
  const beginning = async (place: string) => {
    if (log) await assertLogNeedsNoKeys(await log, place);
  };
  const erasures = log && createLogErasureFinder(log);
  if (keys.engine === 'mongodb') {
    const { openSharedPersonalData } =
      await import('../event-store/personal-data/mongodb/open-shared-personal-data.js');
    return openSharedPersonalData(keys.url, givenMasterKey, beginning, erasures);
  }
  const isNew = () => !existsSync(keys.path) && !existsSync(masterKey);
  // Another process may have created keys meanwhile.
  if (isNew())
    await beginning(keys.path).catch((error: unknown) => {
      if (isNew()) throw error;
    });
  makePrivateFolder(data);
  return openPersonalData({ keys: keys.path, masterKey, givenMasterKey }, erasures);
}

/** Throws `FileStoreFailure`. */
export async function openInstallationFileStore({ files }: Pick<Configuration, 'files'>): Promise<FileStore> {
  if (files.engine === 'folder') return openFolderFileStore(files.path);
  const { openGridFsFileStore } = await import('../event-store/files/gridfs/gridfs-file-store.js');
  return openGridFsFileStore(files.url, files.database);
}

/** Read models on the same server report its failure. */
async function openRateLimiters(
  { reads }: Pick<Configuration, 'reads'>,
  readModels: Promise<ReadModels>,
): Promise<RateLimiters> {
  if (reads.engine !== 'mongodb') return inMemoryRateLimiters;
  await readModels;
  const { openSharedRateLimiters } = await import('./shared-rate-limiters.js');
  return openSharedRateLimiters(reads.url);
}

interface Closable {
  close(): Promise<void>;
}

/** Concurrently, so that several unavailable servers cost one timeout. */
async function openAllOrNone<Parts extends readonly Closable[]>(opening: {
  readonly [Index in keyof Parts]: Promise<Parts[Index]>;
}): Promise<Parts> {
  const settled = await Promise.allSettled(opening as readonly Promise<Closable>[]);
  const rejected = settled.filter((each) => each.status === 'rejected');
  // Keys waiting for the log fail with the log's error.
  const failures = [...new Set(rejected.map(({ reason }) => reason as Error))];
  if (failures.length === 0)
    return settled.map((each) => (each as PromiseFulfilledResult<Closable>).value) as unknown as Parts;
  // Errors while closing would hide the cause.
  await Promise.allSettled(settled.map(async (each) => each.status === 'fulfilled' && each.value.close()));
  if (failures.length === 1) throw failures[0]!;
  throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'));
}
