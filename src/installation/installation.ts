import { isStreamName } from '../domain/stream-names.js';
import { allProjections, fixedIndexes } from '#projections/all-projections.js';
import { holdLease, PROJECTIONS_LEASE, type Lease } from '#projections/lease/lease.js';
import { deleteReadMarkersOfErasedPeople } from './delete-read-markers-of-erased-people.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import {
  startProjections,
  type RunningProjections,
  type StartProjectionsOptions,
} from '#projections/running-projections.js';
import {
  getRecordsGeneration,
  createRecordsIndexRegistry,
  createRecordNamesByIdLookup,
} from '#projections/read-models/records/records-read-model.js';
import { openDocumentChecks } from './document-checks/check-documents-in-thread.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentChecks } from '../ports/document-checks.js';
import type { Lookups } from '../ports/lookups.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
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
import { createLogErasureFinder } from './create-log-erasure-finder.js';
import { restrictDataFolder, assertRestoreFinished, assertDataFolderWritable } from './data-folder.js';
import { openStorageEngines } from './storage-engines.js';
import { traceAppends } from '../event-store/append-tracing.js';
import type { EventStore } from '../event-store/event-store.js';
import type { FileStore } from '../event-store/files/file-store.js';
import { getSealedBlobPrefix } from '../event-store/files/stored-file.js';
import { prepareWhileFollowing } from './prepare-while-following.js';
import { guardProjectionsAgainstReplacedLog, guardStoreAgainstReplacedLog, LogWatch } from './log-watch.js';
import type { HealthIssues } from '../platform/health-issues.js';
import type { RateLimiters } from '../platform/rate-limiters.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { createCommandLookups } from '../query-handling/lookups/command-lookups.js';
import { openPublishedSpecifications } from '../query-handling/specifications/published-specifications.js';
import type { PublishedSpecifications } from '../query-handling/query-dependencies.js';
import type { RecordedEvent } from '../domain/event.js';
import { watchUnknownEvents } from './unknown-event-watch.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

export interface Installation {
  readonly configuration: Configuration;
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: RunningProjections;
  readonly personal: PersonalData;
  readonly files: FileStore;
  readonly rateLimiters: RateLimiters;
  readonly specifications: PublishedSpecifications;
  readonly lookups: Lookups;
  readonly checks: DocumentChecks;
  readonly clock: Clock;
  readonly healthIssues: HealthIssues;
  /** Detects a replaced log. */
  readonly log: LogWatch;
  /** Files readable by other accounts. */
  readonly openToOthers: readonly string[];
  close(): Promise<void>;
}

export interface InstallationOptions {
  /** Even if read models come from another log. */
  readonly acceptsLog?: boolean;
}

/** Resolves once read models can serve pages, or have failed (see their health). Throws engine errors. */
export async function openInstallation(
  configuration: Configuration,
  clock: Clock = () => new Date().toISOString(),
  { acceptsLog = false }: InstallationOptions = {},
): Promise<Installation> {
  assertRestoreFinished(configuration);
  assertDataFolderWritable(configuration);
  // SQLite's side files inherit the file's mode.
  const openToOthers = restrictDataFolder(configuration);
  const engines = await openStorageEngines(configuration);
  const { personal, readModels, healthIssues } = engines;
  const watch = new ClockWatch(clock, healthIssues);
  const watched = { ...engines, log: describeEngine(configuration.events) };
  const log = await LogWatch.open(watched, { accepts: acceptsLog }).catch(closing(engines));
  const store = guardStoreAgainstReplacedLog(
    log,
    watchUnknownEvents(watchTimes(watch, traceAppends(engines.store)), healthIssues),
  );
  const mayHold = configuration.only !== 'web';
  const lease = await holdLease(readModels, PROJECTIONS_LEASE, { canHold: mayHold });
  const shapes = createRecordsIndexRegistry();
  const shapeOf: StartProjectionsOptions['shapeOf'] = (projection, collection) =>
    fixedIndexes[projection] ?? shapes.of(collection);
  const running = await startProjections({
    store,
    readModels,
    projections: allProjections,
    shapeOf,
    lease,
    // No command waits in this process, so batching is free.
    ...(configuration.only === 'projections' && { gatherFor: 5 }),
    clock,
    healthIssues,
  });
  const projections = guardProjectionsAgainstReplacedLog(log, running);
  const checks = openDocumentChecks();
  // A separate thread, so that history pages do not wait for document checks.
  const words = openDocumentChecks();
  const { vocabulary } = words;
  const specifications = openPublishedSpecifications(projections, { ready: checks.ready, vocabulary }, store);
  await watchKeys({ ...engines, configuration, projections, store });
  // In the background; an unavailable server is reported elsewhere.
  store.findTruncatedStreams?.(isStreamName).catch(() => {});
  const stopReshaping = await followShapes({ projections, specifications, shapes, lease });
  const stopPreparing = mayHold
    ? prepareWhileFollowing({ store, readModels, projections: allProjections, shapeOf, lease })
    : undefined;
  return {
    configuration,
    store,
    readModels,
    projections,
    personal,
    files: engines.files,
    rateLimiters: engines.rateLimiters,
    specifications,
    lookups: createCommandLookups(projections, personal, store),
    checks,
    clock: watch.now,
    healthIssues,
    log,
    openToOthers,
    async close() {
      log.close();
      stopReshaping();
      await stopPreparing?.();
      specifications.close();
      await Promise.all([checks.close(), words.close()]);
      await projections.stop();
      await lease.release();
      await engines.close();
    },
  };
}

