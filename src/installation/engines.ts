// Opens the engines a configuration names: the only place that knows which adapters there are. An embedded installation
// loads neither driver.
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
import { openFolderFileStore } from '../event-store/files/folder/folder-files.js';
import type { KeysStore } from '../event-store/personal-data/keys-store.js';
import { openPersonalData } from '../event-store/personal-data/open-personal-data.js';
import { assertNothingSealed } from '../event-store/personal-data/assert-nothing-sealed.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { HealthIssues } from '../platform/health-issues.js';
import { rateLimitersInMemory, type RateLimiters } from '../platform/rate-limiters.js';
import { openSqliteEventStore } from '../event-store/sqlite/sqlite-event-store.js';
import { discardUnusedUploads } from './unused-uploads.js';
import { findErasuresInLog } from './find-erasures-in-log.js';
import { assertOneLog } from './one-log.js';
import { makePrivateFolder } from '../platform/private-files.js';
import { openKeysFile } from '../event-store/personal-data/keys-file.js';

export interface Engines {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly personal: PersonalData;
  readonly files: FileStore;
  readonly rateLimiters: RateLimiters;
  /** What they find to be wrong while they work. */
  readonly healthIssues: HealthIssues;
  close(): Promise<void>;
}

/** All of them, or none: what could be opened is closed again. Throws the engines' errors; `AggregateError` of several. */
export async function openEngines(configuration: Configuration): Promise<Engines> {
  const healthIssues = new HealthIssues();
  const opening = openEventStore(configuration, { healthIssues, isForWriting: true });
  const openingReads = openReadModels(configuration, healthIssues);
  const [store, readModels, personal, files, rateLimiters] = await openAllOrNone([
    opening,
    openingReads,
    openPersonal(configuration, opening),
    openFiles(configuration),
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
  const stopLooking = discardUnusedUploads(files);
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

export interface LogAndReads {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  /** What they find to be wrong, from the beginning on. */
  readonly healthIssues: HealthIssues;
  close(): Promise<void>;
}

/** For commands that need no keys. `ofOneLog`: refuses read models of another log. Throws as `openEngines` does. */
export async function openLogAndReads(
  { events, reads }: Pick<Configuration, 'events' | 'reads'>,
  { ofOneLog = false } = {},
): Promise<LogAndReads> {
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

/** Closes them where the read models are another log's. Returns what ends the watching for its first event. */
async function bindEngines(
  { events, reads }: Pick<Configuration, 'events' | 'reads'>,
  { store, readModels, close }: Omit<LogAndReads, 'healthIssues'>,
): Promise<() => void> {
  try {
    return await assertOneLog({
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

/** What there is of keys, without the master key. Makes and changes nothing. */
export async function openKeysReadOnly({ keys }: Pick<Configuration, 'keys'>): Promise<KeysStore> {
  if (keys.engine === 'sqlite') return openKeysFile(keys.path, { isReadOnly: true });
  const { openMongoKeys } = await import('../event-store/personal-data/mongodb/mongo-keys.js');
  return openMongoKeys(keys.url);
}

/** `codec`: another one than today's. `isReadOnly`: makes and changes nothing. Throws `EventStoreUnusable`, `EventStoreUnavailable`. */
export async function openEventStore(
  { events }: Pick<Configuration, 'events'>,
  settings: {
    readonly codec?: EventCodec;
    readonly healthIssues?: HealthIssues;
    /** Told of what stands in the log and is not Daybook's. */
    readonly onForeign?: (event: { readonly position: number }) => void;
    readonly isReadOnly?: boolean;
    /** Also checks the right to write. */
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

/** `readers`: answers in so many threads, if it is SQLite that is read. `isReadOnly`: makes and changes nothing there. Throws `ReadModelsUnusable`, `ReadModelsUnavailable`. */
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

/**
 * `log`: keys are not begun anew where it holds personal data already. Throws `PersonalDataUnreadable`, `UnusableFile`,
 * `EventStoreUnavailable`.
 */
export async function openPersonal(
  { data, keys, masterKey }: Pick<Configuration, 'data' | 'keys' | 'masterKey'>,
  log?: EventStore | Promise<EventStore>,
): Promise<PersonalData> {
  const beginning = async (place: string) => {
    if (log) await assertNothingSealed(await log, place);
  };
  const erasures = log && findErasuresInLog(log);
  if (keys.engine === 'mongodb') {
    const { openSharedPersonalData } =
      await import('../event-store/personal-data/mongodb/open-shared-personal-data.js');
    return openSharedPersonalData(keys.url, beginning, erasures);
  }
  const isNew = () => !existsSync(keys.path) && !existsSync(masterKey);
  // Another process may have begun meanwhile: then what is in the log is sealed with its keys.
  if (isNew())
    await beginning(keys.path).catch((error: unknown) => {
      if (isNew()) throw error;
    });
  makePrivateFolder(data);
  return openPersonalData({ keys: keys.path, masterKey }, erasures);
}

/** Throws `FileStoreFailure`. */
export async function openFiles({ files }: Pick<Configuration, 'files'>): Promise<FileStore> {
  if (files.engine === 'folder') return openFolderFileStore(files.path);
  const { openGridFsFileStore } = await import('../event-store/files/gridfs/gridfs-files.js');
  return openGridFsFileStore(files.url, files.database);
}

/** Where the read models cannot be opened, their error is thrown: it is the same server. */
async function openRateLimiters(
  { reads }: Pick<Configuration, 'reads'>,
  readModels: Promise<ReadModels>,
): Promise<RateLimiters> {
  if (reads.engine !== 'mongodb') return rateLimitersInMemory;
  await readModels;
  const { openSharedRateLimiters } = await import('./shared-rate-limiters.js');
  return openSharedRateLimiters(reads.url);
}

interface Closable {
  close(): Promise<void>;
}

/** At the same time: of several servers that are away, each is waited for once. */
async function openAllOrNone<Parts extends readonly Closable[]>(opening: {
  readonly [Index in keyof Parts]: Promise<Parts[Index]>;
}): Promise<Parts> {
  const settled = await Promise.allSettled(opening as readonly Promise<Closable>[]);
  const rejected = settled.filter((each) => each.status === 'rejected');
  // Keys that wait for a log which does not come fail with its words.
  const failures = [...new Set(rejected.map(({ reason }) => reason as Error))];
  if (failures.length === 0)
    return settled.map((each) => (each as PromiseFulfilledResult<Closable>).value) as unknown as Parts;
  // What is closed now held nothing yet: trouble with it would only hide why it is closed.
  await Promise.allSettled(settled.map(async (each) => each.status === 'fulfilled' && each.value.close()));
  if (failures.length === 1) throw failures[0]!;
  throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'));
}