const closing =
  (engines: { close(): Promise<void> }) =>
  async (error: unknown): Promise<never> => {
    await engines.close();
    throw error;
  };

type WithKeys = Pick<
  Installation,
  'configuration' | 'projections' | 'personal' | 'readModels' | 'healthIssues' | 'store' | 'files'
>;

/** Before anything is decrypted or sealed. */
async function watchKeys(with_: WithKeys): Promise<void> {
  const { configuration, projections, personal, readModels, healthIssues, store } = with_;
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
  await destroyRevivedKeys(found, with_);
}

/** A restored copy must not revive erased people; reported even when done at once. */
async function destroyRevivedKeys(
  found: KeyConsistencyFindings,
  { configuration, personal, files, healthIssues }: WithKeys,
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

interface ShapedInstallation {
  readonly projections: RunningProjections;
  readonly specifications: PublishedSpecifications;
  readonly shapes: ReturnType<typeof createRecordsIndexRegistry>;
  readonly lease: Lease;
}

/** New versions may need new indexes; only the builder creates them. */
async function followShapes({
  projections,
  specifications,
  shapes,
  lease,
}: ShapedInstallation): Promise<() => void> {
  // The projection's health has the error; pages are at worst slow.
  const reshape = async () => {
    if (shapes.learn(await specifications.all())) await projections.reshape();
  };
  const learn = () => reshape().catch(() => {});
  await learn();
  const ends = [
    lease.onChange(() => void learn().catch(throwUncaught)),
    projections.onWritten(({ projection }) => {
      if (projection === 'specifications') learn().catch(throwUncaught);
    }),
  ];
  return () => ends.forEach((end) => end());
}

/** Clock skew between hosts and NTP corrections up to this are normal. */
const CLOCK_TOLERANCE_MS = 60_000;
const CLOCK_ISSUE = 'clock';

/** Displayed times matter, although order does not depend on them. */
export class ClockWatch {
  /** Milliseconds: the latest of this clock or of a read event. */
  private latest = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly healthIssues: HealthIssues,
  ) {}

  readonly now: Clock = () => {
    const instant = this.clock();
    this.compare(Date.parse(instant));
    return instant;
  };

  /** Of another or an earlier process. */
  noteEvents(events: readonly Pick<RecordedEvent, 'metadata'>[]): void {
    const last = events.at(-1);
    if (last) this.latest = Math.max(this.latest, Date.parse(last.metadata.recordedAt) || -Infinity);
  }

  private compare(now: number): void {
    if (now >= this.latest - CLOCK_TOLERANCE_MS) {
      this.latest = Math.max(this.latest, now);
      this.healthIssues.resolve(CLOCK_ISSUE);
      return;
    }
    const [here, before] = [now, this.latest].map((time) => new Date(time).toISOString());
    this.healthIssues.raise({
      key: CLOCK_ISSUE,
      adminMessage: `The clock of this machine says ${here}, and it was ${before} before. Set it right. Until it is past that time again, what is written to a record gets the time of its last event: recorded times never run backwards.`,
      publicMessage: 'the clock has gone back',
      severity: 'warning',
    });
  }
}

const watchTimes = (watch: ClockWatch, store: EventStore): EventStore => ({
  ...store,
  async read(...args) {
    const found = await store.read(...args);
    watch.noteEvents(found.events);
    return found;
  },
});
